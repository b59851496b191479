// Creates projects directly in the store, and reads their databases.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { encodeWav, type Pcm } from '@lectern/audio';
import type { Project } from '../../../electron/core/project/project.ts';
import { createProject } from '../../../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../../electron/core/system.ts';
import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../../shared/model/connection.ts';
import type { VoiceUse } from '../../../shared/model/voice-use.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import type { TestFolders } from './folders.ts';
import { projectsFolder, rememberProject } from './home.ts';
import type { LocalService } from './local-service.ts';

export interface BookOptions {
  readonly name?: string;
  readonly text: string;
  /** The connection that the project belongs to. */
  readonly connection: ConnectionIdentity;
  /** Voices to assign to the roles, in rotation. */
  readonly voices: readonly string[];
  /** The parent folder; by default, the folder for new projects. */
  readonly folder?: string;
  /** Called while the project is open, for example to add takes. */
  readonly fill?: (project: Project) => Promise<void>;
}

export const localIdentity = ({ userId }: Pick<LocalService, 'userId'>): ConnectionIdentity => ({
  origin: LOCAL_ORIGIN,
  userId,
});

/** Creates a project with a cast and adds it to the library. Returns its folder. */
export async function makeBook(folders: TestFolders, options: BookOptions): Promise<string> {
  const { name = 'Book', text, connection, voices } = options;
  const path = join(options.folder ?? projectsFolder(folders), `${name}.lectern`);
  const project = createProject(path, { name, connection, clock: systemClock, random: systemRandom });
  try {
    project.script.saveScript(parseScript(text, project.settings()));
    const roles = project.cast.roles();
    project.cast.saveRoles(roles.map((role, at) => ({ ...role, voice: voices[at % voices.length] ?? null })));
    await options.fill?.(project);
  } finally {
    project.close();
  }
  await rememberProject(folders, path, name);
  return path;
}

/**
 * Adds a take with the given audio to the line with a number in the script, and picks the take.
 * @param uses the voices that the take was rendered with
 */
export async function addTakeToLine(
  project: Project,
  lineNumber: number,
  sound: Pcm,
  uses: readonly VoiceUse[] | null = null,
): Promise<void> {
  const line = project.lines.states()[lineNumber - 1];
  if (!line) throw new Error(`there is no line ${lineNumber}`);
  await addTakeToLineId(project, line.id, sound, uses);
}

/** Adds a take to the line with an ID, and picks the take. */
export async function addTakeToLineId(
  project: Project,
  lineId: number,
  sound: Pcm,
  uses: readonly VoiceUse[] | null = null,
): Promise<void> {
  const renderable = project.lines.toRender(lineId);
  if (!renderable) throw new Error(`line ${lineId} can't be rendered`);
  const { hash, sizeBytes } = await project.takes.putAudio(encodeWav(sound), 'wav');
  const takeId = project.takes.addTake({
    lineId,
    renderKey: renderable.renderKey,
    request: renderable.request,
    audioHash: hash,
    format: 'wav',
    sampleRate: sound.sampleRate,
    sizeBytes,
    durationSeconds: (sound.channels[0]?.length ?? 0) / sound.sampleRate,
    source: project.info().connection,
    jobId: null,
    uses,
    createdAt: systemClock.now(),
  });
  project.decisions.pickTake(lineId, renderable.renderKey, takeId);
}

/** How long to wait for the application's transactions, in milliseconds. */
const LOCK_WAIT_MS = 60_000;

/** Queries a project's database, even while another process has it open. */
export function queryProject(folder: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(folder, 'project.db'), { readOnly: true, timeout: LOCK_WAIT_MS });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** Returns a project's auditions, each with its role and the number of characters that were sent. */
export const readAuditions = (folder: string): Record<string, unknown>[] =>
  queryProject(folder, 'SELECT role, characters FROM auditions ORDER BY id').map((row) => ({ ...row }));

export const queryCount = (folder: string, sql: string): number =>
  Number(Object.values(queryProject(folder, sql)[0] ?? {})[0]);

export const readSavedScript = (folder: string): string =>
  queryProject(folder, 'SELECT source, gap FROM paragraphs WHERE deleted_at IS NULL ORDER BY ord')
    .map(({ source, gap }) => `${source}${gap}`)
    .join('');
