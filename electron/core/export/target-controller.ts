// Exports of the open project for targets: one at a time; their files are measured again once they are made.
import { join } from 'node:path';
import type { TargetState } from '../../../shared/ipc/target-requests.ts';
import type { AssembledTargetId } from '../../../shared/model/delivery-target.ts';
import { MOST_NAMED_FAILURES } from '../../../shared/model/export.ts';
import type { GateReport } from '../../../shared/model/gate-report.ts';
import type { KeptTargetExport, TargetProgress, TargetReport } from '../../../shared/model/target-export.ts';
import { TARGETS } from '../../../shared/rules/delivery-targets.ts';
import type { PlacedLine } from '../../../shared/rules/gate.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import { refuse } from '../bridge/request-error.ts';
import type { MasteringWorkers } from '../mastering/mastering-workers.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { LinePlaces } from '../project/lines/line-places.ts';
import type { Project } from '../project/project.ts';
import type { ProjectSession } from '../session/project-session.ts';
import { Throttle } from '../timing.ts';
import type { ExportFolders } from './chosen-folders.ts';
import { type DeliveredReport, deliverProject } from './deliver.ts';
import { type DeliveryProgress, failedDeliveryReason } from './delivery-files.ts';
import type { DeliveryRow } from './delivery-manifest.ts';
import type { ExportControllerParts } from './export-controller.ts';
import { ExportError } from './export-error.ts';
import { exportMemory, rememberExport } from './export-memory.ts';
import { checkExportFolder } from './export-outlook.ts';
import { checkFiles } from './gate/gate-files.ts';
import { TargetError, targetChoice } from './target-choice.ts';
import { requestOf, type TargetWish } from './target-outlook.ts';

export interface TargetControllerParts extends Omit<ExportControllerParts, 'workers' | 'random'> {
  readonly mastering: MasteringWorkers;
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'measureFile'>;
  readonly folders: ExportFolders;
}

const PROGRESS_MS = 100;
/** The time left is not shown until this much time has passed and this share of the work is done. */
const LEAST_MS = 1_000;
const LEAST_SHARE = 0.01;
/** How much of the whole work it is to make files; to measure them is the rest. */
const MAKING_SHARE = 0.8;

type TargetOutcome = TargetReport['outcome'];

interface RunningTarget {
  readonly kept: KeptTargetExport;
  readonly untitled: string;
  readonly end: AbortController;
  readonly over: Promise<void>;
  progress: TargetProgress;
}

/** What came of it: with the figures of its files, where it came so far. */
interface MadeTarget {
  readonly delivered: DeliveredReport | null;
  readonly gate: GateReport | null;
}

export class TargetController {
  readonly #parts: TargetControllerParts;
  #running: RunningTarget | null = null;
  /** What could not be kept in a project, because it is only read. */
  #unkept: { readonly projectId: string; readonly kept: KeptTargetExport } | null = null;

  constructor(parts: TargetControllerParts) {
    this.#parts = parts;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  state({ project }: ProjectSession): TargetState {
    const { id } = project.info();
    const { targets, latest } = this.#remembered(project);
    return {
      running: this.#running?.progress ?? null,
      latest: this.#running?.kept.options.target ?? latest,
      exports: targets.map(({ options, outDir, report }) => ({
        options,
        folder: this.#parts.folders.entry(id, outDir),
        report,
      })),
    };
  }

