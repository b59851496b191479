import { lstat, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { flushFolder } from '../../../../node/files/flush.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import type { BinnedProject } from '../../../../shared/ipc/library-requests.ts';
import { requireFound } from '../../bridge/request-error.ts';
import type { Clock, Random } from '../../ports.ts';
import { inspectProject } from '../../project/folder/inspect-project.ts';
import { asProjectError, ProjectError } from '../../project/folder/project-error.ts';
import type { Project } from '../../project/project.ts';
import { writePrivateFile } from '../private-file.ts';
import { folderSize, newProjectFolder } from './project-folder-name.ts';
import type { RecentEntry, RecentProjects } from './recent-projects.ts';

// Deleted projects are renamed into a hidden folder next to them. Renaming is instant and easy to undo.

const BIN = '.lectern-bin';
const LABEL = 'binned.json';
const MAX_LABEL_BYTES = 64 * 1024;

const labelSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  from: z.string(),
  binnedAt: z.number(),
  openedAt: z.number(),
  lines: z.int(),
  fresh: z.int(),
  projectId: z.string().nullable(),
  archived: z.boolean(),
});
export type BinLabel = z.infer<typeof labelSchema>;

interface BinEntry extends BinLabel {
  readonly id: string;
  readonly folder: string;
}

const binFor = (path: string): string => join(dirname(path), BIN);
export const binIn = (projectsFolder: string): string => join(projectsFolder, BIN);

/** The project must not be open anywhere. @param id unique letters and digits */
export async function moveToBin(label: BinLabel, id: string): Promise<void> {
  const entryFolder = join(binFor(label.from), id);
  await new UntrustedFolder(dirname(label.from)).makeFolder(entryFolder);
  try {
    // Write the label first, so that every project in the bin has one.
    await writePrivateFile(join(entryFolder, LABEL), `${JSON.stringify(label, null, 2)}\n`);
    await rename(label.from, join(entryFolder, basename(label.from)));
  } catch (error) {
    await rm(entryFolder, { recursive: true, force: true });
    throw error;
  }
  await flushFolder(entryFolder);
  await flushFolder(dirname(label.from));
}

/** Lists the projects in the given bins, latest first. Entries without a readable label are skipped. */
export async function listBins(bins: Iterable<string>): Promise<BinEntry[]> {
  const found: BinEntry[] = [];
  for (const bin of new Set(bins)) {
    const files = new UntrustedFolder(dirname(bin));
    for (const id of await files.list(bin).catch(() => [])) {
      const binned = await readEntry(files, join(bin, id), id);
      if (binned) found.push(binned);
    }
  }
  return found.toSorted((a, b) => b.binnedAt - a.binnedAt);
}

/** The label's folder is ignored: a project is restored next to its bin, because the bin might have been moved. */
async function readEntry(files: UntrustedFolder, entryFolder: string, id: string): Promise<BinEntry | null> {
  try {
    const label = labelSchema.parse(JSON.parse(String(await files.read(join(entryFolder, LABEL), MAX_LABEL_BYTES))));
    const name = basename(label.from);
    if (name === '' || name === '.' || name === '..' || name === LABEL) return null;
    const folder = join(entryFolder, name);
    return (await files.stat(folder))?.isDirectory() ? { ...label, from: join(files.path, name), id, folder } : null;
  } catch {
    return null;
  }
}

/**
 * Moves a project back, or to a new name if the old one is taken.
 * @throws system errors, in which case the project stays in the bin
 */
export async function restoreFromBin({ folder, from }: BinEntry): Promise<string> {
  const isTaken = await lstat(from).then(
    () => true,
    () => false,
  );
  const to = isTaken ? await newProjectFolder(basename(from), dirname(from)) : from;
  await rename(folder, to);
  await clearEntry(dirname(folder));
  await flushFolder(dirname(to));
  return to;
}

