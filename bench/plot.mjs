// Draws how the time of each contender grows with n, both axes logarithmic: an SVG without scripts or fonts of its own.
import { median } from "./arithmetic.mjs";

const size = { width: 760, height: 460, left: 64, right: 190, top: 44, bottom: 48 };
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555", "#999999"];   // Okabe and Ito

/**
 * @param {import("./aims.mjs").Row[]} rows of the part "growth" @param {string} host where it ran
 * @param {{ machine: { processor: string }, measured: Record<string, string> }} about
 */
export function drawGrowth(rows, host, { machine, measured }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.times)))];
  const lines = names.map((name) => rows.filter((row) => row.times[name]).map((row) => [row.shape.queryCount, median(row.times[name])]));
  const all = lines.flat();
  const x = axis(all.map(([n]) => n), size.left, size.width - size.right, 2);
  const y = axis(all.map(([, ms]) => ms), size.height - size.bottom, size.top, 10);
  const date = measured[`${host.toLowerCase()}-growth`]?.slice(0, 10) ?? "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">
<title>Time of one attention against n</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${size.left}" y="20" font-size="14">One head, n queries, n keys, 64 wide, one thread: milliseconds</text>
<text x="${size.left}" y="36" fill="#555">${host}, ${escaped(machine.processor)}, ${date}; both axes logarithmic</text>
${x.ticks.map((n) => `<path d="M${x.at(n)} ${size.top}V${size.height - size.bottom}" stroke="#ddd"/><text x="${x.at(n)}" y="${size.height - size.bottom + 18}" text-anchor="middle">${n}</text>`).join("\n")}
${y.ticks.map((ms) => `<path d="M${size.left} ${y.at(ms)}H${size.width - size.right}" stroke="#ddd"/><text x="${size.left - 8}" y="${y.at(ms) + 4}" text-anchor="end">${ms}</text>`).join("\n")}
<text x="${(size.left + size.width - size.right) / 2}" y="${size.height - 10}" text-anchor="middle">n</text>
${lines.map((points, at) => `<polyline fill="none" stroke="${colours[at % colours.length]}" stroke-width="2" points="${points.map(([n, ms]) => `${x.at(n)},${y.at(ms)}`).join(" ")}"/>`).join("\n")}
${labels(lines, y).map(({ at, place }) => `<text x="${size.width - size.right + 10}" y="${place}" fill="${colours[at % colours.length]}">${escaped(names[at])}${lines[at].length < rows.length ? ` (to ${lines[at].at(-1)?.[0]})` : ""}</text>`).join("\n")}
</svg>
`;
}

/** @param {number[]} values @param {number} from @param {number} to pixels @param {number} base of the ticks */
function axis(values, from, to, base) {
  const [low, high] = [Math.floor(Math.log(Math.min(...values)) / Math.log(base) + 1e-9), Math.ceil(Math.log(Math.max(...values)) / Math.log(base) - 1e-9)];
  const at = (/** @type {number} */ value) => Math.round(10 * (from + ((Math.log(value) / Math.log(base) - low) / Math.max(1, high - low)) * (to - from))) / 10;
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, step) => Number((base ** (low + step)).toPrecision(6))) };
}

/** The names at the ends of their lines, none over another. @param {number[][][]} lines @param {{ at(value: number): number }} y */
function labels(lines, y) {
  const placed = lines.map((points, at) => ({ at, place: y.at(points.at(-1)?.[1] ?? 1) + 4 })).sort((a, b) => a.place - b.place);
  for (let next = 1; next < placed.length; ++next) placed[next].place = Math.max(placed[next].place, placed[next - 1].place + 15);
  return placed;
}

const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
