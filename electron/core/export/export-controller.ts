// Exports the open project, one export at a time, into folders that the user chose in the system dialog.
import type { ExportState } from '../../../shared/ipc/export-requests.ts';
import type { StudioNotice } from '../../../shared/ipc/studio-protocol.ts';
import {
  type ExportChoice,
  type ExportOptions,
  type ExportProgress,
  type ExportReport,
  MOST_NAMED_FAILURES,
  type ReportedExport,
} from '../../../shared/model/export.ts';
import type { ExportStop } from '../../../shared/model/export-problem.ts';
import type { FinishedReport } from '../../../shared/model/finished-export.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Emit } from '../bridge/handler-types.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Clock, Random } from '../ports.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { Project } from '../project/project.ts';
import type { ProjectSession } from '../session/project-session.ts';
import { Throttle } from '../timing.ts';
import { type ChosenExportFolders, ExportFolders } from './chosen-folders.ts';
import { ExportError } from './export-error.ts';
import { ExportPresets, exportMemory, rememberExport } from './export-memory.ts';
import { checkExportFolder } from './export-outlook.ts';
import { exportTakes, type TakesReport } from './export-takes.ts';
import { exportVerdict } from './export-verdict.ts';
import { checkOrder, type FinishedResult, makeFinished, NOT_STARTED, NOTHING_FINISHED } from './finished-export.ts';
import type { FinishedOrder } from './finished-outlook.ts';
import { secondsLeft } from './seconds-left.ts';

export interface ExportControllerParts {
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'convertAudio' | 'measureFile'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly chosen: ChosenExportFolders;
  readonly emit: Emit;
  readonly notice: (notice: StudioNotice) => void;
  /** Logs a defect and returns its id in the log. */
  readonly onDefect: (error: unknown) => string;
}

const PROGRESS_MS = 100;

type ReportOutcome = ExportReport['outcome'];

interface RunningExport {
  /** Set for exports of line files. */
  readonly choice: ExportChoice | null;
  readonly end: AbortController;
  readonly over: Promise<void>;
  progress: ExportProgress;
}

type Ended = Pick<ReportedExport, 'outcome' | 'problem' | 'files' | 'failedLines' | 'leftOutLines'>;
type Attempted = Pick<ReportedExport, 'outcome' | 'problem' | 'startedAt' | 'finishedAt'>;
type StoredExports = ReturnType<typeof exportMemory>;

const NOTHING_DONE: TakesReport = {
  files: [],
  sizeBytes: 0,
  durationSeconds: 0,
  written: 0,
  moved: 0,
  unchanged: 0,
  binned: 0,
  binFolder: null,
  failed: [],
  leftOut: [],
  missing: [],
  outdated: [],
  checks: [],
  notices: [],
};

export class ExportController {
  readonly presets: ExportPresets;
  readonly #parts: ExportControllerParts;
  readonly #folders: ExportFolders;
  #running: RunningExport | null = null;
  /** Results that couldn't be saved because the project is read-only or its disk is full. */
  #unsavedExports: { readonly projectId: string; readonly change: Partial<StoredExports> } | null = null;

