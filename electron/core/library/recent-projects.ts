// The projects that were open lately, the last one first.
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { RecentProject } from '../../../shared/ipc/project-requests.ts';
import type { Clock } from '../ports.ts';
import { projectPaths } from '../store/project-paths.ts';
import { type DocumentProblem, VersionedDocument } from './versioned-document.ts';

const entrySchema = z.object({
  path: z.string().min(1),
  name: z.string(),
  /** Milliseconds since the epoch. */
  openedAt: z.number(),
  /** Lines, and how many of them were fresh, when it was last open. */
  lines: z.int().min(0),
  fresh: z.int().min(0),
});
type Entry = z.infer<typeof entrySchema>;

const documentSchema = z.object({ version: z.literal(1), projects: z.array(entrySchema) });
type RecentDocument = z.infer<typeof documentSchema>;

/** More than anybody looks through. */
const MOST = 100;

/** What is told of a project that is open, or was. */
export interface ProjectFigures {
  readonly path: string;
  readonly name: string;
  readonly lines: number;
  readonly fresh: number;
}

/** A project's place as an identifier, which a window may name it by. */
const idOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 24);

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
    const initial: RecentDocument = { version: 1, projects: [] };
    return new RecentProjects(await VersionedDocument.open({ path, schema: documentSchema, initial, clock }), clock);
  }

  get problem(): DocumentProblem | null {
    return this.#document.problem;
  }

  /** All of them, the last one first. Looks at each whether it is still there, which may take a while on a network drive. */
  list(): Promise<RecentProject[]> {
    return Promise.all(
      this.#document.value.projects.map(async (entry) => ({
        id: idOf(entry.path),
        ...entry,
        missing: await isMissing(entry.path),
      })),
    );
  }

  /** The path of a project of the list; null: it is not in it. */
  pathOf(id: string): string | null {
    return this.#document.value.projects.find(({ path }) => idOf(path) === id)?.path ?? null;
  }

  /** A project was opened: it comes first. @throws DocumentError */
  async opened(project: ProjectFigures): Promise<void> {
    const entry = { ...(await entryOf(project)), openedAt: this.#clock.now() };
    await this.#change((projects) => [entry, ...projects.filter(({ path }) => path !== entry.path)].slice(0, MOST));
  }

  /** The name or the figures of a project changed; one that is not in the list is left out. @throws DocumentError */
  async progressed(project: ProjectFigures): Promise<void> {
    const now = await entryOf(project);
    await this.#change((projects) => projects.map((entry) => (entry.path === now.path ? { ...entry, ...now } : entry)));
  }

  /** Takes a project out of the list; the project itself stays. @throws DocumentError */
  forget(id: string): Promise<void> {
    return this.#change((projects) => projects.filter(({ path }) => idOf(path) !== id));
  }

  #change(how: (projects: Entry[]) => Entry[]): Promise<void> {
    return this.#document.change((value) => ({ ...value, projects: how(value.projects) }));
  }
}

async function entryOf({ path, name, lines, fresh }: ProjectFigures): Promise<Omit<Entry, 'openedAt'>> {
  return { path: await placeOf(path), name, lines, fresh };
}
