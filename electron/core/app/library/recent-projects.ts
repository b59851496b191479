// The projects that were open lately, the last one first.
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { RecentProject } from '../../../../shared/ipc/library-requests.ts';
import type { Clock } from '../../ports.ts';
import { projectPaths } from '../../project/folder/project-paths.ts';
import { type DocumentProblem, VersionedDocument } from '../versioned-document.ts';

const entrySchema = z.object({
  path: z.string().min(1),
  name: z.string(),
  /** Milliseconds since the epoch. */
  openedAt: z.number(),
  /** Lines, and how many of them were fresh, when it was last open. */
  lines: z.int().min(0),
  fresh: z.int().min(0),
  /** The project's own identity, by which one that lies elsewhere now is known again; null: it was not noted yet. */
  projectId: z.string().nullable().default(null),
  /** Out of sight, where it lies. */
  archived: z.boolean().default(false),
});
/** A project as the list has it. */
export type RecentEntry = z.infer<typeof entrySchema>;

const documentSchema = z.object({
  version: z.literal(1),
  projects: z.array(entrySchema),
  /** Folders of bins that were ever used: one that no project of the list lies beside has to be found again. */
  bins: z.array(z.string()).default([]),
});
type RecentDocument = z.infer<typeof documentSchema>;

/** More than anybody looks through. */
const MOST = 100;

/** What is told of a project that is open, or was. */
export interface RecentFigures {
  readonly path: string;
  readonly name: string;
  readonly lines: number;
  readonly fresh: number;
  /** The project's own identity, where it is known. */
  readonly projectId?: string;
}

/** A project's place as an identifier, which a window may name it by. @param path as the list has it */
const idOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 24);

/** The identifier that a project at this path has, whatever way leads to it. */
export const idAt = async (path: string): Promise<string> => idOf(await placeOf(path));

/** Two ways to one folder are one project. A folder that is gone has the path that it was opened by. */
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

  /** Opens `recent-projects.json` in the application's data folder. Never fails: see `problem`. */
  static async open(dataFolder: string, clock: Clock): Promise<RecentProjects> {
    const path = join(dataFolder, 'recent-projects.json');
    const initial: RecentDocument = { version: 1, projects: [], bins: [] };
    return new RecentProjects(await VersionedDocument.open({ path, schema: documentSchema, initial, clock }), clock);
  }

  get problem(): DocumentProblem | null {
    return this.#document.problem;
  }

  /** All of them, the last one first. Looks at each whether it is still there, which may take a while on a network drive. */
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

  /** All of them as they are remembered, the last one first. Looks at no disk. */
  get entries(): readonly RecentEntry[] {
    return this.#document.value.projects;
  }

  /** A project of the list; null: it is not in it. */
  entry(id: string): RecentEntry | null {
    return this.entries.find(({ path }) => idOf(path) === id) ?? null;
  }

  /** The path of a project of the list; null: it is not in it. */
  pathOf(id: string): string | null {
    return this.#document.value.projects.find(({ path }) => idOf(path) === id)?.path ?? null;
  }

  /** A project was opened: it comes first. @throws DocumentError */
  async opened(project: RecentFigures): Promise<void> {
    const now = await entryOf(project);
    const openedAt = this.#clock.now();
    await this.#change((projects) => {
      const before = projects.find(({ path }) => path === now.path);
      const entry = { ...NEW, ...before, ...now, openedAt };
      return [entry, ...projects.filter((other) => other !== before)].slice(0, MOST);
    });
  }

  /** The name or the figures of a project changed; one that is not in the list is left out. @throws DocumentError */
  async progressed(project: RecentFigures): Promise<void> {
    const now = await entryOf(project);
    await this.#change((projects) => projects.map((entry) => (entry.path === now.path ? { ...entry, ...now } : entry)));
  }

  /** Takes a project out of the list; the project itself stays. @throws DocumentError */
  forget(id: string): Promise<void> {
    return this.#change((projects) => projects.filter(({ path }) => idOf(path) !== id));
  }

  /** The same by the path that the list has. @throws DocumentError */
  forgetPath(gone: string): Promise<void> {
    return this.#change((projects) => projects.filter(({ path }) => path !== gone));
  }

  /** Puts a project out of sight, or back. @throws DocumentError */
  archive(id: string, archived: boolean): Promise<void> {
    return this.#change((projects) =>
      projects.map((entry) => (idOf(entry.path) === id ? { ...entry, archived } : entry)),
    );
  }

  /** A project was found again elsewhere: its entry goes on with that path. @throws DocumentError */
  async moved(id: string, to: string): Promise<void> {
    const path = await placeOf(to);
    await this.#change((projects) =>
      projects
        .filter((entry) => entry.path !== path || idOf(path) === id)
        .map((entry) => (idOf(entry.path) === id ? { ...entry, path } : entry)),
    );
  }

  /** Puts an entry back as it was, among those of its time. @throws DocumentError */
  putBack(entry: RecentEntry): Promise<void> {
    return this.#change((projects) => {
      const others = projects.filter(({ path }) => path !== entry.path);
      const at = others.findIndex(({ openedAt }) => openedAt < entry.openedAt);
      return at < 0 ? [...others, entry] : others.toSpliced(at, 0, entry);
    });
  }

  /** Bins that were ever used. */
  get bins(): readonly string[] {
    return this.#document.value.bins;
  }

  /** A bin was used: it is found again after the last project beside it has gone. @throws DocumentError */
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
