// Exports of the open project: one at a time, into folders that the producer chose in the system's own dialog.
import type { ExportState } from '../../../shared/ipc/export-requests.ts';
import type { StudioNotice } from '../../../shared/ipc/studio-protocol.ts';
import {
  type ExportChoice,
  type ExportOptions,
  type ExportProgress,
  type ExportReport,
  MOST_NAMED_FAILURES,
} from '../../../shared/model/export.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Emit } from '../bridge/handler-types.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Clock, Random } from '../ports.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { ProjectSession } from '../session/project-session.ts';
import { Throttle } from '../timing.ts';
import { type ChosenExportFolders, ExportFolders } from './chosen-folders.ts';
import { ExportError } from './export-error.ts';
import { ExportPresets, exportMemory, rememberExport } from './export-memory.ts';
import { checkExportFolder } from './export-outlook.ts';
import { exportTakes, type TakesReport } from './export-takes.ts';
import type { LineFilesProgress } from './line-files.ts';

export interface ExportControllerParts {
  readonly workers: Pick<AudioWorkers, 'convertAudio'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly chosen: ChosenExportFolders;
  readonly emit: Emit;
  readonly notice: (notice: StudioNotice) => void;
  /** Notes a defect. @returns the id that it has in the log */
  readonly onDefect: (error: unknown) => string;
}

const PROGRESS_MS = 100;
/** The time left is not shown until this much time has passed and this share of the work is done. */
const LEAST_MS = 1_000;
const LEAST_SHARE = 0.01;

type ReportOutcome = ExportReport['outcome'];

interface RunningExport {
  readonly choice: ExportChoice;
  readonly end: AbortController;
  readonly over: Promise<void>;
  progress: ExportProgress;
}

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
  notices: [],
};

export class ExportController {
  readonly presets: ExportPresets;
  readonly #parts: ExportControllerParts;
  readonly #folders: ExportFolders;
  #running: RunningExport | null = null;
  /** What could not be kept in a project, because it is only read: its own id, and its latest export's. */
  #unkept: { readonly projectId: string; readonly choice: ExportChoice; readonly report: ExportReport } | null = null;

