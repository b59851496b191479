import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { RecentProject } from '../../../../shared/ipc/library-requests.ts';
import type { DocumentProblem } from '../../../../shared/model/machine-problem.ts';
import type { Clock } from '../../ports.ts';
import { projectPaths } from '../../project/folder/project-paths.ts';
import { VersionedDocument } from '../versioned-document.ts';

const entrySchema = z.object({
  path: z.string().min(1),
  name: z.string(),
  /** Milliseconds since the epoch. */
  openedAt: z.number(),
  /** As of when the project was last open. */
  lines: z.int().min(0),
  fresh: z.int().min(0),
  /** Permanent id of the project, to recognise it after a move; null in entries from before ids were recorded. */
  projectId: z.string().nullable().default(null),
  /** Hidden from the list; the folder stays where it is. */
  archived: z.boolean().default(false),
});
export type RecentEntry = z.infer<typeof entrySchema>;

const documentSchema = z.object({
  version: z.literal(1),
  projects: z.array(entrySchema),
  /** All bins ever used, to find those with no listed project next to them. */
  bins: z.array(z.string()).default([]),
});
type RecentDocument = z.infer<typeof documentSchema>;

const MOST = 100;

export interface RecentFigures {
  readonly path: string;
  readonly name: string;
  readonly lines: number;
  readonly fresh: number;
  readonly projectId?: string;
}

/**
 * Derives the id by which the window refers to a project.
 *
 * @param path as in the list
 */
const idOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 24);

/** Returns the list id of the project at a path, resolving links. */
export const idAt = async (path: string): Promise<string> => idOf(await placeOf(path));

/** Resolves links, so that a project has one entry. A missing folder keeps the path it was opened with. */
const placeOf = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

async function isMissing(path: string): Promise<boolean> {
  return stat(projectPaths(path).database).then(
    (found) => !found.isFile(),
    () => true,
  );
}

export class RecentProjects {
  readonly #document: VersionedDocument<RecentDocument>;
  readonly #clock: Clock;

  private constructor(document: VersionedDocument<RecentDocument>, clock: Clock) {
    this.#document = document;
    this.#clock = clock;
  }

  /** Opens `recent-projects.json` in the application's data folder. Never fails; see `problem`. */
  static async open(dataFolder: string, clock: Clock): Promise<RecentProjects> {
    const path = join(dataFolder, 'recent-projects.json');
    const initial: RecentDocument = { version: 1, projects: [], bins: [] };
    return new RecentProjects(await VersionedDocument.open({ path, schema: documentSchema, initial, clock }), clock);
  }

  get problem(): DocumentProblem | null {
    return this.#document.problem;
  }

  /** Returns all projects, latest first, and checks whether each still exists. This can be slow on network drives. */
  list(): Promise<RecentProject[]> {
    return Promise.all(
      this.#document.value.projects.map(async ({ path, name, openedAt, lines, fresh, archived }) => ({
        id: idOf(path),
        path,
        name,
        openedAt,
        lines,
        fresh,
        archived,
        missing: await isMissing(path),
      })),
    );
  }

  /** Returns all entries, latest first, without accessing the disk. */
  get entries(): readonly RecentEntry[] {
    return this.#document.value.projects;
  }

  entry(id: string): RecentEntry | null {
    return this.entries.find(({ path }) => idOf(path) === id) ?? null;
  }

  pathOf(id: string): string | null {
    return this.#document.value.projects.find(({ path }) => idOf(path) === id)?.path ?? null;
  }

  /**
   * Moves an opened project to the top of the list, adding it if necessary.
   *
   * @throws DocumentError
   */
  async opened(project: RecentFigures): Promise<void> {
    const now = await entryOf(project);
    const openedAt = this.#clock.now();
    await this.#change((projects) => {
      const before = projects.find(({ path }) => path === now.path);
      const entry = { ...NEW, ...before, ...now, openedAt };
      return [entry, ...projects.filter((other) => other !== before)].slice(0, MOST);
    });
  }

  /**
   * Updates the name and figures of a listed project.
   *
   * @throws DocumentError
   */
  async progressed(project: RecentFigures): Promise<void> {
    const now = await entryOf(project);
    await this.#change((projects) => projects.map((entry) => (entry.path === now.path ? { ...entry, ...now } : entry)));
  }

  /**
   * Removes a project from the list; its folder stays.
   *
   * @throws DocumentError
   */
  forget(id: string): Promise<void> {
    return this.#change((projects) => projects.filter(({ path }) => idOf(path) !== id));
  }

  /**
   * Removes an entry by path.
   *
   * @throws DocumentError
   */
  forgetPath(gone: string): Promise<void> {
    return this.#change((projects) => projects.filter(({ path }) => path !== gone));
  }

  /**
   * Hides a project or shows it again.
   *
   * @throws DocumentError
   */
  archive(id: string, archived: boolean): Promise<void> {
    return this.#change((projects) =>
      projects.map((entry) => (idOf(entry.path) === id ? { ...entry, archived } : entry)),
    );
  }

  /**
   * Changes the path of a project that was moved.
   *
   * @throws DocumentError
   */
  async moved(id: string, to: string): Promise<void> {
    const path = await placeOf(to);
    await this.#change((projects) =>
      projects
        .filter((entry) => entry.path !== path || idOf(path) === id)
        .map((entry) => (idOf(entry.path) === id ? { ...entry, path } : entry)),
    );
  }

  /**
   * Restores a removed entry, in order of opening time.
   *
   * @throws DocumentError
   */
  putBack(entry: RecentEntry): Promise<void> {
    return this.#change((projects) => {
      const others = projects.filter(({ path }) => path !== entry.path);
      const at = others.findIndex(({ openedAt }) => openedAt < entry.openedAt);
      return at < 0 ? [...others, entry] : others.toSpliced(at, 0, entry);
    });
  }

  get bins(): readonly string[] {
    return this.#document.value.bins;
  }

  /**
   * Records a bin, so that it is found after the last project next to it is gone.
   *
   * @throws DocumentError
   */
  async binUsed(bin: string): Promise<void> {
    if (this.bins.includes(bin)) return;
    await this.#document.change((value) => ({ ...value, bins: [...value.bins, bin] }));
  }

  #change(how: (projects: RecentEntry[]) => RecentEntry[]): Promise<void> {
    return this.#document.change((value) => ({ ...value, projects: how(value.projects) }));
  }
}

const NEW = { projectId: null, archived: false };

async function entryOf({
  path,
  name,
  lines,
  fresh,
  projectId,
}: RecentFigures): Promise<Pick<RecentEntry, 'path' | 'name' | 'lines' | 'fresh'>> {
  return { path: await placeOf(path), name, lines, fresh, ...(projectId !== undefined && { projectId }) };
}
