import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { importTextFile } from '@lectern/manuscript';
import type { ProjectSummary, ReadOnlyReason } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import { NEW_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import type { ConnectionManager } from '../app/connections/connection-manager.ts';
import { newProjectFolder } from '../app/library/project-folder-name.ts';
import { idAt, type RecentProjects } from '../app/library/recent-projects.ts';
import type { Emit } from '../bridge/handler-types.ts';
import { refuse, requireFound } from '../bridge/request-error.ts';
import { type BackgroundThread, createProjectFromScript, type ProjectOrder } from '../import/background-work.ts';
import type { ImportController } from '../import/import-controller.ts';
import { initialSettings } from '../import/new-project.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { restoreBackup } from '../project/folder/restore-backup.ts';
import type { RoutineBackups } from '../project/folder/routine-backups.ts';
import type { Project } from '../project/project.ts';
import { openProject, takesLongToOpen } from '../project/project-folder.ts';
import { SerialQueue } from '../timing.ts';
import type { UndoLog } from '../undo/undo-log.ts';
import type { CountedSummary, ProjectSession } from './project-session.ts';
import type { StudioPorts } from './studio-ports.ts';

export interface ProjectsParts {
  readonly ports: StudioPorts;
  readonly recent: RecentProjects;
  readonly connections: ConnectionManager;
  readonly imports: ImportController;
  readonly thread: Pick<BackgroundThread, 'perform'>;
  readonly backups: RoutineBackups;
  readonly undo: UndoLog;
  readonly emit: Emit;
  readonly beforeClose: () => Promise<void>;
  /** A project whose run continues is no longer shown. */
  readonly onBackground: (session: ProjectSession) => void;
  readonly makeSession: (project: Project, readOnlyBecause: ReadOnlyReason | null) => ProjectSession;
  /** Called if a project can't be closed properly. The next one is opened anyway. */
  readonly onError: (error: unknown) => void;
}

const EMPTY = { paragraphs: [], settings: NEW_PROJECT_SETTINGS };
const SAMPLE = { file: 'earnest-scene.txt', name: 'The Importance of Being Earnest' };

export class Projects {
  readonly #parts: ProjectsParts;
  #session: ProjectSession | null = null;
  /** Projects that the window doesn't show, whose runs continue. */
  readonly #background = new Set<ProjectSession>();
  #damaged: string | null = null;
  #inUse: string | null = null;
  #unreadable: string | null = null;
  readonly #queue = new SerialQueue();

  constructor(parts: ProjectsParts) {
    this.#parts = parts;
  }

  get session(): ProjectSession | null {
    return this.#session;
  }

  /** All open projects: the one shown, if any, and those in the background. */
  get sessions(): readonly ProjectSession[] {
    return this.#session ? [this.#session, ...this.#background] : [...this.#background];
  }

  async sessionAt(path: string): Promise<ProjectSession | null> {
    const id = await idAt(path);
    for (const session of this.sessions) if ((await idAt(session.project.dir)) === id) return session;
    return null;
  }

  /** @throws RequestError `no-project` */
  requireSession(): ProjectSession {
    return this.#session ?? refuse({ kind: 'no-project' });
  }

  /** @throws ProjectError */
  open(path: string): Promise<ProjectSummary> {
    return this.#queue.run(async () => {
      const session = this.#session;
      const isAway = session !== null && !session.project.file.isInPlace();
      if (session?.project.dir === resolve(path) && !isAway) return session.summary();
      // This process still has the moved project open.
      if (isAway) await this.#closeAndNotify();
      return this.#openNow(path);
    });
  }

  /**
   * Opens a project for writing without showing it, unless it is already open. Call `closeIfIdle` when its run has
   * ended.
   * @throws ProjectError
   */
  openInBackground(path: string): Promise<ProjectSession> {
    return this.#queue.run(async () => {
      const open = await this.sessionAt(path);
      if (open?.readOnly) throw new ProjectError({ kind: 'read-only', path });
      if (open) return open;
      const session = await this.#makeSession(await this.#openAs(path, 'write'), null, false);
      this.#background.add(session);
      session.linkChanged();
      return session;
    });
  }

  /** Closes a project in the background whose run has ended or was paused. */
  closeIfIdle(session: ProjectSession): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#background.has(session) && !session.run.isUnderWay) await this.#closeBackground(session);
    });
  }

  /**
   * Uses the last project that was found to be damaged or, if there is none, the open project.
   * @throws ProjectError; RequestError `not-found`
   */
  restoreBackup(): Promise<ProjectSummary> {
    return this.#queue.run(async () => {
      const path = requireFound(this.#damaged ?? this.#session?.project.dir, 'project');
      if (this.#session?.project.dir === path) await this.#closeNow();
      restoreBackup(path, this.#parts.ports.clock.now());
      return this.#openNow(path);
    });
  }

  /** Keeps a copy of the unreadable settings in the database. @throws ProjectError; RequestError `not-found` */
  resetSettings(): Promise<ProjectSummary> {
    return this.#queue.run(async () => {
      const path = requireFound(this.#unreadable, 'project');
      const project = await this.#openAs(path, 'write');
      try {
        // The settings might have been repaired in the meantime.
        if (!hasReadableSettings(project)) project.resetSettings();
      } catch (error) {
        project.close();
        throw error;
      }
      return this.#startSession(project, null);
    });
  }

  /** Defaults to the last project that was found to be in use. @throws ProjectError; RequestError `not-found` */
  openReadOnly(folder?: string): Promise<ProjectSummary> {
    return this.#queue.run(async () => {
      const path = requireFound(folder ?? this.#inUse, 'project');
      const open = await this.sessionAt(path);
      if (open) return this.#show(open);
      return this.#startSession(await this.#openAs(path, 'read'), 'in-use');
    });
  }

  /** Opens for writing if possible. @throws ProjectError, RequestError */
  reopen(): Promise<ProjectSummary> {
    return this.#reopenWith((folder) => this.#openOrRead(folder));
  }

  /** Reopens without the missing or damaged write-ahead log. @throws ProjectError, RequestError */
  acceptMissingLog(): Promise<ProjectSummary> {
    return this.#reopenWith(async (folder) => this.#startSession(await this.#openAs(folder, 'write', true), null));
  }

  #reopenWith(open: (folder: string) => Promise<ProjectSummary>): Promise<ProjectSummary> {
    return this.#queue.run(async () => {
      const { dir, file } = this.requireSession().project;
      const folder = file.isInPlace() ? dir : (file.currentFolder() ?? dir);
      await this.#closeNow();
      try {
        const summary = await open(folder);
        this.#parts.emit('documents-changed', {});
        this.#parts.emit('lines-changed', { lines: null });
        this.#parts.emit('takes-changed', { lineIds: null });
        return summary;
      } catch (error) {
        this.#parts.emit('project-changed', { project: null });
        throw error;
      }
    });
  }

  /** @throws ProjectError, RequestError */
  create(name: string): Promise<ProjectSummary> {
    return this.#make(name, (order) => createProjectFromScript(EMPTY, order, this.#parts.ports));
  }

  /** @throws ProjectError, RequestError */
  async createSample(): Promise<ProjectSummary> {
    const { file, name } = SAMPLE;
    const imported = importTextFile(await readFile(join(this.#parts.ports.samplesFolder, file)), file);
    const settings = initialSettings(imported);
    const script = { paragraphs: parseScript(imported.text, settings), settings };
    return this.#make(name, (order) => createProjectFromScript(script, order, this.#parts.ports));
  }

  /** @throws ProjectError, RequestError */
  createFromImport(name: string, importId: string, choices?: ImportChoices): Promise<ProjectSummary> {
    const { imports, ports } = this.#parts;
    return this.#make(name, async (order) => {
      await imports.make(importId, order, choices);
      return openProject(order.dir, { mode: 'write', ...ports });
    });
  }

  /** @throws ProjectError; RequestError without a connection, because each project belongs to one */
  #make(name: string, make: (order: ProjectOrder) => Project | Promise<Project>): Promise<ProjectSummary> {
    return this.#queue.run(async () => {
      const { ports, connections } = this.#parts;
      const link = await connections.requireLink();
      const voices = await connections.voices();
      const dir = await newProjectFolder(name, ports.projectsFolder);
      return this.#startSession(await make({ dir, name, connection: link.identity, voices }), null);
    });
  }

  whileClosed<T>(path: string, reopen: boolean, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      const session = await this.sessionAt(path);
      if (!session) return work();
      if (session.run.isActive) refuse({ kind: 'busy', what: 'run' });
      if (session !== this.#session) {
        await this.#closeBackground(session);
        return work();
      }
      await this.#closeNow();
      // Emitted even if the project is reopened immediately, because everything that the window knows about it is
      // outdated.
      this.#parts.emit('project-changed', { project: null });
      try {
        return await work();
      } finally {
        if (reopen) await this.#openNow(path);
      }
    });
  }

  /** Works whether the project is open or not. @throws ProjectError */
  change(path: string, work: (project: Project) => void): Promise<void> {
    return this.#queue.run(async () => {
      const session = await this.sessionAt(path);
      if (session?.readOnly) throw new ProjectError({ kind: 'read-only', path });
      if (session) {
        work(session.project);
        session.linkChanged();
        await session.emitSummary();
        return;
      }
      const project = await this.#openAs(path, 'write');
      try {
        work(project);
      } finally {
        project.close();
      }
    });
  }

  async isOpen(path: string): Promise<boolean> {
    return (await this.sessionAt(path)) !== null;
  }

  /** Uses a thread unless the project was closed cleanly. @throws ProjectError */
  async inspect(path: string): Promise<void> {
    if (takesLongToOpen(path) && (await this.#check(path, 'read'))) return;
    openProject(path, { mode: 'read', ...this.#parts.ports }).close();
  }

  /** The project's run continues in the background. */
  close(): Promise<void> {
    return this.#queue.run(async () => {
      await this.#leave();
      this.#parts.emit('project-changed', { project: null });
    });
  }

  /** Runs end; they can be resumed when their projects are opened again. */
  closeAll(): Promise<void> {
    return this.#queue.run(async () => {
      for (const session of this.#background) await this.#closeBackground(session);
      await this.#closeAndNotify();
    });
  }

  async #closeAndNotify(): Promise<void> {
    await this.#closeNow();
    this.#parts.emit('project-changed', { project: null });
  }

  async #openOrRead(path: string): Promise<ProjectSummary> {
    try {
      return await this.#openNow(path);
    } catch (error) {
      if (!isProblem(error, 'in-use')) throw error;
      return this.#startSession(await this.#openAs(path, 'read'), 'in-use');
    }
  }

  async #openNow(path: string): Promise<ProjectSummary> {
    const open = await this.sessionAt(path);
    if (open && open !== this.#session) return this.#show(open);
    try {
      const { project, reason } = await this.#openAt(path);
      return await this.#startSession(project, reason);
    } catch (error) {
      if (isProblem(error, 'damaged')) this.#damaged = error.problem.path;
      if (isProblem(error, 'in-use')) this.#inUse = error.problem.path;
      if (isProblem(error, 'settings-unreadable')) this.#unreadable = error.problem.path;
      throw error;
    }
  }

  /** Falls back to read-only access, unless the project is in use: only `openReadOnly` opens such a project. */
  async #openAt(path: string): Promise<{ readonly project: Project; readonly reason: ReadOnlyReason | null }> {
    try {
      return { project: await this.#openAs(path, 'write'), reason: null };
    } catch (error) {
      const reason = readOnlyReason(error);
      if (reason === null) throw error;
      return { project: await this.#openAs(path, 'read'), reason };
    }
  }

  async #openAs(path: string, mode: 'write' | 'read', acceptMissingLog = false): Promise<Project> {
    const { ports } = this.#parts;
    const isChecked = takesLongToOpen(path) && (await this.#check(path, acceptMissingLog ? 'read' : mode));
    return openProject(path, { mode, isChecked, acceptMissingLog, ...ports });
  }

  /** Returns false if there is no thread. The project is then checked when it is opened. */
  async #check(folder: string, mode: 'write' | 'read'): Promise<boolean> {
    try {
      await this.#parts.thread.perform({ kind: 'check', folder, mode });
      return true;
    } catch (error) {
      if (error instanceof ProjectError) throw error;
      return false;
    }
  }

  async #startSession(project: Project, readOnlyBecause: ReadOnlyReason | null): Promise<ProjectSummary> {
    return this.#show(await this.#makeSession(project, readOnlyBecause, true));
  }

  /** Closes the project if it can't be used. */
  async #makeSession(
    project: Project,
    readOnlyBecause: ReadOnlyReason | null,
    isShown: boolean,
  ): Promise<ProjectSession> {
    let session: ProjectSession | null = null;
    try {
      // Fail early, so that the current project stays open: a project can't be shown without its settings.
      project.settings();
      if (isShown) await this.#leave();
      session = this.#parts.makeSession(project, readOnlyBecause);
      session.isShown = isShown;
      session.begin();
      return session;
    } catch (error) {
      await session?.close().catch(this.#parts.onError);
      project.close();
      throw error;
    }
  }

  /** Shows a project that has just been opened or was in the background. Does nothing if it is shown already. */
  async #show(session: ProjectSession): Promise<ProjectSummary> {
    if (session === this.#session) return session.currentSummary();
    await this.#leave();
    this.#background.delete(session);
    this.#session = session;
    session.isShown = true;
    if (!session.readOnly) this.#restoreSteps(session);
    this.#damaged = null;
    this.#inUse = null;
    this.#unreadable = null;
    session.linkChanged();
    // Lines of large projects are counted after the script is shown.
    session.views.countIfSmall();
    if (!session.views.isCounted) this.#parts.emit('project-changed', { project: await session.currentSummary() });
    const summary = await session.emitSummary();
    this.#parts.emit('chapters-changed', {});
    await this.#parts.recent.recordOpened(toFigures(summary)).catch(() => {});
    if (!session.readOnly) this.#parts.backups.begin(session.project);
    return summary;
  }

  /** Leaves the project shown. If it has a run, the project stays open in the background. */
  async #leave(): Promise<void> {
    const session = this.#session;
    if (!session?.run.isUnderWay) return this.#closeNow();
    await this.#endShowing(session);
    session.isShown = false;
    this.#background.add(session);
    this.#parts.onBackground(session);
  }

  #restoreSteps(session: ProjectSession): void {
    for (const { id, isUndone } of session.steps.ids()) {
      // The changes are read only if the step is undone, because there may be megabytes of them.
      const inverse = () => session.inverseOf(requireFound(session.steps.changesOf(id), 'step'))();
      this.#parts.undo.restore(id, inverse, session, isUndone);
    }
  }

  /** Never fails, because a project on a disconnected drive must not prevent the next one from being opened. */
  async #closeNow(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    await this.#endShowing(session);
    await session.close().catch(this.#parts.onError);
  }

  async #endShowing(session: ProjectSession): Promise<void> {
    const { beforeClose, backups, undo, onError } = this.#parts;
    await beforeClose().catch(onError);
    await backups.end().catch(onError);
    this.#session = null;
    undo.forget(session);
    await this.#recordProgress(session);
  }

  async #closeBackground(session: ProjectSession): Promise<void> {
    this.#background.delete(session);
    await this.#recordProgress(session);
    await session.close().catch(this.#parts.onError);
  }

  async #recordProgress(session: ProjectSession): Promise<void> {
    const { recent, onError } = this.#parts;
    await session
      .summary()
      .then((summary) => recent.recordProgress(toFigures(summary)))
      .catch(onError);
  }
}

const isProblem = <K extends ProjectProblem['kind']>(
  error: unknown,
  kind: K,
): error is ProjectError & { readonly problem: Extract<ProjectProblem, { kind: K }> } =>
  error instanceof ProjectError && error.problem.kind === kind;

/** Null if the project isn't opened read-only. */
function readOnlyReason(error: unknown): ReadOnlyReason | null {
  for (const kind of ['read-only', 'no-permission', 'log-missing', 'log-damaged'] as const)
    if (isProblem(error, kind)) return kind;
  return null;
}

const toFigures = ({ id, path, name, figures }: CountedSummary) => ({
  projectId: id,
  path,
  name,
  lines: figures.lines,
  fresh: (figures.counts.fresh ?? 0) + (figures.counts.kept ?? 0),
});

function hasReadableSettings(project: Project): boolean {
  try {
    project.settings();
    return true;
  } catch (error) {
    if (isProblem(error, 'settings-unreadable')) return false;
    throw error;
  }
}
