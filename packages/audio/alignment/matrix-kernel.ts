// The inner loops of the sound classifier in WebAssembly SIMD, about four times as fast as JavaScript.
import {
  ADD,
  ADD_VECTORS,
  advance,
  assemble,
  block,
  branch,
  branchIf,
  constant,
  F32,
  GREATER_OR_EQUAL,
  get,
  I32,
  LESS,
  loadVector,
  loop,
  MULTIPLY_VECTORS,
  memoryNumbers,
  SPLAT_FLOAT,
  STORE_FLOAT,
  set,
  storeVector,
  sumLanes,
  V128,
  ZEROS,
} from '../wasm/assembly.ts';

/** Lengths of rows and vectors must be a multiple of this. */
const LANES = 8;

export const paddedLength = (length: number): number => Math.ceil(length / LANES) * LANES;

const multiplyRows = (): number[] => {
  const [matrix, matrixEnd, rowBytes, vector, output, rowEnd, at, even, odd] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const accumulate = (sum: number, offset: number): number[] => [
    ...get(sum),
    ...loadVector(matrix, offset),
    ...loadVector(at, offset),
    ...MULTIPLY_VECTORS,
    ...ADD_VECTORS,
    ...set(sum),
  ];
  return block(
    ...loop(
      ...[...get(matrix), ...get(matrixEnd), GREATER_OR_EQUAL, ...branchIf(1)],
      ...[...get(matrix), ...get(rowBytes), ADD, ...set(rowEnd)],
      ...[...get(vector), ...set(at), ...ZEROS, ...set(even), ...ZEROS, ...set(odd)],
      ...loop(
        ...accumulate(even, 0),
        ...accumulate(odd, 16),
        ...advance(matrix, constant(32)),
        ...advance(at, constant(32)),
        ...[...get(matrix), ...get(rowEnd), LESS, ...branchIf(0)],
      ),
      ...[...get(even), ...get(odd), ...ADD_VECTORS, ...set(even), ...get(output), ...sumLanes(even), ...STORE_FLOAT],
      ...advance(output, constant(4)),
      ...branch(0),
    ),
  );
};

const addScaled = (): number[] => {
  const [target, targetEnd, source, scale, factor] = [0, 1, 2, 3, 4];
  const add = (offset: number): number[] => [
    ...get(target),
    ...loadVector(target, offset),
    ...loadVector(source, offset),
    ...get(factor),
    ...MULTIPLY_VECTORS,
    ...ADD_VECTORS,
    ...storeVector(offset),
  ];
  return [
    ...[...get(scale), ...SPLAT_FLOAT, ...set(factor)],
    ...loop(
      ...add(0),
      ...add(16),
      ...advance(target, constant(32)),
      ...advance(source, constant(32)),
      ...[...get(target), ...get(targetEnd), LESS, ...branchIf(0)],
    ),
  ];
};

const MODULE = assemble([
  {
    name: 'multiplyRows',
    parameters: [I32, I32, I32, I32, I32],
    locals: [I32, I32, V128, V128],
    body: multiplyRows(),
  },
  { name: 'addScaled', parameters: [I32, I32, I32, F32], locals: [V128], body: addScaled() },
]);

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;

type Run = (...parameters: readonly number[]) => void;

/** A memory of 32-bit floats, with operations on them. Positions and lengths are in floats. Use one per thread. */
export class MatrixKernel {
  readonly #memory: WebAssembly.Memory;
  readonly #multiplyRows: Run;
  readonly #addScaled: Run;

  constructor() {
    const { memory, multiplyRows, addScaled } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), {}).exports;
    if (
      !(memory instanceof WebAssembly.Memory) ||
      typeof multiplyRows !== 'function' ||
      typeof addScaled !== 'function'
    )
      throw new Error('The kernel module is incomplete.');
    this.#memory = memory;
    // Both are assembled above with parameters that are numbers, and without a result.
    this.#multiplyRows = multiplyRows as Run;
    this.#addScaled = addScaled as Run;
  }

  /** Returns the memory, which is replaced whenever a greater length is requested. */
  numbers(length: number): Float32Array {
    return memoryNumbers(this.#memory, length * FLOAT_BYTES);
  }

  /** Writes the dot product of each row with a vector. */
  multiplyRows(matrix: number, rows: number, rowLength: number, vector: number, output: number): void {
    const start = matrix * FLOAT_BYTES;
    const rowBytes = rowLength * FLOAT_BYTES;
    this.#multiplyRows(start, start + rows * rowBytes, rowBytes, vector * FLOAT_BYTES, output * FLOAT_BYTES);
  }

  /** Adds a vector, multiplied by a factor, to another one. */
  addScaled(target: number, length: number, source: number, factor: number): void {
    const start = target * FLOAT_BYTES;
    this.#addScaled(start, start + length * FLOAT_BYTES, source * FLOAT_BYTES, factor);
  }
}
