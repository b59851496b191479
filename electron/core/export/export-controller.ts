import type { ExportState } from '../../../shared/ipc/export-requests.ts';
import type { StudioNotice } from '../../../shared/ipc/studio-protocol.ts';
import type { KnownConsents } from '../../../shared/model/consent.ts';
import type {
  ExportChoice,
  ExportOptions,
  ExportProgress,
  ExportReport,
  ReportedExport,
} from '../../../shared/model/export/export.ts';
import type { ExportStop } from '../../../shared/model/export/export-problem.ts';
import type { Signing } from '../app/signing/signing.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Emit } from '../bridge/handler-types.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Clock, Random } from '../ports.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { Project } from '../project/project.ts';
import { Throttle } from '../timing.ts';
import { type ChosenExportFolders, ExportFolders } from './chosen-folders.ts';
import { ExportError } from './export-error.ts';
import { ExportPresets, exportSettings, rememberExport } from './export-memory.ts';
import { exportProject } from './export-project.ts';
import type { ExportSession } from './export-session.ts';
import { secondsLeft } from './files/work-progress.ts';
import { type ExportOrder, type FilesOrder, orderOf, scopeOf } from './plan/export-order.ts';
import { checkAllowed, checkOrder } from './plan/plan-export.ts';
import { checkExportFolder } from './preview-export.ts';
import { type ExportResult, storedFigures } from './report/export-report.ts';
import { exportVerdict } from './report/export-verdict.ts';
import { checkConsents } from './voice-consents.ts';

export interface ExportControllerParts {
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'convertAudio' | 'measureFile' | 'fingerprintFile'>;
  readonly clock: Clock;
  readonly dataFolder: string;
  readonly random: Random;
  readonly signing: Pick<Signing, 'signer'> | null;
  readonly chosen: ChosenExportFolders;
  readonly emit: Emit;
  /** Read from disk, because the command line can change consents, too. */
  readonly knownConsents: () => Promise<KnownConsents>;
  readonly notice: (notice: StudioNotice) => void;
  readonly onDefect: (error: unknown) => string;
}

const PROGRESS_MS = 100;

type ReportOutcome = ExportReport['outcome'];

interface RunningExport {
  readonly choice: ExportChoice | null;
  readonly end: AbortController;
  readonly over: Promise<void>;
  progress: ExportProgress;
}

type ExportConclusion = Pick<ReportedExport, 'outcome' | 'problem' | 'files' | 'failedLines' | 'leftOutLines'>;
type ExportAttempt = Pick<ReportedExport, 'outcome' | 'problem' | 'startedAt' | 'finishedAt'>;
type StoredExports = ReturnType<typeof exportSettings>;

interface StartedExport {
  readonly order: ExportOrder;
  readonly outDir: string;
  readonly keep: (reported: ReportedExport, result: ExportResult) => Partial<StoredExports>;
}

const INITIAL_PROGRESS: Omit<ExportProgress, 'kind'> = {
  step: 'writing',
  done: 0,
  total: 0,
  file: null,
  chaptersDone: 0,
  chapters: 0,
  share: 0,
  secondsLeft: null,
};

