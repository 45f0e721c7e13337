// Tensors from and to .npy files.
import { readFile, writeFile } from "node:fs/promises";
import { HeedError, readNpy } from "heed";
import { UsageError } from "./usage.mjs";

/**
 * @param {string} file
 * @returns {Promise<import("heed").Tensor>}
 */
export async function readTensorFile(file) {
  const bytes = await readFile(file).catch((error) => {
    throw new UsageError(`${file} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}`, { cause: error });
  });
  try {
    return readNpy(bytes);
  } catch (error) {
    throw error instanceof HeedError ? new UsageError(`${file}: ${error.message}`, { cause: error }) : error;
  }
}

/**
 * @param {string} file
 * @param {import("heed").Tensor} tensor
 */
export async function writeTensorFile(file, tensor) {
  await writeFile(file, npyBytes(tensor)).catch((error) => {
    throw new UsageError(`${file} cannot be written: ${error.message}`, { cause: error });
  });
}

/**
 * Version 1.0 of the format, little-endian float32, C order: a magic number, a header that ends on a multiple of 64
 * bytes, the numbers (numpy.lib.format).
 * @param {import("heed").Tensor} tensor
 */
export function npyBytes({ data, shape }) {
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const fields = `{'descr': '<f4', 'fortran_order': False, 'shape': (${tuple}), }`;
  const start = 10;   // magic, version, length of what follows
  const header = `${fields}${" ".repeat(63 - ((start + fields.length) % 64))}\n`;
  const bytes = new Uint8Array(start + header.length + 4 * data.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, ...Buffer.from("NUMPY"), 1, 0]);
  view.setUint16(8, header.length, true);
  bytes.set(Buffer.from(header, "latin1"), start);
  data.forEach((number, at) => view.setFloat32(start + header.length + 4 * at, number, true));
  return bytes;
}
