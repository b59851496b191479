// Detects that a service has changed a voice, from measurements of all of the voice's takes. The thresholds were chosen so
// that 1,000 simulated voices that don't change cause at most a few alarms.
import {
  type CanaryShift,
  DRIFT_DIMENSIONS,
  type DriftAlarm,
  type DriftDimension,
  type DriftGroup,
  type DriftShifts,
} from '../../../shared/model/voice-drift.ts';
import { at } from '../../../shared/rules/at.ts';

export interface HeardTake {
  readonly lineId: number;
  /** In milliseconds since the epoch. */
  readonly createdAt: number;
  /** As `2026-03-14`. */
  readonly day: string;
  /** The chapter's id; null is the text before the first chapter. */
  readonly chapter: number | null;
  /** Natural logarithm of the seconds per spoken character at speed 1; null if unknown. */
  readonly pace: number | null;
  /** In semitones. */
  readonly pitch: number | null;
  /** In dB. */
  readonly level: number | null;
  readonly timbre: ArrayLike<number> | null;
}

export interface Drift {
  readonly days: readonly DriftGroup[];
  readonly chapters: readonly DriftGroup[];
  readonly alarms: readonly DriftAlarm[];
}

/** The takes of the first days or chapters are the reference, until there are at least this many. */
const MIN_REFERENCE = 20;
const MAX_REFERENCE = 100;
/** Smaller groups are only tested together with those after them. */
const MIN_TAKES = 8;
/** A group is also tested together with those after it, up to about this many takes. */
const WINDOW_TAKES = 40;
/** Smaller differences are hardly audible. The units are those of `DriftShifts`. */
const MIN_SHIFT: DriftShifts & Record<DriftDimension, number> = { pace: 0.08, pitch: 0.7, level: 2, timbre: 1 };
/** A difference must exceed its standard error by this factor; by more in small groups, whose spread is uncertain. */
const CERTAINTY = 4.2;
const SMALL_GROUP_TAKES = 8;
/** Share of the values at each end that a trimmed mean ignores. */
const TRIMMED = 0.2;
/** Standard error of a trimmed mean relative to that of a mean, for normal values. */
const TRIMMED_ERROR = 1.07;
/** Standard deviation relative to the median absolute deviation, for normal values. */
const DEVIATION_PER_MAD = 1.4826;

/** Canaries compare takes of the same line, so a few are enough. */
const MIN_CANARIES = 3;
const CANARY_CERTAINTY = 3;

type DriftGroupKey = DriftGroup['group'];

/** Compares a voice's takes, in the order in which they were made, with its first takes. */
export function driftOf(takes: readonly HeardTake[]): Drift {
  const [days, chapters] = [compareGroups(takes, 'day'), compareGroups(takes, 'chapter')];
  return {
    days: days.groups,
    chapters: chapters.groups,
    alarms: firstOfEach([...days.findings, ...chapters.findings]),
  };
}

/** A test of a group, or of the group together with those after it. */
interface DriftFinding extends DriftAlarm {
  readonly isOwn: boolean;
}

interface DriftComparison {
  readonly groups: readonly DriftGroup[];
  readonly findings: readonly DriftFinding[];
}

/** Groups without a finding are added to the reference until it is large enough, which makes it more precise. */
function compareGroups(takes: readonly HeardTake[], by: DriftAlarm['by']): DriftComparison {
  const byGroup = [...Map.groupBy(takes, (take): DriftGroupKey => (by === 'day' ? take.day : take.chapter))];
  const reference: HeardTake[] = [];
  const groups: DriftGroup[] = [];
  const findings: DriftFinding[] = [];
  for (const [index, [group, own]] of byGroup.entries()) {
    const isReference = reference.length < MIN_REFERENCE;
    const found = isReference
      ? []
      : [
          ...findingsOf(reference, own, { by, group, isOwn: true }),
          ...findingsOf(reference, takesFrom(byGroup.slice(index)), { by, group, isOwn: false }),
        ];
    groups.push({ group, takes: own.length, isReference, shifts: isReference ? NO_SHIFTS : shiftsOf(reference, own) });
    for (const finding of found) findings.push(finding);
    if (found.length > 0) continue;
    for (const take of own.slice(0, Math.max(0, MAX_REFERENCE - reference.length))) reference.push(take);
  }
  return { groups, findings };
}

