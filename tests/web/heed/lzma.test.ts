// The unpacker of the embedded wasm, against the packer that the build uses.
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { unpackLzma } from "../../../web/heed/lzma.js";

const program = `import lzma, sys
sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), lzma.FORMAT_RAW, filters=[
  {'id': lzma.FILTER_LZMA1, 'preset': 9 | lzma.PRESET_EXTREME, 'lc': 0, 'lp': 0, 'pb': 0}]))`;
const packed = (bytes: Uint8Array) => execFileSync(process.env.EMSDK_PYTHON ?? "python3", ["-c", program], { input: bytes, maxBuffer: 1 << 26 });

function noise(count: number, values: number): Uint8Array {
  let state = 12345;
  return Uint8Array.from({ length: count }, () => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16) % values);
}

/** Words of a small vocabulary, some of them far behind their last use. */
function words(count: number): Uint8Array {
  const [letters, order] = [noise(4096, 256), noise(count, 64)];
  return Uint8Array.from([...order].flatMap((word, at) => [...letters.subarray(word * 32 + at % 5, word * 32 + 7 + at % 23)]));
}

const kinds: Record<string, Uint8Array> = {
  "one byte": Uint8Array.of(7),
  "one byte 100,000 times": new Uint8Array(100_000).fill(200),
  "noise, which does not pack": noise(20_000, 256),
  "noise of two values": noise(20_000, 2),
  "words": words(20_000),
  "noise again, 300,000 bytes behind": Uint8Array.from([...noise(5_000, 256), ...new Uint8Array(300_000), ...noise(5_000, 256)]),
};

describe("unpacking gives back", () => {
  it.each(Object.entries(kinds))("%s", (_, bytes) => {
    expect(Buffer.compare(unpackLzma(packed(bytes), bytes.length), bytes)).toBe(0);
  });

  it("the beginning alone", () => {
    expect([...unpackLzma(packed(kinds.words!), 1000)]).toEqual([...kinds.words!.subarray(0, 1000)]);
  });
});