/** @throws system errors, in which case the remaining files stay in the bin */
export async function deletePermanently({ folder }: BinEntry): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await clearEntry(dirname(folder));
}

async function clearEntry(entryFolder: string): Promise<void> {
  await rm(entryFolder, { recursive: true, force: true });
  await rmdir(dirname(entryFolder)).catch(() => {});
}

/** The projects listed in the window, some of which may be open. Each call waits for the previous one. */
export interface ManagedProjects {
  /** Null if the project isn't open. */
  sessionAt(path: string): Promise<{ readonly project: Project } | null>;
  isOpen(path: string): Promise<boolean>;
  /** @throws ProjectError */
  change(path: string, work: (project: Project) => void): Promise<void>;
  /** @throws ProjectError if the project can't be opened */
  inspect(path: string): Promise<void>;
  /** Runs a task while the project isn't open, and then reopens it if requested. @throws RequestError `busy` */
  whileClosed<T>(path: string, reopen: boolean, work: () => Promise<T>): Promise<T>;
}

export interface LibraryPorts {
  readonly clock: Clock;
  readonly random: Random;
  /** The default folder for new projects, which can change. */
  readonly projectsFolder: string;
}

export interface LibraryBinParts {
  readonly ports: LibraryPorts;
  readonly recent: RecentProjects;
  readonly projects: Pick<ManagedProjects, 'whileClosed'>;
}

export class LibraryBin {
  readonly #parts: LibraryBinParts;

  constructor(parts: LibraryBinParts) {
    this.#parts = parts;
  }

  async list(): Promise<BinnedProject[]> {
    return Promise.all(
      (await this.#all()).map(async ({ id, name, from, binnedAt, lines, fresh, folder }) => ({
        id,
        name,
        from,
        binnedAt,
        lines,
        fresh,
        sizeBytes: await folderSize(folder),
      })),
    );
  }

  /**
   * Closes a project, moves it to the bin and returns its id there.
   * @throws ProjectError; RequestError `busy` during a run
   */
  async put(entry: RecentEntry): Promise<string> {
    const { recent, projects, ports } = this.#parts;
    const id = ports.random.id();
    await projects.whileClosed(entry.path, false, async () => {
      const { state } = await inspectProject(entry.path);
      if (state.kind === 'missing') throw new ProjectError({ kind: 'not-found', path: entry.path });
      if (state.kind === 'in-use') throw new ProjectError({ kind: 'in-use', path: entry.path });
      try {
        await moveToBin(toLabel(entry, ports.clock.now()), id);
      } catch (error) {
        throw asProjectError(error, entry.path);
      }
    });
    await recent.recordBin(binFor(entry.path));
    await recent.forgetPath(entry.path);
    return id;
  }

  async restore(id: string): Promise<{ readonly path: string; readonly moved: boolean }> {
    const binned = await this.#find(id);
    const { openedAt, name, lines, fresh, projectId, archived, from } = binned;
    try {
      const path = await restoreFromBin(binned);
      await this.#parts.recent.restore({ path, name, openedAt, lines, fresh, projectId, archived });
      return { path, moved: path !== from };
    } catch (error) {
      throw asProjectError(error, from);
    }
  }

  async deletePermanently(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const binned = await this.#find(id);
      await deletePermanently(binned).catch((error) => {
        throw asProjectError(error, binned.folder);
      });
    }
  }

  #all(): Promise<BinEntry[]> {
    const { recent, ports } = this.#parts;
    const beside = recent.entries.map(({ path }) => binFor(path));
    return listBins([binIn(ports.projectsFolder), ...recent.bins, ...beside]);
  }

  async #find(id: string): Promise<BinEntry> {
    return requireFound(
      (await this.#all()).find((binned) => binned.id === id),
      'project',
    );
  }
}

const toLabel = ({ path, ...entry }: RecentEntry, binnedAt: number): BinLabel => ({
  version: 1,
  from: path,
  binnedAt,
  ...entry,
});