  /**
   * Begins an export.
   *
   * @throws RequestError `busy`, `invalid`; ExportError where it can be seen at once that it can't be made
   */
  start(session: ProjectSession, { untitled, ...options }: TargetWish, folderId: string): TargetState {
    if (this.#running || this.#parts.isBusy()) refuse({ kind: 'busy', what: 'export' });
    const outDir = this.#parts.folders.chosenFor(session.project.info().id, folderId);
    checkExportFolder(outDir, session.project.dir);
    const { promise: over, resolve: isOver } = Promise.withResolvers<void>();
    const { target } = options;
    const running: RunningTarget = {
      kept: { options, outDir, report: null },
      untitled,
      end: new AbortController(),
      over,
      progress: { target, stage: 'looking', done: 0, total: 0, file: null, share: 0, secondsLeft: null },
    };
    this.#running = running;
    void this.#run(session, running)
      .catch(this.#parts.onDefect)
      .finally(() => {
        this.#running = null;
        isOver();
      });
    const state = this.state(session);
    this.#parts.emit('target-changed', { state });
    return state;
  }

  /** Ends the export that is under way, if any. */
  cancel(): void {
    this.#running?.end.abort('cancelled' satisfies TargetOutcome);
  }

  /** The same because the project is closed; resolves when nothing of it goes on. */
  async end(): Promise<void> {
    this.#running?.end.abort('closed' satisfies TargetOutcome);
    await this.#running?.over;
  }

  /** Where the latest export for a target went; null where there was none, or it was not chosen on this machine. */
  folderOf({ project }: ProjectSession, target: AssembledTargetId): string | null {
    const kept = this.#remembered(project).targets.find(({ options }) => options.target === target);
    return kept && this.#parts.chosen.has(project.info().id, kept.outDir) ? kept.outDir : null;
  }

  async #run(session: ProjectSession, running: RunningTarget): Promise<void> {
    const { clock } = this.#parts;
    const startedAt = clock.now();
    const { signal } = running.end;
    const throttle = new Throttle(
      clock,
      PROGRESS_MS,
      () => this.#tellProgress(session, running.progress),
      this.#parts.onDefect,
    );
    const tell = (progress: Omit<TargetProgress, 'target' | 'secondsLeft'>) => {
      const { target } = running.kept.options;
      running.progress = { target, ...progress, secondsLeft: secondsLeft(progress.share, clock.now() - startedAt) };
      throttle.touch();
    };
    let made: MadeTarget = { delivered: null, gate: null };
    let outcome: TargetOutcome = 'done';
    let problem: string | null = null;
    try {
      await session.lookAtPaidWork();
      signal.throwIfAborted();
      const delivered = await this.#make(session.project, running, tell);
      made = { delivered, gate: null };
      made = { delivered, gate: await this.#measure(session.places, running, { delivered, tell }) };
    } catch (error) {
      outcome = signal.aborted ? (signal.reason as TargetOutcome) : 'stopped';
      if (outcome === 'stopped') problem = this.#sentenceOf(error);
    }
    throttle.stop();
    const { kept } = running;
    const about = { target: kept.options.target, outcome, problem, startedAt, finishedAt: clock.now() };
    const report = reportOf({ ...about, outDir: kept.outDir }, made, session.places);
    this.#keep(session, { ...kept, report });
    this.#noteDamages(session, made.delivered);
    this.#running = null;
    this.#parts.notice({ kind: 'progress', fraction: null });
    const { name } = session.project.info();
    const figures = { files: report.files.length, failed: report.failed.length };
    this.#parts.notice({ kind: 'export-finished', project: name, outcome, ...figures, problem });
    this.#parts.emit('target-changed', { state: this.state(session) });
  }

  async #make(
    project: Project,
    { kept, untitled, end }: RunningTarget,
    tell: (progress: Omit<TargetProgress, 'target' | 'secondsLeft'>) => void,
  ): Promise<DeliveredReport> {
    const { mastering, workers, clock } = this.#parts;
    const { choice } = await targetChoice(project, requestOf({ ...kept.options, untitled }, kept.outDir));
    const onProgress = ({ done, total, file, share }: DeliveryProgress) =>
      tell({ stage: 'making', done, total, file, share: MAKING_SHARE * share });
    return deliverProject(project, choice, { mastering, workers, clock, signal: end.signal, onProgress });
  }

  /** Decodes all files again, those that were made before too, and compares them with what the target wants. */
  async #measure(
    places: LinePlaces,
    { kept, end }: RunningTarget,
    {
      delivered: { files },
      tell,
    }: {
      readonly delivered: DeliveredReport;
      readonly tell: (progress: Omit<TargetProgress, 'target' | 'secondsLeft'>) => void;
    },
  ): Promise<GateReport | null> {
    if (files.length === 0) return null;
    const onFile = (done: number, total: number) => {
      const share = MAKING_SHARE + ((1 - MAKING_SHARE) * done) / total;
      tell({ stage: 'measuring', done, total, file: null, share });
    };
    onFile(0, files.length);
    const { workers } = this.#parts;
    return checkFiles(
      TARGETS[kept.options.target],
      files.map((row) => ({
        path: join(kept.outDir, ...row.file.split('/')),
        name: row.file,
        lines: placedLines(row, places),
      })),
      { workers, signal: end.signal, onFile },
    );
  }

