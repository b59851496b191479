// What rendering and resuming share: send what is to be sent, wait for what comes, export, report.

import type { ExportChoice } from '../../shared/model/export.ts';
import type { Price } from '../../shared/model/price.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { ExportError } from '../core/exporters/export-error.ts';
import type { Failure } from '../core/production/failure.ts';
import type { RunPlan } from '../core/production/plan-run.ts';
import { executeRun } from '../core/production/run.ts';
import type { RunOutcome } from '../core/production/run-order.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import type { Journal } from '../core/store/journal.ts';
import type { Project } from '../core/store/project.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { EXIT, type ExitStatus } from './cli-error.ts';
import { type Exported, exportLines } from './export-lines.ts';
import { listenForInterrupts } from './interrupts.ts';
import { LineNames } from './line-names.ts';
import { tellWarnings } from './line-warnings.ts';
import type { Output } from './output.ts';
import { RunDisplay } from './run-display.ts';
import { failedLines, type RunReport, tellOutcome } from './run-report.ts';

export interface ProduceOptions {
  readonly project: Project;
  readonly journal: Journal;
  readonly connection: ServiceLink;
  readonly output: Output;
  readonly plan: RunPlan;
  /** Failures from before, which nobody asked to try again. */
  readonly failedBefore: ReadonlyMap<number, Failure>;
  readonly runId: number;
  readonly retryFailed: number;
  /** A hard cap on the characters that this call may send, retries included. */
  readonly maxCharacters: number | undefined;
  /** What the service charges; null: nobody knows. */
  readonly price: Price | null;
  /** Null: nothing is exported. */
  readonly export: ExportChoice | null;
  readonly json: boolean;
}

/** Runs what is planned, exports, reports, and says with which status the command ends. */
export async function produce(options: ProduceOptions): Promise<ExitStatus> {
  const { project, journal, output, plan, runId } = options;
  const startedAt = systemClock.now();
  const names = new LineNames(project.lines.states());
  const interrupts = listenForInterrupts(() =>
    output.note('Stopping: nothing more is sent. What is on its way is noted. (Ctrl-C again ends at once.)'),
  );
  try {
    tellWarnings(
      project,
      plan.send.map((line) => line.lineId),
      names,
      output,
    );
    const outcome = await run(options, names, interrupts.signal);
    const fresh = new Set(project.lines.states({ states: ['fresh', 'kept'] }).map((line) => line.id));
    const failed = failedLines(plan, outcome, options.failedBefore, names, fresh);
    // What is still noted as being sent was sent, and could not be noted further: a disk that filled up, say.
    const inDoubt = [...journal.linesInDoubt(), ...journal.linesBeingSent()];
    if (failed.length === 0 && inDoubt.length === 0 && !outcome.interrupted) {
      journal.finishRun(runId, 'done', systemClock.now());
    }
    const exported = outcome.interrupted ? NOTHING : await exportAll(options, interrupts.signal);
    const interrupted = outcome.interrupted || interrupts.signal.aborted;
    const report: RunReport = {
      project: project.dir,
      lines: names.size,
      rendered: outcome.rendered.length,
      reused: plan.reused.length,
      failed: [...failed, ...exported.problems],
      in_doubt: inDoubt.length,
      batches: outcome.batches,
      characters: outcome.characters,
      files: exported.files,
      seconds: Math.round((systemClock.now() - startedAt) / 100) / 10,
    };
    if (options.json) output.result(JSON.stringify(report));
    const outDir = options.export?.outDir ?? null;
    tellOutcome({ report, outcome: { ...outcome, interrupted }, plan, inDoubt, names, outDir }, output);
    if (interrupted) return EXIT.interrupted;
    // What stopped the run before anything came of it was wrong from the start: the key, or the address.
    if (outcome.stopped?.refusesAll && report.rendered === 0) return EXIT.usage;
    return report.failed.length === 0 && inDoubt.length === 0 && !exported.stopped ? EXIT.done : EXIT.incomplete;
  } finally {
    interrupts.dispose();
  }
}

const NOTHING: Exported & { readonly stopped: boolean } = { files: [], problems: [], stopped: false };

/** Exports, where that is wanted. What hinders the whole export is told, and takes nothing back of what was rendered. */
async function exportAll(options: ProduceOptions, signal: AbortSignal): Promise<typeof NOTHING> {
  if (!options.export) return NOTHING;
  try {
    return { ...(await exportLines(options.project, options.export, options.output, signal)), stopped: false };
  } catch (error) {
    if (signal.aborted) return NOTHING;
    if (!(error instanceof ExportError)) throw error;
    options.output.note(`The takes are kept; exporting them did not work: ${error.message}`);
    return { ...NOTHING, stopped: true };
  }
}

async function run(options: ProduceOptions, names: LineNames, signal: AbortSignal): Promise<RunOutcome> {
  const { project, journal, connection, output, plan, runId, retryFailed, maxCharacters, price } = options;
  const display = new RunDisplay({
    output,
    total: plan.send.length + plan.inFlight.length,
    dispatcher: connection.dispatcher,
    budget: connection.budget,
    nameOf: (lineId) => names.nameOf(lineId),
    now: () => systemClock.now(),
  });
  const workers = createAudioWorkers();
  display.start();
  try {
    return await executeRun(
      {
        project,
        journal,
        client: connection.client,
        connection: connection.identity,
        dispatcher: connection.dispatcher,
        clock: systemClock,
        random: systemRandom,
        checkAudio: workers.checkAudio,
        terms: () => ({ price, webhookUrl: null }),
        onEvent: (event) => display.tell(event),
      },
      { runId, lines: plan.send, retryFailed, maxCharacters, signal },
    );
  } finally {
    display.stop();
    await workers.close();
  }
}
