import { PLANS, planLimit } from '@lectern/tts-protocol';
import type { CastChange } from '../../shared/model/cast.ts';
import type { ExportDisclosure } from '../../shared/model/export/disclosure.ts';
import type { ExportNotice, ExportVerdict } from '../../shared/model/export/export.ts';
import type { ExportSigning } from '../../shared/model/export/signature.ts';
import type { Failure } from '../../shared/model/problems/line-failure.ts';
import type { CapKind } from '../../shared/model/spending.ts';
import type { Suspicion, SuspicionKind } from '../../shared/model/take.ts';
import { ASSUMED_LATENCY_MS } from '../core/production/run-forecast.ts';
import type { RunPlan } from '../core/production/run-plan.ts';
import type { RunOutcome } from '../core/production/run-state.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import type { Project } from '../core/project/project.ts';
import type { LineWarning } from '../core/rules/line-request.ts';
import { forecast, unspentBudget } from '../core/scheduler/forecast.ts';
import { systemClock } from '../core/system.ts';
import type { CastChangeReport } from './cast-change.ts';
import type { driftRows } from './drift-report.ts';
import type { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import { durationText, listed, listedWithAnd, t, tRun } from './words.ts';

export function printPlan(plan: RunPlan, connection: ServiceLink, output: CommandOutput): void {
  if (plan.inFlight.length > 0) output.note(t('plan.withService', { lines: plan.inFlight.length }));
  if (plan.missingAudio.length > 0) {
    output.note(t('plan.missingAudio', { lines: plan.missingAudio.length }));
  }
  if (plan.paidAgain.length > 0) {
    output.note(t('plan.paidAgain', { lines: plan.paidAgain.length }));
  }
  if (plan.blocked.length > 0) output.note(t('plan.blocked', { lines: plan.blocked.length }));
  if (plan.send.length === 0) {
    if (plan.inFlight.length === 0) output.note(t('plan.nothing', { lines: plan.reused.length }));
    return;
  }
  const now = systemClock.now();
  const lines = plan.send.map(({ lineId, characters }) => ({ id: String(lineId), characters }));
  const conditions = { now, latencyMs: ASSUMED_LATENCY_MS };
  const { limit } = connection.budget.state('batch');
  const own = forecast(lines, connection.budget.outlook('batch'), conditions);
  const limited = limit.requests !== undefined || limit.characters !== undefined;
  const figures = { lines: lines.length, characters: plan.characters };
  // Without limits there is no forecast, because the service's speed determines the batches.
  if (!limited) {
    output.note(t('plan.toRender', figures));
    return;
  }
  const time = durationText((own.allSentAt ?? now) - now);
  output.note(t('plan.toRenderWithin', { ...figures, batches: own.batches.length, time }));
  const others = PLANS.filter((name) => name !== connection.settings.plan && name !== 'enterprise').map((name) => {
    const { allSentAt } = forecast(lines, unspentBudget(planLimit(name, 'batch')), conditions);
    return t('plan.onPlan', { plan: name, time: durationText((allSentAt ?? now) - now) });
  });
  output.note(t('plan.others', { plans: listed(others) }));
}

/** Warns about dialog lines that the service might not speak as expected. */
export function printWarnings(
  project: Project,
  lineIds: readonly number[],
  names: LineNames,
  output: CommandOutput,
): void {
  const found: ReportedLine[] = [];
  // Only dialog lines have prefixes, and only their roles can have different parameters.
  for (const lineId of lineIds.filter((id) => names.isDialog(id))) {
    const built = project.lines.requestOf(lineId);
    if (!built.ok) continue;
    for (const warning of built.warnings) found.push({ line: names.numberOf(lineId), reason: warningText(warning) });
  }
  printFailures(found, names, output);
}

function warningText(warning: LineWarning): string {
  switch (warning.kind) {
    case 'roles-differ': {
      const [first, second] = warning.roles;
      const parameters = listed(warning.parameters.map((name) => name.replaceAll('_', ' ')));
      return t('line.warning.rolesDiffer', { first, second, parameters });
    }
    case 'prefix-in-text':
      return t('line.warning.prefixInText', { role: warning.role, prefix: warning.prefix });
    case 'prefixes-overlap': {
      const [first, second] = warning.prefixes;
      return t('line.warning.prefixesOverlap', { first, second });
    }
  }
}

export interface RunReport {
  readonly project: string;
  readonly lines: number;
  readonly rendered: number;
  readonly reused: number;
  readonly failed: readonly ReportedLine[];
  /** Lines that are in doubt or lost, and need a decision. */
  readonly in_doubt: number;
  readonly doubtful: readonly ReportedLine[];
  /** Subset of `in_doubt`: lines that the service accepted but no longer has. */
  readonly lost: number;
  /** Lines accepted by the service but not finished; `resume` checks them again. */
  readonly in_flight: number;
  /** Lines without a take that exceed `--limit` or aren't part of the run. */
  readonly left: number;
  readonly batches: number;
  readonly characters: number;
  readonly files: readonly string[];
  readonly suspicious: readonly SuspiciousLineReport[];
  /** Voices that sound different from their earlier takes, as in `lectern drift --json`. */
  readonly drift: ReturnType<typeof driftRows>;
  readonly notices: readonly ExportNotice[];
  /** Null if nothing was exported. */
  readonly verdict: ExportVerdict | null;
  readonly disclosure: ExportDisclosure | null;
  readonly signing: ExportSigning | null;
  /** Null if the command changed no voices of rendered lines. */
  readonly cast_change: CastChangeReport | null;
  /** Roles that got a default voice. */
  readonly newly_cast: readonly CastChange[];
  /** New takes that haven't been compared with their words, and the command that does it; null if there are none. */
  readonly unproofed: { readonly takes: number; readonly command: string } | null;
  readonly seconds: number;
}

export interface SuspiciousLineReport {
  /** Line number in the whole script; `number` is the displayed one, such as `2.12`. */
  readonly line: number;
  readonly number: string;
  /** `LANE + ALGERNON` for a dialog line. */
  readonly role: string;
  readonly take: number;
  readonly approved: boolean;
  readonly kinds: readonly SuspicionKind[];
  readonly figures: readonly Suspicion[];
}

export interface ReportedLine {
  readonly line: number;
  readonly number?: string;
  readonly reason: string;
}

/**
 * How to fix a line without a take.
 * - `retry`: send the line again. - `resume`: continue the run, which sends the line or downloads its audio.
 * - `raise-cap`: raise the cap.
 * - `edit`: change the script or the cast.
 * - `confirm`: decide about its approved take.
 * - `missing-audio`: restore its audio or render it again.
 */
type Remedy = 'retry' | 'resume' | 'raise-cap' | 'edit' | 'confirm' | 'missing-audio';

export interface FailedInRun extends ReportedLine {
  readonly id: number;
  readonly remedy: Remedy;
}

export interface FailureFacts {
  readonly plan: RunPlan;
  readonly outcome: RunOutcome;
  /** Failures from earlier commands that haven't been retried. */
  readonly before: ReadonlyMap<number, Failure>;
  readonly names: LineNames;
  readonly fresh: ReadonlySet<number>;
  /** The tightest cap; null if there is none. */
  readonly cap: CapKind | null;
}

/** Lists all lines that should have a take but don't, with reasons, in script order. */
export function failedLines({ plan, outcome, before, names, fresh, cap }: FailureFacts): FailedInRun[] {
  const found = new Map<number, { readonly reason: string; readonly remedy: Remedy }>();
  for (const id of plan.blocked) found.set(id, { reason: names.problemOf(id), remedy: 'edit' });
  for (const id of plan.missingAudio) found.set(id, { reason: t('outcome.missingAudio'), remedy: 'missing-audio' });
  for (const id of plan.approved) {
    found.set(id, { reason: t('outcome.approved'), remedy: 'confirm' });
  }
  for (const id of plan.overCap) {
    found.set(id, { reason: t('outcome.notSent', { why: tRun.cap(cap ?? 'run') }), remedy: 'raise-cap' });
  }
  for (const [id, failure] of [...before, ...outcome.failed]) {
    // After an interrupt, unsent lines are expected, so they don't count as failures.
    if (outcome.interrupted && failure.kind === 'not-sent') continue;
    found.set(id, { reason: tRun.failure(failure), remedy: remedyFor(failure) });
  }
  return [...found]
    .filter(([id]) => names.has(id) && !fresh.has(id))
    .map(([id, { reason, remedy }]) => ({ id, line: names.numberOf(id), reason, remedy }))
    .toSorted((a, b) => a.line - b.line);
}

function remedyFor({ kind }: Failure): Remedy {
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
    case 'never-fits':
      return 'edit';
  }
}