  #tellProgress(session: ProjectSession, progress: TargetProgress): void {
    this.#parts.emit('target-progress', progress);
    // The task bar shows one thing: a run takes longer and costs more.
    if (progress.total > 0 && !session.run.isActive) {
      this.#parts.notice({ kind: 'progress', fraction: progress.share });
    }
  }

  /** Audio that turned out to hold something else: its lines are to be rendered again. */
  #noteDamages(session: ProjectSession, delivered: DeliveredReport | null): void {
    const damaged = (delivered?.failed ?? []).filter(
      ({ problem }) => problem === 'damaged' || problem === 'undecodable',
    );
    const hashes = damaged.flatMap(({ audioHash }) => audioHash ?? []);
    if (hashes.length === 0 || session.readOnly) return;
    for (const hash of hashes) session.project.takes.setAudioProblem(hash, 'damaged');
    session.linesChanged(damaged.flatMap(({ lineId }) => lineId ?? []));
  }

  #sentenceOf(error: unknown): string {
    if (error instanceof ExportError || error instanceof ProjectError || error instanceof TargetError)
      return error.message;
    return `Something went wrong inside Lectern; the log has it under ${this.#parts.onDefect(error)}.`;
  }

  #remembered(project: Project) {
    const { targets, latestTarget } = exportMemory(project);
    const own = this.#unkept?.projectId === project.info().id ? this.#unkept.kept : null;
    if (!own) return { targets, latest: latestTarget };
    return { targets: withKept(targets, own), latest: own.options.target };
  }

  #keep({ project, readOnly }: ProjectSession, kept: KeptTargetExport): void {
    const unkept = { projectId: project.info().id, kept };
    this.#unkept = unkept;
    if (readOnly) return;
    try {
      const targets = withKept(exportMemory(project).targets, kept);
      rememberExport(project, { targets, latestTarget: kept.options.target });
      this.#unkept = null;
    } catch {
      // Usually the export filled the disk itself: its report still holds for this session.
      this.#unkept = unkept;
    }
  }
}

const withKept = (targets: readonly KeptTargetExport[], kept: KeptTargetExport): readonly KeptTargetExport[] => [
  ...targets.filter(({ options }) => options.target !== kept.options.target),
  kept,
];

const secondsLeft = (share: number, passedMs: number): number | null =>
  passedMs >= LEAST_MS && share >= LEAST_SHARE ? (passedMs * (1 - share)) / share / 1_000 : null;

/** The lines of a file in order, with the numbers that they have now. */
function placedLines({ chapters }: DeliveryRow, places: LinePlaces): PlacedLine[] {
  return chapters.flatMap(({ lines }) =>
    lines.flatMap(([lineId, startSeconds, endSeconds]) => {
      const place = places.of(lineId);
      return place ? [{ startSeconds, endSeconds, lineId, line: lineNumber(place) }] : [];
    }),
  );
}

type TargetCircumstances = Pick<TargetReport, 'target' | 'outcome' | 'problem' | 'startedAt' | 'finishedAt' | 'outDir'>;

function reportOf(about: TargetCircumstances, { delivered, gate }: MadeTarget, places: LinePlaces): TargetReport {
  const numberOf = (lineId: number | null): string | null => {
    const place = lineId === null ? null : places.of(lineId);
    return place && lineNumber(place);
  };
  const unheard = [...(delivered?.lost ?? []), ...(delivered?.leftOut ?? [])].sort((a, b) => a.number - b.number);
  return {
    ...about,
    files: (delivered?.files ?? []).map(({ file, title, durationSeconds, sizeBytes, loudnessLufs, truePeakDbtp }) => ({
      file,
      title,
      durationSeconds,
      sizeBytes,
      loudnessLufs,
      truePeakDbtp,
    })),
    written: delivered?.written ?? 0,
    moved: delivered?.moved ?? 0,
    unchanged: delivered?.unchanged ?? 0,
    binned: delivered?.binned ?? 0,
    binFolder: delivered?.binFolder ?? null,
    failed: (delivered?.failed ?? []).map((one) => ({
      file: one.file,
      reason: failedDeliveryReason(one),
      lineId: one.lineId,
      line: numberOf(one.lineId),
    })),
    leftOut: unheard.slice(0, MOST_NAMED_FAILURES),
    leftOutLines: unheard.length,
    gate,
  };
}
