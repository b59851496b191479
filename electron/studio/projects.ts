// Which project is open: made, opened, closed, and remembered among the recent ones.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { Paragraph } from '../../shared/model/script.ts';
import { DEFAULT_PROJECT_SETTINGS, type ProjectSettings } from '../../shared/model/settings.ts';
import { castRoles } from '../../shared/rules/default-cast.ts';
import { parseScript } from '../../shared/rules/script-text.ts';
import { importTextFile } from '../core/importers/text-file.ts';
import { newProjectFolder } from '../core/library/project-folder-name.ts';
import type { RecentProjects } from '../core/library/recent-projects.ts';
import type { Project } from '../core/store/project.ts';
import { ProjectError } from '../core/store/project-error.ts';
import { openProject } from '../core/store/project-folder.ts';
import { makeProject, newSettings } from '../core/workshop/new-project.ts';
import type { ConnectionManager } from './connection-manager.ts';
import type { Emit } from './emit.ts';
import type { ProjectSession } from './project-session.ts';
import { refuse } from './studio-error.ts';
import type { StudioPorts } from './studio-ports.ts';

export interface ProjectsParts {
  readonly ports: StudioPorts;
  readonly recent: RecentProjects;
  readonly connections: ConnectionManager;
  readonly emit: Emit;
  /** What is under way in a project has to end before it is closed. */
  readonly beforeClose: () => Promise<void>;
  readonly makeSession: (project: Project, readOnly: boolean) => ProjectSession;
}

const SAMPLE = { file: 'earnest-scene.txt', name: 'The Importance of Being Earnest' };

export class Projects {
  readonly #parts: ProjectsParts;
  #session: ProjectSession | null = null;
  /** One project is opened, made or closed at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: ProjectsParts) {
    this.#parts = parts;
  }

  /** The open project; null where none is. */
  get session(): ProjectSession | null {
    return this.#session;
  }

  /** @throws StudioError `no-project` */
  need(): ProjectSession {
    return this.#session ?? refuse({ kind: 'no-project' });
  }

  /** Opens the project at a path, in the place of one that is open. @throws ProjectError */
  open(path: string): Promise<ProjectSummary> {
    return this.#inTurn(async () => {
      if (this.#session?.project.dir === resolve(path)) return this.#session.summary();
      const { project, readOnly } = this.#openAt(path);
      return this.#take(project, readOnly);
    });
  }

  /** An empty project. @throws ProjectError, StudioError */
  create(name: string): Promise<ProjectSummary> {
    return this.make(name, [], DEFAULT_PROJECT_SETTINGS);
  }

  /** The sample that Lectern brings, cast. @throws ProjectError, StudioError */
  async createSample(): Promise<ProjectSummary> {
    const { file, name } = SAMPLE;
    const imported = importTextFile(await readFile(join(this.#parts.ports.samplesFolder, file)), file);
    const settings = newSettings(imported);
    return this.make(name, parseScript(imported.text, settings), settings);
  }

  /**
   * A project with a script, cast by default with the voices of the connection that is in use.
   *
   * @throws ProjectError; StudioError where no connection is at hand: a project belongs to one
   */
  make(name: string, paragraphs: readonly Paragraph[], settings: ProjectSettings): Promise<ProjectSummary> {
    return this.#inTurn(async () => {
      const { ports, connections } = this.#parts;
      const link = await connections.needLink();
      const voices = await connections.voices();
      const dir = await newProjectFolder(name, ports.projectsFolder);
      const { clock, random } = ports;
      const { project } = makeProject({ dir, name, settings, connection: link.identity, clock, random }, (made) =>
        made.db.durably(() => {
          made.script.saveScript(paragraphs);
          made.cast.saveRoles(castRoles(made.cast.roles(), voices, settings.language));
        }),
      );
      return this.#take(project, false);
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#closeNow();
      this.#parts.emit('project-changed', { project: null });
    });
  }

  #openAt(path: string): { readonly project: Project; readonly readOnly: boolean } {
    const { clock, random } = this.#parts.ports;
    try {
      return { project: openProject(path, { mode: 'write', clock, random }), readOnly: false };
    } catch (error) {
      if (!(error instanceof ProjectError) || error.problem.kind !== 'read-only') throw error;
      return { project: openProject(path, { mode: 'read', clock, random }), readOnly: true };
    }
  }

  async #take(project: Project, readOnly: boolean): Promise<ProjectSummary> {
    await this.#closeNow();
    const session = this.#parts.makeSession(project, readOnly);
    try {
      session.begin();
    } catch (error) {
      await session.close();
      throw error;
    }
    this.#session = session;
    session.linkChanged();
    const summary = session.tellSummary();
    this.#parts.emit('chapters-changed', {});
    await this.#parts.recent.opened(figuresOf(summary)).catch(() => {});
    return summary;
  }

  async #closeNow(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    await this.#parts.beforeClose();
    this.#session = null;
    try {
      await this.#parts.recent.progressed(figuresOf(session.summary())).catch(() => {});
    } finally {
      await session.close();
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work, work);
    this.#turn = next.catch(() => {});
    return next;
  }
}

const figuresOf = ({ path, name, lines, counts }: ProjectSummary) => ({
  path,
  name,
  lines,
  fresh: (counts.fresh ?? 0) + (counts.kept ?? 0),
});
