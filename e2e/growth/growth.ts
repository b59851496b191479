// Checks that a reader's running time grows linearly with the size of its input. The tests run a quick check for every
// reader (`checkReader`), and a benchmark runs a thorough check with large inputs (`measureReader`).

/** Creates inputs of any size that have the same structure. */
export interface InputShape<Input = string> {
  readonly name: string;
  /** @param size the approximate number of UTF-16 code units, bytes or elements */
  make(size: number): Input;
}

/** Code that reads input of any length, and shapes of input that are likely to slow the code down. */
export interface MeasuredReader<Input = unknown> {
  readonly name: string;
  readonly shapes: readonly InputShape<Input>[];
  /** Shapes for the quick check; all by default. Only the benchmark uses the other shapes. */
  readonly checkedShapes?: readonly InputShape<Input>[];
  /** Size of the largest input in the quick check; 8,192 by default. */
  readonly checkedSize?: number;
  /** Sizes of the smallest and the largest input in the benchmark; 1 Ki to 4 Mi by default. */
  readonly measuredSizes?: readonly [smallest: number, largest: number];
  /**
   * Whether reading the same input again takes as long as the first time. False by default, because V8 caches regular
   * expression matches.
   */
  readonly isRepeatable?: boolean;
  read(input: Input): unknown;
  /** Called before the reader gets its first input. */
  open?(): unknown;
  close?(): unknown;
}

/** CPU times for a small and a large input. */
export interface Growth {
  readonly smallSize: number;
  readonly smallMs: number;
  readonly largeSize: number;
  readonly largeMs: number;
}

/** Maximum number of times that a suspicious measurement is repeated. */
const MAX_RETRIES = 6;

/**
 * The quick check compares one input with this many smaller inputs of the same total size. If time is linear, the large
 * input takes as long as the small inputs together. If it is quadratic, the large input takes this many times as long.
 */
const PIECES = 8;
const CHECK_LIMIT = 3;
/** Shorter times are never suspicious. A quadratic reader takes longer than this for an input in the quick check. */
const CHECK_FLOOR_MS = 10;
/**
 * Above this time, superlinear growth is reported at once, because repeated measurements and larger inputs could take
 * minutes.
 */
const CONCLUSIVE_MS = 200;

/** The size ratio between consecutive inputs in the benchmark. */
const SIZE_FACTOR = 4;
/**
 * Maximum ratio between the times for consecutive inputs. Quadratic readers take 16 times as long for four times the
 * input.
 */
export const MEASURE_LIMIT = 8;
/** Times below this are too imprecise to compare. */
export const MEASURE_FLOOR_MS = 50;
/**
 * A time ratio above this means faster than cubic growth. Probably the larger input exceeds a threshold in the reader,
 * or the time for the smaller input is less than a clock tick. In both cases, only the next size gives a meaningful
 * result.
 */
const THRESHOLD_FACTOR = 2 * SIZE_FACTOR ** 3;

