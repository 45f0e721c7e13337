// Port and headers of the development server come from who starts it.
export default { server: { port: Number(process.env.PORT), strictPort: true, headers: JSON.parse(process.env.HEADERS ?? "{}") } };