  constructor(parts: ExportControllerParts) {
    this.#parts = parts;
    this.#folders = new ExportFolders(parts.random, parts.chosen);
    this.presets = new ExportPresets(this.#folders, parts.random);
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Returns the id of a folder, which is kept until the process exits. */
  register(path: string): string {
    return this.#folders.register(path);
  }

  /** @throws RequestError `invalid` for an id from another session */
  pathOf(folderId: string | null): string | null {
    return folderId === null ? null : this.#folders.pathOf(folderId);
  }

  state(session: ProjectSession): ExportState {
    const { choice, report, choices, finished } = this.#remembered(session);
    const { id } = session.project.info();
    return {
      running: this.#running?.progress ?? null,
      report,
      latest: this.#latest(id, this.#running?.choice ?? choice),
      finished,
      choices: choices.map(({ kind, options, outDir }) => ({ kind, options, folder: this.#folders.entry(id, outDir) })),
    };
  }

  #latest(projectId: string, choice: ExportChoice | null): ExportState['latest'] {
    if (!choice) return null;
    const { outDir, ...options } = choice;
    return { options, folder: this.#folders.entry(projectId, outDir) };
  }

  /**
   * Starts an export of line files.
   *
   * @throws RequestError `busy`, `invalid`; ExportError if the export obviously can't succeed
   */
  start(session: ProjectSession, options: ExportOptions, folderId: string): ExportState {
    const choice = { ...options, outDir: this.#folderFor(session, folderId) };
    return this.#begin(session, 'lines', choice, (running) => this.#runLines(session, choice, running));
  }

  /**
   * Starts an export for a delivery target or another program.
   *
   * @throws TargetError, and the errors of `start`
   */
  async finish(session: ProjectSession, order: FinishedOrder, folderId: string): Promise<ExportState> {
    const outDir = this.#folderFor(session, folderId);
    await checkOrder(session.project, order, outDir);
    return this.#begin(session, order.kind, null, (running) => this.#runFinished(session, order, outDir, running));
  }

  #folderFor(session: ProjectSession, folderId: string): string {
    const outDir = this.#folders.chosenFor(session.project.info().id, folderId);
    checkExportFolder(outDir, session.project.dir);
    return outDir;
  }

  #begin(
    session: ProjectSession,
    kind: ExportProgress['kind'],
    choice: ExportChoice | null,
    run: (running: RunningExport) => Promise<Ended>,
  ): ExportState {
    if (this.#running) refuse({ kind: 'busy', what: 'export' });
    const { promise: over, resolve: isOver } = Promise.withResolvers<void>();
    const running: RunningExport = { choice, end: new AbortController(), over, progress: { ...NOT_STARTED, kind } };
    this.#running = running;
    void run(running)
      .then((ended) => this.#emitEnd(session, ended))
      .catch(this.#parts.onDefect)
      .finally(() => {
        this.#running = null;
        isOver();
      });
    const state = this.state(session);
    this.#parts.emit('export-changed', { state });
    return state;
  }

  /** Cancels the running export, if any, between two files. */
  cancel(): void {
    this.#running?.end.abort('cancelled' satisfies ReportOutcome);
  }

  /** Cancels the running export because the project is closing. Resolves when the export has stopped. */
  async end(): Promise<void> {
    this.#running?.end.abort('closed' satisfies ReportOutcome);
    await this.#running?.over;
  }

  /**
   * Returns the folder of the latest export of line files or of anything else; null if there is none or it wasn't
   * chosen on this machine.
   */
  lastFolder(session: ProjectSession, what: 'export' | 'finished-export'): string | null {
    const { report, choice, finished } = this.#remembered(session);
    const outDir = what === 'export' ? (report?.outDir ?? choice?.outDir ?? null) : (finished?.outDir ?? null);
    return outDir !== null && this.#parts.chosen.has(session.project.info().id, outDir) ? outDir : null;
  }

  async #runLines(session: ProjectSession, choice: ExportChoice, running: RunningExport): Promise<Ended> {
    const { clock, workers } = this.#parts;
    let done = NOTHING_DONE;
    const attempted = await this.#attempt(session, running, async (tell) => {
      const startedAt = clock.now();
      done = await exportTakes(session.project, choice, {
        workers,
        clock,
        signal: running.end.signal,
        onProgress: (told) => tell({ ...told, secondsLeft: secondsLeft(told.share, clock.now() - startedAt) }),
        onStopped: (report) => {
          done = report;
        },
      });
    });
    const report = reportOf(done, { ...attempted, outDir: choice.outDir, format: choice.format });
    this.#keep(session, { choice, report }, damagedIn(done));
    return report;
  }

  async #runFinished(
    session: ProjectSession,
    order: FinishedOrder,
    outDir: string,
    running: RunningExport,
  ): Promise<Ended> {
    const { clock, workers } = this.#parts;
    let done = NOTHING_FINISHED;
    const attempted = await this.#attempt(session, running, async (tell) => {
      done = await makeFinished(session.project, order, outDir, {
        workers,
        clock,
        signal: running.end.signal,
        onProgress: tell,
        onStopped: (result) => {
          done = result;
        },
      });
    });
    const { kind, options } = order;
    const { damaged, ...result } = done;
    const own = session.project.settings().ownTargets.find(({ id }) => id === options.ownTarget);
    const named = own ? { id: own.id, name: own.name } : null;
    const finished: FinishedReport = { ...result, ...attempted, kind, own: named, outDir };
    const others = this.#remembered(session).choices.filter(
      (choice) => choice.kind !== kind || choice.options.ownTarget !== options.ownTarget,
    );
    this.#keep(session, { finished, choices: [...others, { kind, options, outDir }] }, damaged);
    return finished;
  }