  constructor(parts: ExportControllerParts) {
    this.#parts = parts;
    this.#folders = new ExportFolders(parts.random, parts.chosen);
    this.presets = new ExportPresets(this.#folders, parts.random);
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Remembers a folder. @returns the name under which it is exported to */
  register(path: string): string {
    return this.#folders.register(path);
  }

  /** @throws RequestError `invalid` for a name of another session */
  pathOf(folderId: string | null): string | null {
    return folderId === null ? null : this.#folders.pathOf(folderId);
  }

  state(session: ProjectSession): ExportState {
    const { choice, report } = this.#remembered(session);
    return {
      running: this.#running?.progress ?? null,
      report,
      latest: this.#latest(session.project.info().id, this.#running?.choice ?? choice),
    };
  }

  #latest(projectId: string, choice: ExportChoice | null): ExportState['latest'] {
    if (!choice) return null;
    const { outDir, ...options } = choice;
    return { options, folder: this.#folders.entry(projectId, outDir) };
  }

  /**
   * Begins an export.
   *
   * @throws RequestError `busy`, `invalid`; ExportError where it can be seen at once that it can't be made
   */
  start(session: ProjectSession, options: ExportOptions, folderId: string): ExportState {
    if (this.#running) refuse({ kind: 'busy', what: 'export' });
    const choice = { ...options, outDir: this.#folders.chosenFor(session.project.info().id, folderId) };
    checkExportFolder(choice.outDir, session.project.dir);
    const { promise: over, resolve: isOver } = Promise.withResolvers<void>();
    const running: RunningExport = {
      choice,
      end: new AbortController(),
      over,
      progress: { done: 0, total: 0, file: null, secondsLeft: null },
    };
    this.#running = running;
    void this.#run(session, choice, running)
      .catch(this.#parts.onDefect)
      .finally(() => {
        this.#running = null;
        isOver();
      });
    const state = this.state(session);
    this.#parts.emit('export-changed', { state });
    return state;
  }

  /** Ends the export that is under way, if any, between two files. */
  cancel(): void {
    this.#running?.end.abort('cancelled' satisfies ReportOutcome);
  }

  /** The same because the project is closed; resolves when nothing of it goes on. */
  async end(): Promise<void> {
    this.#running?.end.abort('closed' satisfies ReportOutcome);
    await this.#running?.over;
  }

  /** The folder of the project's latest export; null where there was none, or it was not chosen on this machine. */
  lastFolder(session: ProjectSession): string | null {
    const { report, choice } = this.#remembered(session);
    const outDir = report?.outDir ?? choice?.outDir ?? null;
    return outDir !== null && this.#parts.chosen.has(session.project.info().id, outDir) ? outDir : null;
  }

  async #run(session: ProjectSession, choice: ExportChoice, running: RunningExport): Promise<void> {
    const { clock, workers, emit } = this.#parts;
    const startedAt = clock.now();
    const throttle = new Throttle(
      clock,
      PROGRESS_MS,
      () => this.#tellProgress(session, running.progress),
      this.#parts.onDefect,
    );
    let done = NOTHING_DONE;
    let outcome: ReportOutcome = 'done';
    let problem: string | null = null;
    try {
      await session.lookAtPaidWork();
      running.end.signal.throwIfAborted();
      done = await exportTakes(session.project, choice, {
        workers,
        clock,
        signal: running.end.signal,
        onProgress: (told) => {
          running.progress = progressOf(told, clock.now() - startedAt);
          throttle.touch();
        },
        onStopped: (report) => {
          done = report;
        },
      });
    } catch (error) {
      outcome = running.end.signal.aborted ? (running.end.signal.reason as ReportOutcome) : 'stopped';
      if (outcome === 'stopped') problem = this.#sentenceOf(error);
    }
    throttle.stop();
    const times = { startedAt, finishedAt: clock.now() };
    const report = reportOf(done, { outcome, problem, ...times, outDir: choice.outDir, format: choice.format });
    this.#keep(session, choice, report, done);
    this.#running = null;
    this.#parts.notice({ kind: 'progress', fraction: null });
    this.#parts.notice({
      kind: 'export-finished',
      project: session.project.info().name,
      outcome,
      files: report.files,
      failed: report.failedLines,
      problem,
    });
    emit('export-changed', { state: this.state(session) });
  }

  #tellProgress(session: ProjectSession, progress: ExportProgress): void {
    this.#parts.emit('export-progress', progress);
    // The task bar shows one thing: a run takes longer and costs more.
    if (progress.total > 0 && !session.run.isActive) {
      this.#parts.notice({ kind: 'progress', fraction: progress.done / progress.total });
    }
  }

  /** Audio that turned out to hold something else: its lines are to be rendered again. */
  #noteDamages(session: ProjectSession, { failed }: TakesReport): void {
    const damaged = failed.filter(({ damagedAudio }) => damagedAudio !== undefined);
    if (damaged.length === 0) return;
    for (const { damagedAudio } of damaged) {
      if (damagedAudio !== undefined) session.project.takes.setAudioProblem(damagedAudio, 'damaged');
    }
    session.linesChanged(damaged.map(({ line }) => line));
  }

  #sentenceOf(error: unknown): string {
    if (error instanceof ExportError || error instanceof ProjectError) return error.message;
    return `Something went wrong inside Lectern; the log has it under ${this.#parts.onDefect(error)}.`;
  }

  #remembered({ project }: ProjectSession): { choice: ExportChoice | null; report: ExportReport | null } {
    return this.#unkept?.projectId === project.info().id ? this.#unkept : exportMemory(project);
  }

  #keep(session: ProjectSession, choice: ExportChoice, report: ExportReport, done: TakesReport): void {
    const { project, readOnly } = session;
    const unkept = { projectId: project.info().id, choice, report };
    if (readOnly) {
      this.#unkept = unkept;
      return;
    }
    try {
      rememberExport(project, { choice, report });
      this.#unkept = null;
      this.#noteDamages(session, done);
    } catch {
      // Usually the export filled the disk itself: its report still holds for this session.
      this.#unkept = unkept;
    }
  }
}

function progressOf({ done, total, file, share }: LineFilesProgress, passedMs: number): ExportProgress {
  const isKnown = passedMs >= LEAST_MS && share >= LEAST_SHARE;
  return { done, total, file, secondsLeft: isKnown ? (passedMs * (1 - share)) / share / 1_000 : null };
}

type Circumstances = Pick<ExportReport, 'outcome' | 'problem' | 'startedAt' | 'finishedAt' | 'outDir' | 'format'>;

function reportOf({ files, failed, leftOut, notices, ...figures }: TakesReport, about: Circumstances): ExportReport {
  return {
    ...about,
    ...figures,
    files: files.length,
    failed: failed.slice(0, MOST_NAMED_FAILURES).map(({ line, number, label, reason }) => ({
      lineId: line,
      number,
      ...(label !== undefined && { label }),
      reason,
    })),
    failedLines: failed.length,
    leftOut: leftOut.slice(0, MOST_NAMED_FAILURES),
    leftOutLines: leftOut.length,
    notices: [...notices],
  };
}