const EMPTY_RESULT: ExportResult = {
  files: [],
  written: 0,
  moved: 0,
  unchanged: 0,
  binned: 0,
  binFolder: null,
  failed: [],
  leftOut: [],
  missing: [],
  outdated: [],
  damaged: [],
  sounds: [],
  disclosure: null,
  signing: null,
  verdict: exportVerdict({ missing: [], outdated: [], rows: [] }),
  measured: null,
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

  register(path: string): string {
    return this.#folders.register(path);
  }

  /** @throws RequestError `invalid` for an id from another session */
  pathOf(folderId: string | null): string | null {
    return folderId === null ? null : this.#folders.pathOf(folderId);
  }

  state(session: ExportSession): ExportState {
    const { choice, report, choices, finished } = this.#settingsOf(session);
    const { id } = session.project.info();
    return {
      running: this.#running?.progress ?? null,
      report,
      latest: this.#latest(id, this.#running?.choice ?? choice),
      finished,
      choices: choices.map(({ kind, options, outDir }) => ({
        kind,
        options,
        folder: this.#folders.choiceOf(id, outDir),
      })),
    };
  }

  #latest(projectId: string, choice: ExportChoice | null): ExportState['latest'] {
    if (!choice) return null;
    const { outDir, ...options } = choice;
    return { options, folder: this.#folders.choiceOf(projectId, outDir) };
  }

  /** @throws RequestError `busy`, `invalid`; ExportError if the export obviously can't succeed; ConsentError */
  async start(session: ExportSession, options: ExportOptions, folderId: string): Promise<ExportState> {
    const outDir = this.#folderFor(session, folderId);
    checkConsents(session.project, { target: 'lines', scope: options }, await this.#parts.knownConsents());
    const choice = { ...options, outDir };
    return this.#begin(session, choice, {
      order: { ...options, target: 'lines' },
      outDir,
      keep: (reported, { notices }) => ({
        choice,
        report: { ...reported, format: options.format, notices: [...notices] },
      }),
    });
  }

  /** @throws TargetError, and the errors of `start` */
  async finish(session: ExportSession, chosen: FilesOrder, folderId: string): Promise<ExportState> {
    const outDir = this.#folderFor(session, folderId);
    const { kind, options } = chosen;
    const order = orderOf(session.project, chosen);
    await checkOrder(session.project, order);
    checkAllowed(session.project, order);
    const voices = { target: order.target, scope: scopeOf(order) };
    checkConsents(session.project, voices, await this.#parts.knownConsents());
    const own = session.project.settings().ownTargets.find(({ id }) => id === options.ownTarget);
    return this.#begin(session, null, {
      order,
      outDir,
      keep: (reported, { files, notices, measured }) => ({
        finished: {
          ...reported,
          kind,
          own: own ? { id: own.id, name: own.name } : null,
          made: files.map(({ title, isAudio, ...file }) => file),
          gate: measured,
          notices,
        },
        choices: [
          ...this.#settingsOf(session).choices.filter(
            (choice) => choice.kind !== kind || choice.options.ownTarget !== options.ownTarget,
          ),
          { kind, options, outDir },
        ],
      }),
    });
  }

  #folderFor(session: ExportSession, folderId: string): string {
    const outDir = this.#folders.requireChosenPath(session.project.info().id, folderId);
    checkExportFolder(outDir, session.project.dir);
    return outDir;
  }

  #begin(session: ExportSession, choice: ExportChoice | null, started: StartedExport): ExportState {
    if (this.#running) refuse({ kind: 'busy', what: 'export' });
    const { promise: over, resolve: isOver } = Promise.withResolvers<void>();
    const running: RunningExport = {
      choice,
      end: new AbortController(),
      over,
      progress: { ...INITIAL_PROGRESS, kind: started.order.target },
    };
    this.#running = running;
    void this.#run(session, started, running)
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

  /** Stops the export once the files in progress are finished. */
  cancel(): void {
    this.#running?.end.abort('cancelled' satisfies ReportOutcome);
  }

  /** Waits until the export has stopped. */
  async end(): Promise<void> {
    this.#running?.end.abort('closed' satisfies ReportOutcome);
    await this.#running?.over;
  }

  /** Returns the folder of the last export; null if there is none or it wasn't chosen on this machine. */
  lastFolder(session: ExportSession, kind: 'export' | 'finished-export'): string | null {
    const { report, choice, finished } = this.#settingsOf(session);
    const outDir = kind === 'export' ? (report?.outDir ?? choice?.outDir ?? null) : (finished?.outDir ?? null);
    return outDir !== null && this.#parts.chosen.has(session.project.info().id, outDir) ? outDir : null;
  }

  async #run(
    session: ExportSession,
    { order, outDir, keep }: StartedExport,
    running: RunningExport,
  ): Promise<ExportConclusion> {
    const { clock, workers, dataFolder } = this.#parts;
    let done = EMPTY_RESULT;
    const attempted = await this.#attempt(session, running, async (tell) => {
      const startedAt = clock.now();
      done = await exportProject(session.project, order, outDir, {
        workers,
        clock,
        signing: this.#parts.signing,
        dataFolder,
        signal: running.end.signal,
        onProgress: (told) =>
          tell({ ...told, step: 'writing', secondsLeft: secondsLeft(told.share, clock.now() - startedAt) }),
        onMeasured: (done, total) => tell({ step: 'measuring', done, total, secondsLeft: null }),
        onTimed: (done, total) => tell({ step: 'timing', done, total, share: done / total, secondsLeft: null }),
        onDefect: this.#parts.onDefect,
        onStopped: (result) => {
          done = result;
        },
      });
    });
    const verdict = attempted.outcome === 'done' ? done.verdict : null;
    const reported = { ...storedFigures(done), verdict, ...attempted, outDir };
    this.#saveSettings(session, keep(reported, done), done.damaged);
    return reported;
  }

  async #attempt(
    session: ExportSession,
    running: RunningExport,
    work: (tell: (told: Partial<ExportProgress>) => void) => Promise<void>,
  ): Promise<ExportAttempt> {
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
        throttle.request();
      });
    } catch (error) {
      outcome = signal.aborted ? (signal.reason as ReportOutcome) : 'stopped';
      if (outcome === 'stopped') problem = this.#stopReason(error);
    }
    throttle.stop();
    return { outcome, problem, startedAt, finishedAt: clock.now() };
  }

  #emitEnd(session: ExportSession, { outcome, problem, files, failedLines, leftOutLines }: ExportConclusion): void {
    this.#running = null;
    const { name: project } = session.project.info();
    this.#parts.notice({ kind: 'progress', fraction: null });
    const lines = { failed: failedLines, leftOut: leftOutLines };
    this.#parts.notice({ kind: 'export-finished', project, outcome, files, ...lines, problem });
    this.#parts.emit('export-changed', { state: this.state(session) });
  }

  #emitProgress(session: ExportSession, progress: ExportProgress): void {
    this.#parts.emit('export-progress', progress);
    // The taskbar can only show one operation. A run takes precedence, because it takes longer and costs money.
    if (progress.total > 0 && !session.run.isActive) {
      this.#parts.notice({ kind: 'progress', fraction: progress.share });
    }
  }

  /** Records damaged takes, so that their lines count as not rendered. */
  #recordDamage(session: ExportSession, damaged: ExportResult['damaged']): void {
    if (damaged.length === 0) return;
    for (const { audioHash } of damaged) session.project.takes.setAudioProblem(audioHash, 'damaged');
    session.linesChanged(damaged.flatMap(({ lineId }) => lineId ?? []));
  }

  #stopReason(error: unknown): ExportStop {
    if (error instanceof ExportError) return { kind: 'export', problem: error.problem };
    if (error instanceof ProjectError) return { kind: 'project', problem: error.problem };
    return { kind: 'internal', id: this.#parts.onDefect(error) };
  }

  #settingsOf({ project }: ExportSession): StoredExports {
    return { ...exportSettings(project), ...this.#unsavedExportsOf(project) };
  }

  #unsavedExportsOf(project: Project): Partial<StoredExports> {
    return this.#unsavedExports?.projectId === project.info().id ? this.#unsavedExports.change : {};
  }

  #saveSettings(session: ExportSession, change: Partial<StoredExports>, damaged: ExportResult['damaged']): void {
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
      this.#recordDamage(session, damaged);
    } catch {
      // The export itself has usually filled the disk. Keep the report in memory for this session.
      this.#unsavedExports = unsavedExports;
    }
  }
}
