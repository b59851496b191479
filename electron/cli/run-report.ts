// What a run came to: the object for programs, the rows for people.
import { describeCap } from '../core/production/describe-cap.ts';
import type { Failure } from '../core/production/failure.ts';
import type { RunPlan } from '../core/production/plan-run.ts';
import type { RunOutcome } from '../core/production/run-order.ts';
import type { CapKind } from '../core/project/spending/remaining-budget.ts';
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
  /** Lines that wait for a decision: in doubt, or lost. */
  readonly in_doubt: number;
  /** Of those, the ones that the service accepted and no longer has. */
  readonly lost: number;
  /** Lines of the script without a take that this call was not to render: beyond `--limit`, or not in the run. */
  readonly left: number;
  readonly batches: number;
  /** As sent. */
  readonly characters: number;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly seconds: number;
}

export interface FailedLine {
  /** The line's number in the whole script. */
  readonly line: number;
  /** Its number as people know it, `2.12`. */
  readonly number?: string;
  readonly reason: string;
}

const MISSING_AUDIO = 'Its audio is missing or damaged, and rendering it again is paid for again.';

/**
 * What helps a line that has no take: `retry`: sending it again; `resume`: going on, which sends or fetches it;
 * `raise-cap`; `edit`: changing the script or the cast; `confirm`: deciding about its approved take; `missing-audio`: putting
 * its audio back, or rendering it again.
 */
type Remedy = 'retry' | 'resume' | 'raise-cap' | 'edit' | 'confirm' | 'missing-audio';

/** A line that failed, with what helps. */
export interface FailedInRun extends FailedLine {
  readonly id: number;
  readonly remedy: Remedy;
}

export interface FailureFacts {
  readonly plan: RunPlan;
  readonly outcome: RunOutcome;
  /** Failures of earlier calls that were not to be tried again. */
  readonly before: ReadonlyMap<number, Failure>;
  readonly names: LineNames;
  /** Lines that have their take by now. */
  readonly fresh: ReadonlySet<number>;
  /** The cap that leaves the least room; null: there is none. */
  readonly cap: CapKind | null;
}

/** All lines that have no take although they should, with the reason, in script order. */
export function failedLines({ plan, outcome, before, names, fresh, cap }: FailureFacts): FailedInRun[] {
  const found = new Map<number, { readonly reason: string; readonly remedy: Remedy }>();
  for (const id of plan.blocked) found.set(id, { reason: names.problemOf(id), remedy: 'edit' });
  for (const id of plan.missingAudio) found.set(id, { reason: MISSING_AUDIO, remedy: 'missing-audio' });
  for (const id of plan.approved) {
    found.set(id, { reason: 'Its approved take is stale; replacing it has to be confirmed.', remedy: 'confirm' });
  }
  for (const id of plan.overCap) {
    found.set(id, { reason: `Not sent: ${describeCap(cap ?? 'run')}`, remedy: 'raise-cap' });
  }
  for (const [id, failure] of [...before, ...outcome.failed]) {
    // Someone who stops a run knows that the rest is not sent: that is no failure.
    if (outcome.interrupted && failure.kind === 'not-sent') continue;
    found.set(id, { reason: failure.message ?? 'The service gave no reason.', remedy: remedyOf(failure) });
  }
  return [...found]
    .filter(([id]) => names.has(id) && !fresh.has(id))
    .map(([id, { reason, remedy }]) => ({ id, line: names.numberOf(id), reason, remedy }))
    .toSorted((a, b) => a.line - b.line);
}

function remedyOf({ kind }: Failure): Remedy {
  switch (kind) {
    case 'failed-by-service':
    case 'refused':
      return 'retry';
    case 'not-sent':
    case 'audio-unavailable':
    case 'not-stored':
    case 'unfinished':
      return 'resume';
    case 'over-cap':
      return 'raise-cap';
    case 'blocked':
      return 'edit';
  }
}

/** How many lines of the script are in none of these groups. */
export function leftLines(names: LineNames, groups: readonly Iterable<number>[]): number {
  const known = new Set(groups.flatMap((group) => [...group]));
  return names.ids.filter((id) => !known.has(id)).length;
}

/** Lines with the same reason are told of in one row from this many on. */
const TOGETHER_FROM = 4;

/** Tells what failed: each line by its name, many with the same reason by their numbers. */
export function tellFailures(failed: readonly FailedLine[], names: LineNames, output: Output): void {
  for (const [reason, lines] of Map.groupBy(failed, (line) => line.reason)) {
    if (lines.length >= TOGETHER_FROM) {
      const ranges = asRanges(
        lines.map(({ line }) => line),
        (number) => names.labelOfNumber(number),
      );
      output.note(`  ${ranges}: ${reason}`);
    } else for (const { line } of lines) output.note(`  ${names.nameOfNumber(line)}: ${reason}`);
  }
}

/**
 * `Lines 1.1–1.40, 1.42 and 2.3–2.9 (48 in all)`.
 *
 * @param numbers in the whole script, ascending
 * @param labelOf what a line is called by its number there
 */