export function countRemainingLines(names: LineNames, groups: readonly Iterable<number>[]): number {
  const known = new Set(groups.flatMap((group) => [...group]));
  return names.ids.filter((id) => !known.has(id)).length;
}

/** If there are at least this many lines, lines with the same reason are listed together. */
const MIN_GROUP_SIZE = 4;

export function printFailures(failed: readonly ReportedLine[], names: LineNames, output: CommandOutput): void {
  for (const [reason, lines] of Map.groupBy(failed, (line) => line.reason)) {
    if (lines.length >= MIN_GROUP_SIZE) {
      const ranges = formatRanges(
        lines.map(({ line }) => line),
        (number) => names.labelOfNumber(number),
      );
      output.note(t('outcome.row', { line: ranges, reason }));
    } else for (const { line } of lines) output.note(t('outcome.row', { line: names.nameOfNumber(line), reason }));
  }
}

/** Formats ascending numbers as `Lines 1.1–1.40, 1.42 and 2.3–2.9 (48 in all)`. */
export function formatRanges(numbers: readonly number[], labelOf: (number: number) => string = String): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const current = ranges.at(-1);
    if (current && current.last === number - 1) current.last = number;
    else ranges.push({ first: number, last: number });
  }
  const texts = ranges.map(({ first, last }) =>
    first === last ? labelOf(first) : t('line.range', { first: labelOf(first), last: labelOf(last) }),
  );
  return t('line.many', { ranges: listedWithAnd(texts), lines: numbers.length });
}

