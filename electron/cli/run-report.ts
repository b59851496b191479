// What a run came to: the object for programs, the rows for people.
import type { Failure } from '../core/production/failure.ts';
import type { RunPlan } from '../core/production/plan-run.ts';
import type { RunOutcome } from '../core/production/run-order.ts';
import type { LineNames } from './line-names.ts';
import { count, forHumans, type Output } from './output.ts';

/** The object that `--json` prints. */
export interface RunReport {
  /** The project's folder. */
  readonly project: string;
  readonly lines: number;
  readonly rendered: number;
  readonly reused: number;
  readonly failed: readonly FailedLine[];
  readonly in_doubt: number;
  readonly batches: number;
  /** As sent. */
  readonly characters: number;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly seconds: number;
}

export interface FailedLine {
  /** The line's number in the script. */
  readonly line: number;
  readonly reason: string;
}

const OVER_CAP =
  'Not sent: a cap on characters or on money would be passed, --max-characters or the project’s own (which is raised in the window).';

/**
 * All lines that have no take although they should, with the reason, in script order.
 *
 * @param before failures of earlier calls, which nobody asked to try again
 * @param fresh lines that have their take by now
 */
export function failedLines(
  plan: RunPlan,
  outcome: RunOutcome,
  before: ReadonlyMap<number, Failure>,
  names: LineNames,
  fresh: ReadonlySet<number>,
): FailedLine[] {
  const reasons = new Map<number, string>();
  for (const id of plan.blocked) reasons.set(id, names.problemOf(id));
  for (const id of plan.approved) reasons.set(id, 'Its approved take is stale; replacing it has to be confirmed.');
  for (const id of plan.overCap) reasons.set(id, OVER_CAP);
  for (const [id, failure] of [...before, ...outcome.failed]) {
    // Someone who stops a run knows that the rest is not sent: that is no failure.
    if (outcome.interrupted && failure.kind === 'not-sent') continue;
    reasons.set(id, failure.message ?? 'The service gave no reason.');
  }
  return [...reasons]
    .filter(([id]) => names.has(id) && !fresh.has(id))
    .map(([id, reason]) => ({ line: names.numberOf(id), reason }))
    .toSorted((a, b) => a.line - b.line);
}

/** Lines with the same reason are told of in one row from this many on. */
const TOGETHER_FROM = 4;

/** Tells what failed: each line by its name, many with the same reason by their numbers. */
export function tellFailures(failed: readonly FailedLine[], names: LineNames, output: Output): void {
  for (const [reason, lines] of Map.groupBy(failed, (line) => line.reason)) {
    if (lines.length >= TOGETHER_FROM) output.note(`  ${asRanges(lines.map(({ line }) => line))}: ${reason}`);
    else for (const { line } of lines) output.note(`  ${names.nameOfNumber(line)}: ${reason}`);
  }
}

/** `Lines 1–40, 42 and 50–99 (91 in all)`. @param numbers ascending */
export function asRanges(numbers: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const current = ranges.at(-1);
    if (current && current.last === number - 1) current.last = number;
    else ranges.push({ first: number, last: number });
  }
  const texts = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
  const listed = texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}` : (texts[0] ?? '');
  return `Lines ${listed} (${numbers.length.toLocaleString('en')} in all)`;
}

export interface TellOptions {
  readonly report: RunReport;
  readonly outcome: RunOutcome;
  readonly plan: RunPlan;
  readonly inDoubt: readonly number[];
  readonly names: LineNames;
  readonly outDir: string | null;
}

/** Tells a person what a run came to, and what to do next. */
export function tellOutcome(options: TellOptions, output: Output): void {
  const { report, outcome, plan, inDoubt, names, outDir } = options;
  const say = output.note;
  say(
    `${count(report.rendered, 'line')} rendered, ${report.reused.toLocaleString('en')} reused, ` +
      `${report.failed.length.toLocaleString('en')} failed, ${report.in_doubt.toLocaleString('en')} in doubt: ` +
      `${count(report.characters, 'character')} in ${count(report.batches, 'batch', 'batches')}, ` +
      `${forHumans(report.seconds * 1000)}.`,
  );
  tellFailures(report.failed, names, output);
  const doubt = 'In doubt: the service may have it, and may charge for it.';
  tellFailures(
    inDoubt.map((id) => ({ line: names.numberOf(id), reason: doubt })).toSorted((a, b) => a.line - b.line),
    names,
    output,
  );
  if (plan.beyondLimit.length > 0) say(`${count(plan.beyondLimit.length, 'line')} left for another run (--limit).`);
  if (outDir && report.files.length > 0) say(`${count(report.files.length, 'audio file')} in ${outDir}`);
  const again = `lectern resume ${quoted(report.project)}`;
  if (outcome.interrupted) say(`Interrupted. Everything is kept; to go on: ${again}`);
  else if (outcome.stopped !== null) say(`${outcome.stopped.message} When that is mended, go on with: ${again}`);
  else if (inDoubt.length > 0) say(`To send again what is in doubt: ${again} --resubmit-in-doubt`);
  else if (report.failed.length > 0) say(`To try again what failed: ${again} --retry-failed 1`);
}

/** A path as a shell takes it. */
const quoted = (path: string): string => (/^[\w./:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
