import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { RecentProject } from '../../../../shared/ipc/library-requests.ts';
import type { DocumentProblem } from '../../../../shared/model/problems/machine-problem.ts';
import type { Clock } from '../../ports.ts';
import { projectPaths } from '../../project/folder/project-paths.ts';
import { VersionedDocument } from '../versioned-document.ts';

const entrySchema = z.object({
  path: z.string().min(1),
  name: z.string(),
  openedAt: z.number(),
  lines: z.int().min(0),
  fresh: z.int().min(0),
  /** Permanent id of the project, used to recognise it after a move; null in entries saved before ids were recorded. */
  projectId: z.string().nullable().default(null),
  /** Hidden from the list; the folder stays where it is. */
  archived: z.boolean().default(false),
});
export type RecentEntry = z.infer<typeof entrySchema>;

const documentSchema = z.object({
  version: z.literal(1),
  projects: z.array(entrySchema),
  /** All bins ever used, to find those that have no listed project next to them. */
  bins: z.array(z.string()).default([]),
});
type RecentDocument = z.infer<typeof documentSchema>;

const MAX_ENTRIES = 100;

export interface RecentFigures {
  readonly path: string;
  readonly name: string;
  readonly lines: number;
  readonly fresh: number;
  readonly projectId?: string;
}

const idOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 24);

export const idAt = async (path: string): Promise<string> => idOf(await resolvedPath(path));

/** Resolves links, so that each project has only one entry. A missing folder keeps the path it was opened with. */
const resolvedPath = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

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

  static async open(dataFolder: string, clock: Clock): Promise<RecentProjects> {
    const path = join(dataFolder, 'recent-projects.json');
    const initial: RecentDocument = { version: 1, projects: [], bins: [] };
    return new RecentProjects(await VersionedDocument.open({ path, schema: documentSchema, initial, clock }), clock);
  }

  get problem(): DocumentProblem | null {
    return this.#document.problem;
  }

  /** Checks whether each project still exists. This can be slow on network drives. */
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

  /** Returns all entries, latest first. Doesn't access the disk. */
  get entries(): readonly RecentEntry[] {
    return this.#document.value.projects;
  }

  entry(id: string): RecentEntry | null {
    return this.entries.find(({ path }) => idOf(path) === id) ?? null;
  }

  pathOf(id: string): string | null {
    return this.#document.value.projects.find(({ path }) => idOf(path) === id)?.path ?? null;
  }

  /** Moves an opened project to the top of the list, adding it if necessary. */
  async recordOpened(project: RecentFigures): Promise<void> {
    const now = await toEntry(project);
    const openedAt = this.#clock.now();
    await this.#change((projects) => {
      const before = projects.find(({ path }) => path === now.path);
      const entry = { ...NEW, ...before, ...now, openedAt };
      return [entry, ...projects.filter((other) => other !== before)].slice(0, MAX_ENTRIES);
    });
  }

  async recordProgress(project: RecentFigures): Promise<void> {
    const now = await toEntry(project);
    await this.#change((projects) => projects.map((entry) => (entry.path === now.path ? { ...entry, ...now } : entry)));
  }

  /** Removes a project from the list. Its folder stays. */
  forget(id: string): Promise<void> {
    return this.#change((projects) => projects.filter(({ path }) => idOf(path) !== id));
  }

  forgetPath(missingPath: string): Promise<void> {
    return this.#change((projects) => projects.filter(({ path }) => path !== missingPath));
  }

  archive(id: string, archived: boolean): Promise<void> {
    return this.#change((projects) =>
      projects.map((entry) => (idOf(entry.path) === id ? { ...entry, archived } : entry)),
    );
  }

  async recordMove(id: string, to: string): Promise<void> {
    const path = await resolvedPath(to);
    await this.#change((projects) =>
      projects
        .filter((entry) => entry.path !== path || idOf(path) === id)
        .map((entry) => (idOf(entry.path) === id ? { ...entry, path } : entry)),
    );
  }

  /** Restores an entry at its position in order of opening time. */
  restore(entry: RecentEntry): Promise<void> {
    return this.#change((projects) => {
      const others = projects.filter(({ path }) => path !== entry.path);
      const at = others.findIndex(({ openedAt }) => openedAt < entry.openedAt);
      return at < 0 ? [...others, entry] : others.toSpliced(at, 0, entry);
    });
  }

  get bins(): readonly string[] {
    return this.#document.value.bins;
  }

  /** Records a bin, so that it can still be found when there are no more projects next to it. */
  async recordBin(bin: string): Promise<void> {
    if (this.bins.includes(bin)) return;
    await this.#document.change((value) => ({ ...value, bins: [...value.bins, bin] }));
  }

  #change(changeList: (projects: RecentEntry[]) => RecentEntry[]): Promise<void> {
    return this.#document.change((value) => ({ ...value, projects: changeList(value.projects) }));
  }
}

const NEW = { projectId: null, archived: false };

async function toEntry({
  path,
  name,
  lines,
  fresh,
  projectId,
}: RecentFigures): Promise<Pick<RecentEntry, 'path' | 'name' | 'lines' | 'fresh'>> {
  return { path: await resolvedPath(path), name, lines, fresh, ...(projectId !== undefined && { projectId }) };
}