export function asRanges(numbers: readonly number[], labelOf: (number: number) => string = String): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const current = ranges.at(-1);
    if (current && current.last === number - 1) current.last = number;
    else ranges.push({ first: number, last: number });
  }
  const texts = ranges.map(({ first, last }) =>
    first === last ? labelOf(first) : `${labelOf(first)}–${labelOf(last)}`,
  );
  const listed = texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}` : (texts[0] ?? '');
  return `Lines ${listed} (${numbers.length.toLocaleString('en')} in all)`;
}

export interface TellOptions {
  readonly report: RunReport;
  readonly outcome: RunOutcome;
  readonly failed: readonly FailedInRun[];
  /** The cap that leaves the least room; null: there is none. */
  readonly cap: CapKind | null;
  readonly inDoubt: readonly number[];
  /** Lines that are lost, with the reason. */
  readonly lost: ReadonlyMap<number, string>;
  readonly names: LineNames;
  readonly outDir: string | null;
}

/** Tells a person what a run came to, and what to do next. */
export function tellOutcome(options: TellOptions, output: Output): void {
  const { report, inDoubt, lost, names, outDir } = options;
  const say = output.note;
  say(
    `${count(report.rendered, 'line')} rendered, ${report.reused.toLocaleString('en')} reused, ` +
      `${report.failed.length.toLocaleString('en')} failed, ${inDoubt.length.toLocaleString('en')} in doubt, ` +
      `${report.lost.toLocaleString('en')} lost: ` +
      `${count(report.characters, 'character')} in ${count(report.batches, 'batch', 'batches')}, ` +
      `${forHumans(report.seconds * 1000)}.`,
  );
  tellFailures(report.failed, names, output);
  const open = new Map(inDoubt.map((id) => [id, 'In doubt: the service may have it, and may charge for it.']));
  for (const [id, reason] of lost) open.set(id, `Lost: ${reason}`);
  tellFailures(
    [...open].map(([id, reason]) => ({ line: names.numberOf(id), reason })).toSorted((a, b) => a.line - b.line),
    names,
    output,
  );
  if (outDir && report.files.length > 0) say(`${count(report.files.length, 'audio file')} in ${outDir}`);
  for (const sentence of adviceOf(options)) say(sentence);
}

/** What to do next, a sentence for each thing. Each command does what its sentence says. */
function adviceOf({ report, outcome, failed, cap, inDoubt, lost }: TellOptions): string[] {
  const again = `lectern resume ${quoted(report.project)}`;
  const { stopped } = outcome;
  if (outcome.interrupted) return [`Interrupted. Everything is kept; to go on: ${again}`];
  if (stopped?.problem?.kind === 'moved-while-open') {
    const isFound = stopped.problem.foundAt !== null;
    return [`${stopped.message} To go on: ${isFound ? again : 'lectern resume, with the folder as it is called now'}`];
  }
  const needs = new Set(failed.map(({ remedy }) => remedy));
  const advice: string[] = [];
  if (stopped !== null && !stopped.capped) advice.push(`${stopped.message} When that is mended, go on with: ${again}`);
  else if (needs.has('resume'))
    advice.push(`To fetch what the service still has, and send what was not sent: ${again}`);
  if (needs.has('retry')) advice.push(`To send again what failed (it may be charged again): ${again} --retry-failed 1`);
  if (inDoubt.length > 0 || lost.size > 0) {
    advice.push(`To send again what is in doubt or lost (it may be charged twice): ${again} --resubmit-in-doubt`);
  }
  if (needs.has('raise-cap')) advice.push(capAdvice(cap, again));
  if (needs.has('missing-audio')) {
    advice.push(
      'Put missing audio back into the project’s takes, or, to render it again (it is charged again): ' +
        `${again} --render-missing-audio`,
    );
  }
  if (needs.has('edit')) advice.push(EDIT_ADVICE);
  if (needs.has('confirm')) advice.push(CONFIRM_ADVICE);
  if (report.left > 0) {
    const are = report.left === 1 ? 'is' : 'are';
    advice.push(`${count(report.left, 'line')} of the script ${are} left: “lectern render” renders what has no take.`);
  }
  return advice;
}

const EDIT_ADVICE =
  'To render lines that can’t be rendered as they are, change the script or the cast, then call “lectern render” again.';
const CONFIRM_ADVICE = 'To replace approved takes, open the project in the window and confirm it in Production.';

function capAdvice(cap: CapKind | null, again: string): string {
  switch (cap) {
    case 'characters':
    case 'money':
      return `To render what the cap left out, raise the project’s cap in the window, then go on with: ${again}`;
    case 'currency':
      return `To render what the cap left out, set the project’s cap in the currency of the price, then go on with: ${again}`;
    case 'run':
    case null:
      return 'To render what the cap left out, call “lectern render” again with a higher --max-characters, or without it.';
  }
}

/** A path as a shell takes it. */
const quoted = (path: string): string => (/^[\w./:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
