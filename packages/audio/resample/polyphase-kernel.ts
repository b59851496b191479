// The inner loop of the resampler in WebAssembly SIMD. It processes four samples at a time and is six times as fast
// as JavaScript.

/** Parameters of a run. Addresses are in bytes of the kernel's memory. */
export interface PolyphaseRun {
  readonly input: number;
  readonly output: number;
  readonly outputEnd: number;
  readonly filters: number;
  /** Size of each filter in bytes, a multiple of 32. */
  readonly filterBytes: number;
  readonly phases: number;
  readonly firstPhase: number;
  /** Distance between output samples: bytes of whole input samples, plus phases. */
  readonly stepBytes: number;
  readonly phaseStep: number;
}

export const KERNEL_LANES = 8;

const I32 = 0x7f;
const V128 = 0x7b;
const VOID = 0x40;

// Parameters in the same order as in PolyphaseRun, followed by local variables.
const [INPUT, OUTPUT, OUTPUT_END, FILTERS, FILTER_BYTES, PHASES, PHASE, STEP_BYTES, PHASE_STEP] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
];
const PARAMETERS = 9;
const [ROW, ROW_END, AT, EVEN, ODD] = [9, 10, 11, 12, 13];

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const constant = (value: number): number[] => [0x41, value];
const ADD = 0x6a;
const SUBTRACT = 0x6b;
const MULTIPLY = 0x6c;
const LESS = 0x49;
const GREATER_OR_EQUAL = 0x4f;
const branch = (depth: number): number[] => [0x0c, depth];
const branchIf = (depth: number): number[] => [0x0d, depth];
const END = 0x0b;
const block = (...code: readonly number[]): number[] => [0x02, VOID, ...code, END];
const loop = (...code: readonly number[]): number[] => [0x03, VOID, ...code, END];
const ifThen = (...code: readonly number[]): number[] => [0x04, VOID, ...code, END];
const advance = (local: number, by: readonly number[]): number[] => [...get(local), ...by, ADD, ...set(local)];

const loadVector = (address: number, offset: number): number[] => [...get(address), 0xfd, 0x00, 2, offset];
const ADD_VECTORS = [0xfd, 0xe4, 0x01];
const MULTIPLY_VECTORS = [0xfd, 0xe6, 0x01];
const ZEROS = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const lane = (local: number, index: number): number[] => [...get(local), 0xfd, 0x1f, index];
const ADD_FLOAT = 0x92;
const STORE_FLOAT = [0x38, 2, 0];

const accumulate = (sum: number, offset: number): number[] => [
  ...get(sum),
  ...loadVector(ROW, offset),
  ...loadVector(AT, offset),
  ...MULTIPLY_VECTORS,
  ...ADD_VECTORS,
  ...set(sum),
];

const BODY = block(
  ...loop(
    ...[...get(OUTPUT), ...get(OUTPUT_END), GREATER_OR_EQUAL, ...branchIf(1)],
    ...[...get(FILTERS), ...get(PHASE), ...get(FILTER_BYTES), MULTIPLY, ADD, ...set(ROW)],
    ...[...get(ROW), ...get(FILTER_BYTES), ADD, ...set(ROW_END)],
    ...[...get(INPUT), ...set(AT), ...ZEROS, ...set(EVEN), ...ZEROS, ...set(ODD)],
    ...loop(
      // Use two sums, so that each addition doesn't have to wait for the previous one.
      ...accumulate(EVEN, 0),
      ...accumulate(ODD, 16),
      ...advance(ROW, constant(32)),
      ...advance(AT, constant(32)),
      ...[...get(ROW), ...get(ROW_END), LESS, ...branchIf(0)],
    ),
    ...[...get(EVEN), ...get(ODD), ...ADD_VECTORS, ...set(EVEN), ...get(OUTPUT)],
    ...[...lane(EVEN, 0), ...lane(EVEN, 1), ADD_FLOAT, ...lane(EVEN, 2), ...lane(EVEN, 3), ADD_FLOAT, ADD_FLOAT],
    ...STORE_FLOAT,
    ...advance(OUTPUT, constant(4)),
    ...advance(INPUT, get(STEP_BYTES)),
    ...advance(PHASE, get(PHASE_STEP)),
    ...[...get(PHASE), ...get(PHASES), GREATER_OR_EQUAL],
    ...ifThen(...get(PHASE), ...get(PHASES), SUBTRACT, ...set(PHASE), ...advance(INPUT, constant(4))),
    ...branch(0),
  ),
);

const leb128 = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb128(value >> 7)]);
const section = (id: number, ...content: readonly number[]): number[] => [id, ...leb128(content.length), ...content];
const text = (name: string): number[] => [name.length, ...new TextEncoder().encode(name)];

const LOCALS = [2, 3, I32, 2, V128];
const FUNCTION = [...LOCALS, ...BODY, END];
const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 1, 0x60, PARAMETERS, ...new Array<number>(PARAMETERS).fill(I32), 0),
  ...section(3, 1, 0),
  ...section(5, 1, 0, 1),
  ...section(7, 2, ...text('memory'), 2, 0, ...text('run'), 0, 0),
  ...section(10, 1, ...leb128(FUNCTION.length), ...FUNCTION),
]);

const PAGE_BYTES = 65_536;

/** A kernel with its own memory. Use one per thread. */
export class PolyphaseKernel {
  readonly #memory: WebAssembly.Memory;
  readonly #run: (...parameters: readonly number[]) => void;

  constructor() {
    const { memory, run } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), {}).exports;
    if (!(memory instanceof WebAssembly.Memory) || typeof run !== 'function')
      throw new Error('The kernel module is incomplete.');
    this.#memory = memory;
    this.#run = run as (...parameters: readonly number[]) => void;
  }

  numbers(bytes: number): Float32Array {
    const missing = bytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    return new Float32Array(this.#memory.buffer);
  }

  run(run: PolyphaseRun): void {
    const { input, output, outputEnd, filters, filterBytes, phases, firstPhase, stepBytes, phaseStep } = run;
    this.#run(input, output, outputEnd, filters, filterBytes, phases, firstPhase, stepBytes, phaseStep);
  }
}
