// The movements that a reader's hand makes of a 2 × 2 matrix. What the matrix then does is the core's to compute.
import type { Tip } from "./plane.js";

/** Row by row: each is where one of the unit arrows goes. */
export type Matrix = readonly [Tip, Tip];

/** Both rows turned by whole degrees, anticlockwise; to thousandths, so that fields can show them. */
export function turned(matrix: Matrix, degrees: number): Matrix {
  const angle = (degrees * Math.PI) / 180, cosine = Math.cos(angle), sine = Math.sin(angle);
  return each(matrix, ([across, up]) => [across * cosine - up * sine, across * sine + up * cosine]);
}

export function stretched(matrix: Matrix, factor: number): Matrix {
  return each(matrix, ([across, up]) => [across * factor, up * factor]);
}

function each(matrix: Matrix, move: (row: Tip) => Tip): Matrix {
  const rounded = (row: Tip): Tip => [thousandths(row[0]), thousandths(row[1])];
  return [rounded(move(matrix[0])), rounded(move(matrix[1]))];
}

const thousandths = (value: number) => Math.round(value * 1000) / 1000 + 0;
