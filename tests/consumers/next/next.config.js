// The lock files further up are not this app's.
export default { turbopack: { root: import.meta.dirname } };