export interface OutcomeOptions {
  readonly report: RunReport;
  readonly outcome: RunOutcome;
  readonly failed: readonly FailedInRun[];
  readonly cap: CapKind | null;
  readonly inDoubt: readonly number[];
  readonly lost: ReadonlyMap<number, string>;
  readonly names: LineNames;
  readonly outDir: string | null;
}

export function printOutcome(options: OutcomeOptions, output: CommandOutput): void {
  const { report, inDoubt, names, outDir } = options;
  const say = output.note;
  const total = t('outcome.total', {
    rendered: report.rendered,
    reused: report.reused,
    failed: report.failed.length,
    inDoubt: inDoubt.length,
    lost: report.lost,
    characters: report.characters,
    batches: report.batches,
    time: durationText(report.seconds * 1000),
  });
  const isStopped = options.outcome.interrupted || options.outcome.stopped !== null;
  const lines = report.lines - report.reused;
  say(isStopped ? t('outcome.stopped', { rendered: report.rendered, lines, total }) : total);
  printFailures(report.failed, names, output);
  const unfinished = [...options.outcome.unfinished]
    .filter(([id]) => names.has(id))
    .map(([id, failure]) => {
      const reason = t('outcome.unfinished', { reason: tRun.failure(failure) });
      return { line: names.numberOf(id), reason };
    });
  printFailures(
    [...report.doubtful, ...unfinished].toSorted((a, b) => a.line - b.line),
    names,
    output,
  );
  if (outDir && report.files.length > 0) say(t('outcome.files', { files: report.files.length, folder: outDir }));
  for (const sentence of nextSteps(options)) say(sentence);
}

/** Returns the next steps, one sentence per action, with the exact command. */
function nextSteps({ report, outcome, failed, cap, inDoubt, lost }: OutcomeOptions): string[] {
  const command = `lectern resume ${quotePath(report.project)}`;
  const { stopped } = outcome;
  if (outcome.interrupted) return [t('advice.interrupted', { command })];
  if (stopped?.kind === 'project' && stopped.problem.kind === 'moved-while-open') {
    const message = tRun.stop(stopped);
    const isFound = stopped.problem.foundAt !== null;
    return [isFound ? t('advice.moved', { message, command }) : t('advice.movedAway', { message })];
  }
  const needs = new Set(failed.map(({ remedy }) => remedy));
  const advice: string[] = [];
  if (stopped !== null && stopped.kind !== 'capped')
    advice.push(t('advice.stopped', { message: tRun.stop(stopped), command }));
  else if (needs.has('resume') || outcome.unfinished.size > 0) advice.push(t('advice.resume', { command }));
  if (needs.has('retry')) advice.push(t('advice.retry', { command }));
  if (inDoubt.length > 0 || lost.size > 0) advice.push(t('advice.resubmit', { command }));
  if (needs.has('raise-cap')) advice.push(capAdvice(cap, command));
  if (needs.has('missing-audio')) advice.push(t('advice.missingAudio', { command }));
  if (needs.has('edit')) advice.push(t('advice.edit'));
  if (needs.has('confirm')) advice.push(t('advice.confirm'));
  if (report.left > 0) advice.push(t('advice.left', { lines: report.left }));
  if (report.unproofed) advice.push(t('proof.unchecked', report.unproofed));
  return advice;
}

/** Comparing takes would slow the run down, so the producer starts it. @param project the project's folder */
export const unproofedTakes = (project: string, takes: number): RunReport['unproofed'] =>
  takes === 0 ? null : { takes, command: `lectern proof ${quotePath(project)}` };

function capAdvice(cap: CapKind | null, command: string): string {
  switch (cap) {
    case 'characters':
    case 'money':
      return t('advice.capOfProject', { command });
    case 'currency':
      return t('advice.capInCurrency', { command });
    case 'run':
    case 'queue':
    case null:
      return t('advice.capOfRun');
  }
}

/** Quotes a path for a POSIX shell. */
const quotePath = (path: string): string => (/^[\w./:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
