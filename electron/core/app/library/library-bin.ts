// The bin: projects that were put away, until they are taken back or deleted for good.
import type { BinnedProject } from '../../../../shared/ipc/library-requests.ts';
import { found } from '../../bridge/request-error.ts';
import { ProjectError } from '../../project/folder/project-error.ts';
import { asProjectError } from '../../project/folder/project-failure.ts';
import { lookAtProject } from '../../project/folder/project-look.ts';
import type { Projects } from '../../session/projects.ts';
import type { StudioPorts } from '../../session/studio-ports.ts';
import { folderSize } from './folder-size.ts';
import {
  type BinLabel,
  type Binned,
  binFor,
  binIn,
  deleteForGood,
  listBins,
  putIntoBin,
  takeFromBin,
} from './project-bin.ts';
import type { RecentEntry, RecentProjects } from './recent-projects.ts';

export interface LibraryBinParts {
  readonly ports: Pick<StudioPorts, 'clock' | 'random' | 'projectsFolder'>;
  readonly recent: RecentProjects;
  readonly projects: Projects;
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
   * Closes a project where it is open, and moves it into the bin beside it.
   *
   * @returns names it in the bin
   * @throws ProjectError `not-found`, `in-use`, `read-only`, `no-permission`; RequestError `busy` while a run of it is on
   */
  async put(entry: RecentEntry): Promise<string> {
    const { recent, projects, ports } = this.#parts;
    const id = ports.random.id();
    await projects.whileClosed(entry.path, false, async () => {
      const { state } = await lookAtProject(entry.path);
      if (state.kind === 'missing') throw new ProjectError({ kind: 'not-found', path: entry.path });
      if (state.kind === 'in-use') throw new ProjectError({ kind: 'in-use', path: entry.path });
      try {
        await putIntoBin(labelOf(entry, ports.clock.now()), id);
      } catch (error) {
        throw asProjectError(error, entry.path);
      }
    });
    await recent.binUsed(binFor(entry.path));
    await recent.forgetPath(entry.path);
    return id;
  }

  /** Moves a project back to where it was, and into the list. @throws RequestError `not-found`; ProjectError */
  async takeBack(id: string): Promise<{ readonly path: string; readonly moved: boolean }> {
    const binned = await this.#find(id);
    const { openedAt, name, lines, fresh, projectId, archived, from } = binned;
    try {
      const path = await takeFromBin(binned);
      await this.#parts.recent.putBack({ path, name, openedAt, lines, fresh, projectId, archived });
      return { path, moved: path !== from };
    } catch (error) {
      throw asProjectError(error, from);
    }
  }

  /** @throws RequestError `not-found`; ProjectError */
  async deleteForGood(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const binned = await this.#find(id);
      await deleteForGood(binned).catch((error) => {
        throw asProjectError(error, binned.folder);
      });
    }
  }

  #all(): Promise<Binned[]> {
    const { recent, ports } = this.#parts;
    const beside = recent.entries.map(({ path }) => binFor(path));
    return listBins([binIn(ports.projectsFolder), ...recent.bins, ...beside]);
  }

  async #find(id: string): Promise<Binned> {
    return found(
      (await this.#all()).find((binned) => binned.id === id),
      'project',
    );
  }
}

const labelOf = ({ path, ...entry }: RecentEntry, binnedAt: number): BinLabel => ({
  version: 1,
  from: path,
  binnedAt,
  ...entry,
});