const NO_SHIFTS: DriftShifts = { pace: null, pitch: null, level: null, timbre: null };

/** Returns the takes of enough groups to detect small changes. */
function takesFrom(groups: readonly (readonly [DriftGroupKey, readonly HeardTake[]])[]): HeardTake[] {
  const takes: HeardTake[] = [];
  for (const [, own] of groups) {
    if (takes.length >= WINDOW_TAKES) break;
    for (const take of own) takes.push(take);
  }
  return takes;
}

function findingsOf(
  reference: readonly HeardTake[],
  takes: readonly HeardTake[],
  place: Pick<DriftFinding, 'by' | 'group' | 'isOwn'>,
): DriftFinding[] {
  return DRIFT_DIMENSIONS.flatMap((dimension) => {
    const shift = certainShift(reference, takes, dimension);
    return shift === null ? [] : [{ ...place, dimension, takes: takes.length, shift }];
  });
}

/**
 * Keeps one alarm per dimension: the first group that differs by itself, or else the first that differs together with
 * those after it. Days come first, because services change at a point in time, not at a chapter.
 */
function firstOfEach(findings: readonly DriftFinding[]): DriftAlarm[] {
  return DRIFT_DIMENSIONS.flatMap((dimension) => {
    const own = findings.filter((one) => one.dimension === dimension);
    const [day] = own.filter(({ by }) => by === 'day').toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
    const [any] = own.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
    const first = day ?? any;
    if (!first) return [];
    const { isOwn, ...alarm } = first;
    return [alarm];
  });
}

/** Returns the shift if it is both audible and far outside the voice's usual variation. */
function certainShift(
  reference: readonly HeardTake[],
  takes: readonly HeardTake[],
  dimension: DriftDimension,
): number | null {
  const found = dimension === 'timbre' ? timbreShift(reference, takes) : scalarShift(reference, takes, dimension);
  if (!found) return null;
  const isCertain = Math.abs(found.shift) > CERTAINTY * found.error;
  return isCertain && Math.abs(asShown(found.shift, dimension)) >= MIN_SHIFT[dimension]
    ? asShown(found.shift, dimension)
    : null;
}

/** Converts differences of logarithms to shares. */
const asShown = (shift: number, dimension: DriftDimension): number =>
  dimension === 'pace' ? Math.exp(shift) - 1 : shift;

function shiftsOf(reference: readonly HeardTake[], takes: readonly HeardTake[]): DriftShifts {
  const scalar = (dimension: Exclude<DriftDimension, 'timbre'>): number | null => {
    const found = scalarShift(reference, takes, dimension);
    return found && asShown(found.shift, dimension);
  };
  return {
    pace: scalar('pace'),
    pitch: scalar('pitch'),
    level: scalar('level'),
    timbre: timbreShift(reference, takes)?.shift ?? null,
  };
}

interface Shift {
  readonly shift: number;
  readonly error: number;
}

function scalarShift(
  reference: readonly HeardTake[],
  takes: readonly HeardTake[],
  dimension: Exclude<DriftDimension, 'timbre'>,
): Shift | null {
  const [before, after] = [reference, takes].map((group) => group.flatMap((take) => take[dimension] ?? []));
  return before && after ? shiftBetween(before, after) : null;
}

function shiftBetween(before: readonly number[], after: readonly number[]): Shift | null {
  if (before.length < MIN_TAKES || after.length < MIN_TAKES) return null;
  const [from, to] = [trimmedMean(before), trimmedMean(after)];
  const spread = spreadOf([...before.map((value) => value - from), ...after.map((value) => value - to)]);
  return { shift: to - from, error: TRIMMED_ERROR * spread * standardError(before.length, after.length) };
}

