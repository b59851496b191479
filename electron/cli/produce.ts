// Shared implementation of `render` and `resume`.

import type { LenientVoice } from '@lectern/tts-protocol';
import type { CastChange } from '../../shared/model/cast.ts';
import { LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import type { ExportDisclosure } from '../../shared/model/export/disclosure.ts';
import type { ExportChoice, ExportVerdict } from '../../shared/model/export/export.ts';
import type { ExportSigning } from '../../shared/model/export/signature.ts';
import type { Failure } from '../../shared/model/problems/line-failure.ts';
import type { ProjectProblem } from '../../shared/model/problems/project-problem.ts';
import type { RunStop } from '../../shared/model/problems/run-stop.ts';
import type { OrderedLine } from '../../shared/model/run.ts';
import type { Price } from '../../shared/model/spending.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { ExportError } from '../core/export/export-error.ts';
import { pinnedDisk } from '../core/export/files/disk.ts';
import { startRun } from '../core/production/run.ts';
import type { RunPlan } from '../core/production/run-plan.ts';
import type { RunOutcome } from '../core/production/run-state.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import type { SharedCap } from '../core/production/shared-cap.ts';
import { createVoiceLister, type KnownVoices } from '../core/production/voice-uses.ts';
import { cloneAsVoice } from '../core/project/cast/voice-names.ts';
import { ProjectError } from '../core/project/folder/project-error.ts';
import type { Journal } from '../core/project/journal/journal.ts';
import type { Project } from '../core/project/project.ts';
import { remainingBudget } from '../core/project/spending/remaining-budget.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import type { CastChangeReport } from './cast-change.ts';
import { reportProblems } from './check-display.ts';
import { knownConsents, openConsents, requireConsents, requireNotWithdrawn } from './consents.ts';
import { printDisclosure } from './disclosure.ts';
import { doubtfulLines, lossesOf } from './doubtful-lines.ts';
import { driftRows, driftsOf, printDriftSummary } from './drift-report.ts';
import { CliError, EXIT, type ExitStatus, listenForInterrupts } from './exit.ts';
import { exportForTarget, type TargetRequest } from './export-for-target.ts';
import { type Exported, exportLines, pathsOf } from './export-lines.ts';
import { LineNames } from './line-names.ts';
import type { FailOn } from './options.ts';
import type { CommandOutput } from './output.ts';
import { RunDisplay } from './run-display.ts';
import {
  countRemainingLines,
  failedLines,
  printOutcome,
  printWarnings,
  type RunReport,
  unproofedTakes,
} from './run-report.ts';
import { printSigning } from './signing.ts';
import { areTakesAccepted, judgeTakes, NO_JUDGED_TAKES, printSuspicious, suspiciousRows } from './suspicious.ts';
import { printUsedVoices } from './used-voices.ts';
import { isAcceptable, printVerdict } from './verdict-display.ts';
import { t, tExport } from './words.ts';

export interface ProduceOptions {
  readonly project: Project;
  readonly journal: Journal;
  readonly connection: ServiceLink;
  readonly output: CommandOutput;
  readonly plan: RunPlan;
  readonly failedBefore: ReadonlyMap<number, Failure>;
  readonly runId: number;
  readonly retryFailed: number;
  /** Immediately resubmits lines that are found to be lost. */
  readonly resubmitInDoubt: boolean;
  readonly allowMissing: boolean;
  /** Hard cap on the number of characters sent by this command, including retries. */
  readonly maxCharacters: number | undefined;
  /** Also counts what other projects send. */
  readonly sharedCap?: SharedCap;
  readonly price: Price | null;
  readonly export: ExportChoice | null;
  readonly finished?: TargetRequest | null;
  readonly castChange?: CastChangeReport | null;
  readonly newlyCast?: readonly CastChange[];
  readonly json: boolean;
  readonly failOn: FailOn;
}

export async function produce(options: ProduceOptions): Promise<ExitStatus> {
  const { project, journal, output, plan, runId } = options;
  const startedAt = systemClock.now();
  const names = new LineNames(project.lines.states());
  const interrupts = listenForInterrupts(() => output.note(t('run.stopping')));
  // Resolve the folder now: a run can take hours, and if another folder appears at the path during that time, it must
  // not be written to.
  const disk = options.export ? await pinnedDisk(options.export.outDir) : undefined;
  try {
    printWarnings(
      project,
      plan.send.map((line) => line.lineId),
      names,
      output,
    );
    const total = plan.send.length + plan.inFlight.length;
    const outcome = await renderLines(options, { lines: plan.send, total }, names, interrupts.signal);
    const fresh = new Set(project.lines.states({ states: ['fresh', 'kept'] }).map((line) => line.id));
    const cap = remainingBudget(project.db, options.price, runId).by;
    const failed = failedLines({ plan, outcome, before: options.failedBefore, names, fresh, cap });
    // These lines have been sent, but the journal still marks them as being sent, because it couldn't be updated. For
    // example, the disk was full.
    const inDoubt = [...journal.linesInDoubt(), ...journal.linesBeingSent()];
    const lost = lossesOf(project, journal.linesLost());
    const isDecided = inDoubt.length === 0 && lost.size === 0;
    const inFlight = journal.linesInFlight();
    // Lines that exceed the cap don't keep the run open.
    const isAllTried = failed.every(({ remedy }) => remedy === 'raise-cap');
    const isAtItsEnd = outcome.stopped === null || outcome.stopped.kind === 'capped';
    if (isAllTried && isDecided && isAtItsEnd && outcome.unfinished.size === 0 && !outcome.interrupted) {
      journal.finishRun(runId, 'done', systemClock.now());
    }
    const isOver = outcome.interrupted || moveThatStopped(outcome.stopped) !== null;
    const allowStale = options.export?.allowStale ?? false;
    const judged = isOver
      ? NO_JUDGED_TAKES
      : await judgeTakes(project, { allowStale, output, signal: interrupts.signal });
    // Only new takes can show a change, and comparing all takes is slow.
    const drifts = isOver || outcome.rendered.length === 0 ? [] : driftsOf(project);
    const told = new Set([
      ...failed.map(({ line }) => line),
      ...[...inDoubt, ...lost.keys()].map((id) => names.numberOf(id)),
    ]);
    const exported = isOver ? NO_EXPORT : await exportAll(options, { signal: interrupts.signal, disk, names, told });
    const stopped = exported.moved ?? outcome.stopped;
    const interrupted = outcome.interrupted || interrupts.signal.aborted;
    // The path at which the project can be opened next.
    const folder = moveThatStopped(stopped)?.foundAt ?? project.dir;
    const report: RunReport = {
      project: folder,
      lines: names.size,
      rendered: outcome.rendered.length,
      reused: plan.reused.length,
      failed: [
        ...failed.map(({ line, reason }) => ({ line, number: names.labelOfNumber(line), reason })),
        ...exported.problems.filter(({ line }) => !told.has(line)),
      ],
      in_doubt: inDoubt.length + lost.size,
      doubtful: doubtfulLines(inDoubt, lost, names),
      lost: lost.size,
      left: countRemainingLines(names, [fresh, failed.map(({ id }) => id), inDoubt, lost.keys(), inFlight]),
      in_flight: inFlight.length,
      batches: outcome.batches,
      characters: outcome.characters,
      files: exported.files,
      suspicious: suspiciousRows(judged),
      drift: driftRows(project, drifts).filter(({ has_drifted }) => has_drifted),
      notices: exported.notices,
      verdict: exported.verdict,
      disclosure: exported.disclosure ?? null,
      signing: exported.signing ?? null,
      cast_change: options.castChange ?? null,
      newly_cast: options.newlyCast ?? [],
      unproofed: unproofedTakes(folder, !isOver && project.settings().proofTakes ? outcome.rendered.length : 0),
      seconds: Math.round((systemClock.now() - startedAt) / 100) / 10,
    };
    if (options.json) output.json(report);
    const outDir = options.export?.outDir ?? null;
    const toTell = { report, outcome: { ...outcome, stopped, interrupted }, failed, cap, inDoubt, lost, names, outDir };
    printOutcome(toTell, output);
    if (exported.verdict) printVerdict(exported.verdict, TARGETS[options.finished?.target ?? 'lines'], output);
    printSuspicious(judged, names, output, options.failOn);
    printDriftSummary(project, drifts, output);
    if (interrupted) return EXIT.interrupted;
    // If the run stops before rendering any line, something is probably misconfigured, such as the key or the URL.
    if (outcome.stopped?.kind === 'refuses-all' && report.rendered === 0) return EXIT.usage;
    const isRendered = failed.length === 0 && outcome.unfinished.size === 0 && isDecided && !stopped;
    const isExported = isAcceptable(exported, options.allowMissing) && !exported.stopped;
    return isRendered && isExported && areTakesAccepted(judged, options.failOn) ? EXIT.done : EXIT.incomplete;
  } finally {
    interrupts.dispose();
  }
}

type MovedProblem = Extract<ProjectProblem, { kind: 'moved-while-open' }>;

/** Returns the project folder's new location if the run stopped because the folder was moved. */
const moveThatStopped = (stop: RunStop | null): MovedProblem | null =>
  stop?.kind === 'project' && stop.problem.kind === 'moved-while-open' ? stop.problem : null;

interface ExportOutcome extends Omit<Exported, 'verdict'> {
  /** Null if nothing was exported. */
  readonly verdict: ExportVerdict | null;
  readonly stopped: boolean;
  /** Absent for line files, and null if no voice is synthetic. */
  readonly disclosure?: ExportDisclosure | null;
  /** Absent for line files, and null if the files aren't signed. */
  readonly signing?: ExportSigning | null;
  readonly moved?: RunStop;
}

const NO_EXPORT: ExportOutcome = {
  files: [],
  problems: [],
  notices: [],
  verdict: null,
  failed: 0,
  leftOut: 0,
  stopped: false,
};

async function exportToTarget(
  project: Project,
  outDir: string,
  request: TargetRequest,
  parts: Parameters<typeof exportForTarget>[3],
): Promise<Exported & Pick<ExportOutcome, 'disclosure' | 'signing'>> {
  const { result, ...end } = await exportForTarget(project, outDir, request, parts);
  const { files, measured, notices, verdict, disclosure, signing } = result;
  printDisclosure(disclosure, parts.output);
  printSigning(signing, parts.output);
  if (measured) for (const row of reportProblems(measured)) parts.output.note(row);
  const audio = files.filter(({ isAudio }) => isAudio);
  return { files: pathsOf(audio, outDir), notices, verdict, disclosure, signing, ...end };
}

/** An error that prevents the export is printed. The rendered takes aren't affected. */
async function exportAll(
  options: ProduceOptions,
  parts: Omit<Parameters<typeof exportForTarget>[3], 'output'>,
): Promise<ExportOutcome> {
  if (!options.export) return NO_EXPORT;
  const { project, output, finished } = options;
  try {
    printUsedVoices(project, options.export.allowStale, output);
    await requireConsents(project, {
      target: finished?.target ?? 'lines',
      scope: { ...options.export, allowStale: finished?.allowStale ?? options.export.allowStale },
    });
    const exported = finished
      ? await exportToTarget(project, options.export.outDir, finished, { output, ...parts })
      : await exportLines(project, options.export, { output, ...parts });
    return { ...exported, stopped: false };
  } catch (error) {
    if (parts.signal.aborted) return NO_EXPORT;
    if (error instanceof ProjectError && error.problem.kind === 'moved-while-open') {
      return { ...NO_EXPORT, moved: { kind: 'project', problem: error.problem } };
    }
    if (error instanceof CliError) options.output.note(error.message);
    else if (error instanceof ExportError)
      options.output.note(t('export.failed', { message: tExport.problem(error.problem) }));
    else throw error;
    return { ...NO_EXPORT, stopped: true };
  }
}

/** Includes cloned voices and voices based on them. */
const localVoices = async (client: ServiceLink['client']): Promise<LenientVoice[]> => [
  ...(await client.listVoices()),
  ...(await client.listClonedVoices().catch(() => [])).map(cloneAsVoice),
];

/** Only the local service reports usage rights, so other services aren't queried. */
async function knownVoices({ client, identity }: ServiceLink): Promise<KnownVoices> {
  const consents = await openConsents();
  return {
    voices: identity.origin === LOCAL_ORIGIN ? createVoiceLister(() => localVoices(client), systemClock) : () => [],
    consentOf: (voice) => consents.idOf(voice, identity),
  };
}

type RenderOptions = Pick<
  ProduceOptions,
  | 'project'
  | 'journal'
  | 'connection'
  | 'output'
  | 'runId'
  | 'retryFailed'
  | 'resubmitInDoubt'
  | 'maxCharacters'
  | 'sharedCap'
  | 'price'
>;

interface LinesToRender {
  readonly lines: readonly OrderedLine[];
  /** Includes lines that have already been sent. */
  readonly total: number;
}

/** Sends lines, shows the progress, and resolves when their takes have been stored. */
export async function renderLines(
  options: RenderOptions,
  { lines, total }: LinesToRender,
  names: LineNames,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { project, journal, connection, output, runId, retryFailed, resubmitInDoubt, maxCharacters } = options;
  const { price, sharedCap } = options;
  const lineIds = lines.map(({ lineId }) => lineId);
  requireNotWithdrawn(project, connection.identity, lineIds, await knownConsents());
  const display = new RunDisplay({
    output,
    total,
    dispatcher: connection.dispatcher,
    budget: connection.budget,
    nameOf: (lineId) => names.nameOf(lineId),
    now: () => systemClock.now(),
  });
  const workers = createAudioWorkers();
  const known = await knownVoices(connection);
  display.start();
  try {
    const started = startRun(
      {
        project,
        journal,
        client: connection.client,
        connection: connection.identity,
        dispatcher: connection.dispatcher,
        ...(connection.pollTiming ? { pollTiming: connection.pollTiming } : {}),
        readsPerMinute: connection.readsPerMinute,
        clock: systemClock,
        random: systemRandom,
        checkAudio: workers.checkAudio,
        known,
        terms: () => ({ price, webhookUrl: null }),
        sharedCap,
        lostPolicy: () => (resubmitInDoubt ? 'send-again' : 'ask'),
        onEvent: (event) => display.handleEvent(event),
      },
      { runId, lines, retryFailed, maxCharacters, signal },
    );
    return await started.outcome;
  } finally {
    display.stop();
    await workers.close();
  }
}
