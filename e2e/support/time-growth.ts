// Whether the time that code takes grows with its input, and not with the square of it.
import type { TextShape } from './hostile-texts.ts';
import { HAS_ALL_ROUNDS } from './rounds.ts';

const MIB = 2 ** 20;

/** How often two times that look too far apart are taken again. */
const RETRIES = 6;

/**
 * How many times as long a text of four times the length takes at most, even where a loop stands within a loop within
 * a loop. What grows more than that begins somewhere between the two, as what parts only long texts does.
 */
const STEP = 64;

/** At which sizes time is taken, and what of it is too much. */
export interface Sizes {
  /** The smallest, which even a loop within a loop within a loop gets through. Default 1,024. */
  readonly from?: number;
  /** The largest. Each size is four times the one before. Default 4 MiB. */
  readonly to?: number;
  /** What takes less, in milliseconds, says nothing about growth and passes. Default 40. */
  readonly floorMs?: number;
  /** Four times the input may take this many times as long: four, and something for caches and garbage. Default 6. */
  readonly growth?: number;
}

/** Whether all is tried at up to 4 MiB, which takes hours: `LECTERN_GROWTH=full`. */
const isFull = process.env['LECTERN_GROWTH'] === 'full';

const LARGEST_SIZES: Sizes = { from: MIB, to: 4 * MIB, floorMs: 250 };

/** Sizes beyond those of real scripts, for a few texts. What stays below the floor takes a second for 16 MiB. */
export const LARGE_SIZES: Sizes =
  isFull || HAS_ALL_ROUNDS ? LARGEST_SIZES : { from: MIB / 4, to: MIB, floorMs: 250 / 4 };

/**
 * Sizes to try many texts at: what is quadratic takes a tenth of a second and sixteen times as long each time, anything
 * else a few milliseconds, which are as little exact as they are few.
 */
export const SMALL_SIZES: Sizes = isFull
  ? { ...LARGEST_SIZES, from: MIB / 4 }
  : { to: 16_384, floorMs: 20, growth: 10 };

/** Sizes for a few texts of what reads them thoroughly. */
export const MEDIUM_SIZES: Sizes = isFull
  ? LARGEST_SIZES
  : { ...SMALL_SIZES, ...(HAS_ALL_ROUNDS ? { from: 65_536, to: 262_144 } : { from: 32_768, to: 131_072 }) };

/** A stretch of sizes at which the time grew too fast. */
export interface Growth {
  readonly smallLength: number;
  readonly smallMs: number;
  readonly largeLength: number;
  readonly largeMs: number;
}

/** Processor time of this thread, in milliseconds: what other processes do to the machine is not in it. */
async function cpuMs(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Runs work on inputs of growing size, each four times the one before.
 *
 * @param make the input of a size; its own time does not count
 * @returns the first stretch in which the time grew too much, again and again; null where there is none
 */
export async function superlinearGrowth<T>(
  work: (input: T) => unknown,
  make: (length: number) => T,
  { from = 1024, to = 4 * MIB, floorMs = 40, growth = 6 }: Sizes = {},
): Promise<Growth | null> {
  const isOver = (small: number, large: number) => large > floorMs && large > growth * small;
  const isTooMuch = () => isOver(smallMs, largeMs);
  const isStep = () => largeMs > STEP * smallMs;
  let small = make(from);
  let smallMs = await cpuMs(() => work(small));
  let largeMs = 0;
  let largest = to;
  for (let length = from; length * 4 <= largest; length *= 4) {
    const large = make(length * 4);
    largeMs = await cpuMs(() => work(large));
    // A first run compiles, and a busy machine is slow now and then: what is too much must be so again and again, for
    // times taken one right after the other and for the shortest ones.
    let shortest = { smallMs: Math.max(smallMs, 0.01), largeMs };
    for (let retry = 0; retry < RETRIES && isTooMuch(); retry += 1) {
      smallMs = Math.max(await cpuMs(() => work(small)), 0.01);
      largeMs = await cpuMs(() => work(large));
      shortest = { smallMs: Math.min(shortest.smallMs, smallMs), largeMs: Math.min(shortest.largeMs, largeMs) };
      if (!isOver(shortest.smallMs, shortest.largeMs)) ({ smallMs, largeMs } = shortest);
    }
    if (isTooMuch()) {
      if (!isStep()) return { smallLength: length, smallMs, largeLength: length * 4, largeMs };
      // How it grows from there, the next size tells.
      largest = Math.max(largest, length * 16);
    }
    small = large;
    smallMs = largeMs;
  }
  return null;
}

/** What grew too fast, in a sentence each; empty where all is well. For `expect(…).toEqual([])`. */
export async function superlinearTexts(
  work: (text: string) => unknown,
  shapes: readonly TextShape[],
  sizes?: Sizes,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, make } of shapes) {
    const growth = await superlinearGrowth(work, make, sizes);
    if (growth !== null) found.push(`${name}: ${describeGrowth(growth)}`);
  }
  return found;
}

/** A growth in a sentence. */
export const describeGrowth = ({ smallLength, smallMs, largeLength, largeMs }: Growth): string =>
  `${smallMs.toFixed(1)} ms for ${smallLength} code units, ${largeMs.toFixed(1)} ms for ${largeLength}`;
