// Assembles small WebAssembly modules with SIMD. Code is a list of bytes.

export const I32 = 0x7f;
export const F32 = 0x7d;
export const V128 = 0x7b;
const VOID = 0x40;
const FUNCTION_TYPE = 0x60;

export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
export const constant = (value: number): number[] => [0x41, value];
export const ADD = 0x6a;
export const SUBTRACT = 0x6b;
export const MULTIPLY = 0x6c;
export const LESS = 0x49;
export const GREATER_OR_EQUAL = 0x4f;
export const branch = (depth: number): number[] => [0x0c, depth];
export const branchIf = (depth: number): number[] => [0x0d, depth];
const END = 0x0b;
export const block = (...code: readonly number[]): number[] => [0x02, VOID, ...code, END];
export const loop = (...code: readonly number[]): number[] => [0x03, VOID, ...code, END];
export const ifThen = (...code: readonly number[]): number[] => [0x04, VOID, ...code, END];
export const advance = (local: number, by: readonly number[]): number[] => [...get(local), ...by, ADD, ...set(local)];

export const loadVector = (address: number, offset: number): number[] => [...get(address), 0xfd, 0x00, 2, offset];
/** Stores a vector. Its address and the vector are on the stack. */
export const storeVector = (offset: number): number[] => [0xfd, 0x0b, 2, offset];
export const SPLAT_FLOAT = [0xfd, 0x13];
export const ADD_VECTORS = [0xfd, 0xe4, 0x01];
export const MULTIPLY_VECTORS = [0xfd, 0xe6, 0x01];
export const ZEROS = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const lane = (local: number, index: number): number[] => [...get(local), 0xfd, 0x1f, index];
const ADD_FLOAT = 0x92;
export const STORE_FLOAT = [0x38, 2, 0];

/** Leaves the sum of a vector's lanes on the stack. */
export const sumLanes = (local: number): number[] => [
  ...[...lane(local, 0), ...lane(local, 1), ADD_FLOAT],
  ...[...lane(local, 2), ...lane(local, 3), ADD_FLOAT, ADD_FLOAT],
];

const leb128 = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb128(value >> 7)]);
const section = (id: number, ...content: readonly number[]): number[] => [id, ...leb128(content.length), ...content];
const text = (name: string): number[] => [name.length, ...new TextEncoder().encode(name)];

export interface AssembledFunction {
  readonly name: string;
  readonly parameters: readonly number[];
  /** The types of the local variables that follow the parameters. */
  readonly locals: readonly number[];
  readonly body: readonly number[];
}

/** Assembles a module that exports functions without results, and its `memory`. */
export function assemble(functions: readonly AssembledFunction[]): Uint8Array<ArrayBuffer> {
  const count = functions.length;
  const bodies = functions.flatMap(({ locals, body }) => {
    const code = [locals.length, ...locals.flatMap((type) => [1, type]), ...body, END];
    return [...leb128(code.length), ...code];
  });
  const types = functions.flatMap(({ parameters }) => [FUNCTION_TYPE, parameters.length, ...parameters, 0]);
  const names = functions.flatMap(({ name }, index) => [...text(name), 0, index]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, count, ...types),
    ...section(3, count, ...functions.keys()),
    ...section(5, 1, 0, 1),
    ...section(7, count + 1, ...text('memory'), 2, 0, ...names),
    ...section(10, count, ...bodies),
  ]);
}

const PAGE_BYTES = 65_536;

/** Returns a memory's bytes as 32-bit floats, after growing it if it is too small. */
export function memoryNumbers(memory: WebAssembly.Memory, bytes: number): Float32Array {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  return new Float32Array(memory.buffer);
}
