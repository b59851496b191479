import { access, constants, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { setImmediate as otherEvents } from 'node:timers/promises';
import { UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { readRegularFile } from '../../../../node/files/regular-file.ts';
import type { BackupEntry, ProjectContents, ProjectOverview } from '../../../../shared/ipc/library-requests.ts';
import type { Emit } from '../../bridge/handler-types.ts';
import { RequestError, refuse, requireFound } from '../../bridge/request-error.ts';
import type { BackgroundThread } from '../../import/background-work.ts';
import { holdingsOf, listBackups } from '../../project/folder/backup.ts';
import { chaptersIn, inspectProject } from '../../project/folder/inspect-project.ts';
import { asProjectError, ProjectError } from '../../project/folder/project-error.ts';
import { type CopiedProject, copyProject } from '../../project/project-copy.ts';
import { MAX_SOURCE_BYTES, SOURCE_EPUB } from '../../project/source-epub.ts';
import { once, type UndoLog } from '../../undo/undo-log.ts';
import { COVER_FILES, type Cover, CoverError, findCover, MAX_COVER_BYTES, readCover, writeCover } from './cover.ts';
import { LibraryBin, type LibraryPorts, type ManagedProjects } from './library-bin.ts';
import { folderSize, newProjectFolder } from './project-folder-name.ts';
import { idAt, type RecentEntry, type RecentProjects } from './recent-projects.ts';

export interface LibraryParts {
  readonly ports: LibraryPorts;
  readonly recent: RecentProjects;
  readonly projects: ManagedProjects;
  readonly thread: Pick<BackgroundThread, 'perform'>;
  readonly undo: UndoLog;
  readonly emit: Emit;
}

interface UndoableStep {
  readonly step: string;
}

const PROGRESS_MS = 100;

export class Library {
  readonly bin: LibraryBin;
  readonly #parts: LibraryParts;
  #copying: AbortController | null = null;

  constructor(parts: LibraryParts) {
    this.#parts = parts;
    this.bin = new LibraryBin(parts);
  }

  /** Inspects the projects one by one, yielding to the event loop in between. */
  async inspectAll(): Promise<ProjectOverview[]> {
    const looks: ProjectOverview[] = [];
    for (const { path } of this.#parts.recent.entries) {
      looks.push({ id: await idAt(path), ...(await this.#inspect(path)) });
      await otherEvents();
    }
    return looks;
  }

  async #inspect(path: string): Promise<Omit<ProjectOverview, 'id'>> {
    const { projects } = this.#parts;
    const cover = (await findCover(path))?.version ?? null;
    // If the database file were opened and closed a second time, SQLite would lose the open session's locks.
    const session = await projects.sessionAt(path);
    if (session) return { state: { kind: 'open' }, chapters: chaptersIn(session.project), cover };
    const { state, chapters } = await inspectProject(path);
    return { state, chapters, cover };
  }

  size(id: string): Promise<number> {
    return folderSize(this.#entry(id).path);
  }

  async folderOf(id: string): Promise<string> {
    const { path } = this.#entry(id);
    await stat(path).catch(() => {
      throw new ProjectError({ kind: 'not-found', path });
    });
    return path;
  }

  forget(id: string): Promise<UndoableStep> {
    const entry = this.#entry(id);
    return this.#undoable(this.#parts.recent.forget(id), () => this.#parts.recent.restore(entry));
  }

  archive(id: string, archived: boolean): Promise<UndoableStep> {
    const { recent } = this.#parts;
    const before = this.#entry(id).archived;
    return this.#undoable(recent.archive(id, archived), () => recent.archive(id, before));
  }

  rename(id: string, name: string): Promise<UndoableStep> {
    const entry = this.#entry(id);
    const call = async (wanted: string) => {
      await this.#parts.projects.change(entry.path, (project) => project.rename(wanted));
      await this.#parts.recent.recordProgress({ ...toFigures(this.#entry(id)), name: wanted });
    };
    return this.#undoable(call(name), () => call(entry.name));
  }

  async confirmLocation(id: string): Promise<void> {
    await this.#parts.projects.change(this.#entry(id).path, (project) => project.confirmPlace());
    this.#emitChanged();
  }

  /** If there is a different project at the path, returns that project's name and changes nothing. */
  async relocate(id: string, path: string): Promise<string | null> {
    const entry = this.#entry(id);
    const folder = resolve(path);
    const look = await inspectProject(folder);
    if (look.state.kind === 'missing') throw new ProjectError({ kind: 'not-found', path: folder });
    if (look.state.kind === 'not-a-project') throw new ProjectError({ kind: 'not-a-project', path: folder });
    // Entries saved before project ids were recorded can only be recognised by name.
    const [wanted, there] = entry.projectId === null ? [entry.name, look.name] : [entry.projectId, look.id];
    if (there !== null && there !== wanted) return look.name ?? basename(folder);
    await this.#parts.recent.recordMove(id, folder);
    this.#emitChanged();
    return null;
  }

  async setCoverFile(id: string, path: string): Promise<UndoableStep> {
    const bytes = await readRegularFile(path, MAX_COVER_BYTES, 'follow').catch((error: unknown) => {
      const isLarge = error instanceof UnsafeEntryError && error.reason === 'too-large';
      throw new CoverError(isLarge ? 'too-large' : 'format');
    });
    return this.setCover(id, bytes);
  }

  /** @param bytes null to show the generated cover */
  async setCover(id: string, bytes: Uint8Array | null): Promise<UndoableStep> {
    const folder = await this.folderOf(id);
    const before = await readCover(folder);
    const put = (picture: Uint8Array | null) =>
      writeCover(folder, picture).catch((error) => {
        throw error instanceof CoverError ? error : asProjectError(error, folder);
      });
    return this.#undoable(put(bytes), () => put(before));
  }

  cover(id: string): Promise<Cover | null> {
    return findCover(this.#entry(id).path);
  }

  async moveToBin(id: string): Promise<UndoableStep> {
    const binned = await this.bin.put(this.#entry(id));
    return this.#undoable(Promise.resolve(), async () => void (await this.bin.restore(binned)));
  }

  async restoreFromBin(id: string): Promise<{ readonly path: string; readonly moved: boolean }> {
    const revert = await this.bin.restore(id);
    this.#emitChanged();
    return revert;
  }

  async deletePermanently(ids: readonly string[]): Promise<void> {
    await this.bin.deletePermanently(ids).finally(() => this.#emitChanged());
  }

  /** Copies a project into the folder that contains it or, if that isn't writable, into the projects folder. */
  async duplicate(id: string, name: string): Promise<{ id: string } & Pick<CopiedProject, 'missing' | 'inFlight'>> {
    const { projects, recent, ports } = this.#parts;
    const entry = this.#entry(id);
    if (this.#copying) refuse({ kind: 'busy', what: 'copy' });
    const copying = new AbortController();
    this.#copying = copying;
    try {
      if (!(await projects.isOpen(entry.path))) await projects.inspect(entry.path);
      const beside = dirname(entry.path);
      const to = await newProjectFolder(name, (await isWritable(beside)) ? beside : ports.projectsFolder);
      const { clock, random } = ports;
      const copied = await copyProject(entry.path, to, {
        name,
        clock,
        random,
        signal: copying.signal,
        onProgress: this.#progress(),
        beside: [
          ...COVER_FILES.map((cover) => ({ name: cover, maxBytes: MAX_COVER_BYTES })),
          { name: SOURCE_EPUB, maxBytes: MAX_SOURCE_BYTES },
        ],
      });
      await recent.recordOpened({ ...toFigures(entry), path: to, name, projectId: copied.id });
      this.#emitChanged();
      return { id: await idAt(to), missing: copied.missing, inFlight: copied.inFlight };
    } catch (error) {
      if (copying.signal.aborted) throw new RequestError({ kind: 'cancelled' });
      throw error;
    } finally {
      this.#copying = null;
    }
  }

  cancelDuplicate(): void {
    this.#copying?.abort();
  }

  backups(id: string): { readonly now: ProjectContents | null; readonly backups: BackupEntry[] } {
    const { path } = this.#entry(id);
    return { now: holdingsOf(path), backups: listBackups(path) };
  }

  /** Returns whether a backup was made. This can fail if the disk is full. */
  async backUpNow(id: string): Promise<boolean> {
    const folder = await this.folderOf(id);
    const now = this.#parts.ports.clock.now();
    await this.#parts.thread.perform({ kind: 'back-up', folder, now });
    return listBackups(folder).some(({ madeAt }) => madeAt === now);
  }

  /** The step is null if the current state is damaged and couldn't be backed up. */
  async restoreBackup(id: string, name: string): Promise<{ readonly step: string | null }> {
    const folder = await this.folderOf(id);
    const before = await this.#restore(folder, name);
    this.#emitChanged();
    return { step: before === null ? null : this.#addStep(async () => void (await this.#restore(folder, before))) };
  }

  /** Returns the name of a backup of the replaced state; null if there is none. */
  async #restore(folder: string, name: string): Promise<string | null> {
    const { projects, thread, ports } = this.#parts;
    const now = ports.clock.now();
    await projects.whileClosed(folder, true, () => thread.perform({ kind: 'restore-backup', folder, name, now }));
    return listBackups(folder).find(({ madeAt }) => madeAt === now)?.name ?? null;
  }

  #entry(id: string): RecentEntry {
    return requireFound(this.#parts.recent.entry(id), 'project');
  }

  async #undoable(work: Promise<void>, revert: () => Promise<void>): Promise<UndoableStep> {
    await work;
    this.#emitChanged();
    return { step: this.#addStep(revert) };
  }

  #addStep(revert: () => Promise<void>): string {
    return this.#parts.undo.add(once(() => revert().finally(() => this.#emitChanged())));
  }

  #emitChanged(): void {
    this.#parts.emit('library-changed', {});
  }

  #progress(): (done: number, total: number) => void {
    const { emit, ports } = this.#parts;
    let toldAt = Number.NEGATIVE_INFINITY;
    return (done, total) => {
      const now = ports.clock.now();
      if (now - toldAt < PROGRESS_MS && done < total) return;
      toldAt = now;
      emit('duplicate-progress', { done, total });
    };
  }
}

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );

const toFigures = ({ path, name, lines, fresh }: RecentEntry) => ({ path, name, lines, fresh });