/** Measures this thread's CPU time in milliseconds, which other processes barely affect. */
async function cpuMs(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Compares one input with eight inputs of an eighth of the size. Returns null if time is roughly linear. */
async function comparePieces<Input>(
  read: (input: Input) => unknown,
  make: (size: number) => Input,
  size: number,
  isRepeatable: boolean,
): Promise<Growth | null> {
  const large = make(size);
  let largeMs = await cpuMs(() => read(large));
  if (largeMs <= CHECK_FLOOR_MS) return null;
  const smallSize = Math.ceil(size / PIECES);
  const pieces = isRepeatable
    ? new Array<Input>(PIECES).fill(make(smallSize))
    : Array.from({ length: PIECES }, (_, at) => make(Math.max(1, smallSize - at)));
  const readPieces = async () => {
    for (const piece of pieces) await read(piece);
  };
  let piecesMs = await cpuMs(readPieces);
  const isLinear = () => largeMs <= CHECK_FLOOR_MS || largeMs <= CHECK_LIMIT * piecesMs;
  for (let retry = 0; retry < MAX_RETRIES && !isLinear() && (retry === 0 || largeMs < CONCLUSIVE_MS); retry += 1) {
    largeMs = Math.min(largeMs, await cpuMs(() => read(large)));
    piecesMs = Math.min(piecesMs, await cpuMs(readPieces));
  }
  if (isLinear()) return null;
  return { smallSize, smallMs: piecesMs / PIECES, largeSize: size, largeMs };
}

/** Runs the quick check for one shape. Returns null if time is roughly linear. */
export async function checkGrowth<Input>(
  read: (input: Input) => unknown,
  make: (size: number) => Input,
  size = 8_192,
  isRepeatable = false,
): Promise<Growth | null> {
  // Check a smaller size first, because a reader with cubic time would take minutes for the full size.
  for (let checked = Math.ceil(size / PIECES); ; checked *= PIECES) {
    const growth = await comparePieces(read, make, checked, isRepeatable);
    if (growth === null && checked >= size) return null;
    // A reader that starts to do more work at a certain size only looks superlinear there, so check a larger size too.
    if (growth !== null && (checked > size || growth.largeMs > CONCLUSIVE_MS)) return growth;
  }
}

/** Runs the quick check for a reader. Returns a sentence about the first shape whose time grows too fast, or null. */
export async function checkReader(reader: MeasuredReader): Promise<string | null> {
  await reader.open?.();
  try {
    for (const { name, make } of reader.checkedShapes ?? reader.shapes) {
      const growth = await checkGrowth((input) => reader.read(input), make, reader.checkedSize, reader.isRepeatable);
      if (growth !== null) return `${name}: ${describeGrowth(growth)}`;
    }
  } finally {
    await reader.close?.();
  }
  return null;
}

export const isSuperlinear = ({ smallMs, largeMs }: Growth): boolean =>
  largeMs > MEASURE_FLOOR_MS && largeMs > MEASURE_LIMIT * smallMs;

/** Repeats a suspicious measurement, because compilation and garbage collection can distort it. */
async function measureStep(measure: () => Promise<Growth>, first: Growth): Promise<Growth> {
  let growth = first;
  for (let retry = 0; retry < MAX_RETRIES && isSuperlinear(growth); retry += 1) {
    const again = await measure();
    if (!isSuperlinear(again)) return again;
    growth = {
      ...growth,
      smallMs: Math.min(growth.smallMs, again.smallMs),
      largeMs: Math.min(growth.largeMs, again.largeMs),
    };
  }
  return growth;
}

/**
 * Measures a shape at increasing sizes, until the time is long enough to be precise or the largest size is reached.
 * @returns the first superlinear step, or else the last step
 */
export async function measureGrowth<Input>(
  read: (input: Input) => unknown,
  make: (size: number) => Input,
  [smallest, largest]: readonly [smallest: number, largest: number] = [1_024, 4 * 2 ** 20],
): Promise<Growth> {
  let smallSize = smallest;
  let small = make(smallSize);
  let smallMs = await cpuMs(() => read(small));
  for (;;) {
    const largeSize = smallSize * SIZE_FACTOR;
    const large = make(largeSize);
    const first = { smallSize, smallMs, largeSize, largeMs: await cpuMs(() => read(large)) };
    const growth = await measureStep(
      async () => ({
        smallSize,
        smallMs: await cpuMs(() => read(small)),
        largeSize,
        largeMs: await cpuMs(() => read(large)),
      }),
      first,
    );
    const isLast = largeSize * SIZE_FACTOR > largest || growth.largeMs > MEASURE_FLOOR_MS;
    if (isSuperlinear(growth) ? growth.largeMs <= THRESHOLD_FACTOR * growth.smallMs : isLast) return growth;
    ({ largeSize: smallSize, largeMs: smallMs } = growth);
    small = large;
  }
}

export async function measureReader(reader: MeasuredReader): Promise<{ shape: string; growth: Growth }[]> {
  const measured: { shape: string; growth: Growth }[] = [];
  await reader.open?.();
  try {
    for (const { name, make } of reader.shapes) {
      const growth = await measureGrowth((input) => reader.read(input), make, reader.measuredSizes);
      measured.push({ shape: name, growth });
    }
  } finally {
    await reader.close?.();
  }
  return measured;
}

const describeGrowth = ({ smallSize, smallMs, largeSize, largeMs }: Growth): string =>
  `${smallMs.toFixed(1)} ms for ${smallSize}, ${largeMs.toFixed(1)} ms for ${largeSize}`;

/** Creates readers that all use the same input shapes. */
export const textReaders = (
  readers: Readonly<Record<string, (text: string) => unknown>>,
  shapes: readonly InputShape[],
  options: Pick<MeasuredReader<string>, 'checkedShapes' | 'checkedSize' | 'measuredSizes'> = {},
): MeasuredReader<string>[] => Object.entries(readers).map(([name, read]) => ({ name, read, shapes, ...options }));