/** The root mean square of the shifts of all coefficients, each in units of its spread between lines. */
function timbreShift(reference: readonly HeardTake[], takes: readonly HeardTake[]): Shift | null {
  const [before, after] = [reference, takes].map((group) => group.flatMap(({ timbre }) => (timbre ? [timbre] : [])));
  if (!before || !after || before.length < MIN_TAKES || after.length < MIN_TAKES) return null;
  const size = before[0]?.length ?? 0;
  let sum = 0;
  for (let index = 0; index < size; index += 1) {
    const was = before.map((timbre) => timbre[index] ?? 0);
    const is = after.map((timbre) => timbre[index] ?? 0);
    const [from, to] = [trimmedMean(was), trimmedMean(is)];
    const spread = spreadOf([...was.map((value) => value - from), ...is.map((value) => value - to)]);
    sum += ((to - from) / Math.max(spread, MIN_TIMBRE_SPREAD)) ** 2;
  }
  return { shift: Math.sqrt(sum / size), error: standardError(before.length, after.length) };
}

/** Standard error of a difference of means, in units of the spread. */
function standardError(before: number, after: number): number {
  const sum = 1 / before + 1 / after;
  return Math.sqrt(sum * (1 + SMALL_GROUP_TAKES * sum));
}

/** Prevents alarms caused by rounding errors in voices whose lines all sound the same. */
const MIN_TIMBRE_SPREAD = 0.2;

/** Robust standard deviation of values around 0. */
function spreadOf(differences: readonly number[]): number {
  const sorted = Float64Array.from(differences, Math.abs).sort();
  return DEVIATION_PER_MAD * at(sorted, sorted.length >> 1);
}

function trimmedMean(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const cut = Math.floor(TRIMMED * sorted.length);
  const kept = sorted.subarray(cut, sorted.length - cut);
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}

/** Two takes of the same line. */
export interface CanaryPair {
  readonly before: HeardTake;
  readonly after: HeardTake;
}

/** Compares takes of the same lines. @param reference the voice's takes, for the spread of its timbre */
export function canaryShift(pairs: readonly CanaryPair[], reference: readonly HeardTake[]): CanaryShift | null {
  if (pairs.length === 0) return null;
  const found = new Map<DriftDimension, Shift>();
  for (const dimension of ['pace', 'pitch', 'level'] as const) {
    const differences = pairs.flatMap(({ before, after }) => {
      const [was, is] = [before[dimension], after[dimension]];
      return was === null || is === null ? [] : [is - was];
    });
    if (differences.length < MIN_CANARIES) continue;
    const shift = trimmedMean(differences);
    const spread = spreadOf(differences.map((difference) => difference - shift));
    found.set(dimension, { shift, error: spread / Math.sqrt(differences.length) });
  }
  const timbre = pairedTimbre(pairs, reference);
  if (timbre) found.set('timbre', timbre);
  const shown = (dimension: DriftDimension): number | null => {
    const one = found.get(dimension);
    return one ? asShown(one.shift, dimension) : null;
  };
  const alarms = DRIFT_DIMENSIONS.filter((dimension) => {
    const one = found.get(dimension);
    if (!one || Math.abs(asShown(one.shift, dimension)) < MIN_SHIFT[dimension]) return false;
    return Math.abs(one.shift) > CANARY_CERTAINTY * one.error;
  });
  return {
    lines: pairs.length,
    shifts: { pace: shown('pace'), pitch: shown('pitch'), level: shown('level'), timbre: shown('timbre') },
    alarms,
  };
}

function pairedTimbre(pairs: readonly CanaryPair[], reference: readonly HeardTake[]): Shift | null {
  const all = reference.flatMap(({ timbre }) => (timbre ? [timbre] : []));
  const both = pairs.flatMap(({ before, after }) =>
    before.timbre && after.timbre ? [[before.timbre, after.timbre] as const] : [],
  );
  if (both.length < MIN_CANARIES || all.length < MIN_CANARIES) return null;
  const size = all[0]?.length ?? 0;
  let sum = 0;
  for (let index = 0; index < size; index += 1) {
    const values = all.map((timbre) => timbre[index] ?? 0);
    const mean = trimmedMean(values);
    const spread = Math.max(MIN_TIMBRE_SPREAD, spreadOf(values.map((value) => value - mean)));
    sum += (trimmedMean(both.map(([before, after]) => (after[index] ?? 0) - (before[index] ?? 0))) / spread) ** 2;
  }
  // Takes of the same line differ less than different lines do.
  return { shift: Math.sqrt(sum / size), error: 0 };
}