  async #attempt(
    session: ProjectSession,
    running: RunningExport,
    work: (tell: (told: Partial<ExportProgress>) => void) => Promise<void>,
  ): Promise<Attempted> {
    const { clock } = this.#parts;
    const { signal } = running.end;
    const startedAt = clock.now();
    const throttle = new Throttle(
      clock,
      PROGRESS_MS,
      () => this.#emitProgress(session, running.progress),
      this.#parts.onDefect,
    );
    let outcome: ReportOutcome = 'done';
    let problem: ExportStop | null = null;
    try {
      await session.checkPaidFiles();
      signal.throwIfAborted();
      await work((told) => {
        running.progress = { ...running.progress, ...told };
        throttle.touch();
      });
    } catch (error) {
      outcome = signal.aborted ? (signal.reason as ReportOutcome) : 'stopped';
      if (outcome === 'stopped') problem = this.#stopOf(error);
    }
    throttle.stop();
    return { outcome, problem, startedAt, finishedAt: clock.now() };
  }

  #emitEnd(session: ProjectSession, { outcome, problem, files, failedLines, leftOutLines }: Ended): void {
    this.#running = null;
    const { name: project } = session.project.info();
    this.#parts.notice({ kind: 'progress', fraction: null });
    const lines = { failed: failedLines, leftOut: leftOutLines };
    this.#parts.notice({ kind: 'export-finished', project, outcome, files, ...lines, problem });
    this.#parts.emit('export-changed', { state: this.state(session) });
  }

  #emitProgress(session: ProjectSession, progress: ExportProgress): void {
    this.#parts.emit('export-progress', progress);
    // The task bar can show only one progress; a run takes longer and costs more.
    if (progress.total > 0 && !session.run.isActive) {
      this.#parts.notice({ kind: 'progress', fraction: progress.share });
    }
  }

  /** Marks damaged audio, so that its lines count as not rendered. */
  #noteDamages(session: ProjectSession, damaged: readonly DamagedAudio[]): void {
    if (damaged.length === 0) return;
    for (const { audioHash } of damaged) session.project.takes.setAudioProblem(audioHash, 'damaged');
    session.linesChanged(damaged.flatMap(({ lineId }) => lineId ?? []));
  }

  #stopOf(error: unknown): ExportStop {
    if (error instanceof ExportError) return { kind: 'export', problem: error.problem };
    if (error instanceof ProjectError) return { kind: 'project', problem: error.problem };
    return { kind: 'internal', id: this.#parts.onDefect(error) };
  }

  #remembered({ project }: ProjectSession): StoredExports {
    return { ...exportMemory(project), ...this.#unsavedExportsOf(project) };
  }

  #unsavedExportsOf(project: Project): Partial<StoredExports> {
    return this.#unsavedExports?.projectId === project.info().id ? this.#unsavedExports.change : {};
  }

  #keep(session: ProjectSession, change: Partial<StoredExports>, damaged: readonly DamagedAudio[]): void {
    const { project, readOnly } = session;
    const all = { ...this.#unsavedExportsOf(project), ...change };
    const unsavedExports = { projectId: project.info().id, change: all };
    if (readOnly) {
      this.#unsavedExports = unsavedExports;
      return;
    }
    try {
      rememberExport(project, all);
      this.#unsavedExports = null;
      this.#noteDamages(session, damaged);
    } catch {
      // Usually the export itself filled the disk. Keep the report for this session.
      this.#unsavedExports = unsavedExports;
    }
  }
}

type DamagedAudio = FinishedResult['damaged'][number];

const damagedIn = ({ failed }: TakesReport): DamagedAudio[] =>
  failed.flatMap(({ damagedAudio, line }) =>
    damagedAudio === undefined ? [] : [{ audioHash: damagedAudio, lineId: line }],
  );

type Circumstances = Pick<ExportReport, 'outcome' | 'problem' | 'startedAt' | 'finishedAt' | 'outDir' | 'format'>;

function reportOf(
  { files, failed, leftOut, missing, outdated, checks, notices, ...figures }: TakesReport,
  about: Circumstances,
): ExportReport {
  const isFailed = new Set(failed.map(({ line }) => line));
  return {
    ...about,
    ...figures,
    files: files.length,
    failed: missing.filter(({ lineId }) => isFailed.has(lineId)).slice(0, MOST_NAMED_FAILURES),
    failedLines: failed.length,
    leftOut: leftOut.slice(0, MOST_NAMED_FAILURES),
    leftOutLines: leftOut.length,
    verdict: about.outcome === 'done' ? exportVerdict({ missing, outdated, rows: checks }) : null,
    notices: [...notices],
  };
}
