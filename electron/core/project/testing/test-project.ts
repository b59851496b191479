// Projects in temporary folders, for tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectSettings } from '../../../../shared/model/settings.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { Random } from '../../ports.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { ProjectError } from '../folder/project-error.ts';
import type { LineState } from '../lines/line-states.ts';
import type { SaveReport } from '../lines/line-writer.ts';
import type { Project } from '../project.ts';
import { createProject, openProject } from '../project-folder.ts';
import type { DocumentEditResult } from '../script/document-replies.ts';

export const CONNECTION = { origin: 'https://speech.example', userId: 'user-1' };

/** Chance that is the same in every run. */
export function countingRandom(): Random {
  let count = 0;
  return {
    next: () => 0.5,
    id() {
      count += 1;
      return `id${String(count).padStart(22, '0')}`;
    },
  };
}

/** A clock that goes on by a millisecond whenever it is read, so that nothing happens at the same time. */
class TickingClock extends FakeClock {
  #ticks = 0;

  override now(): number {
    this.#ticks += 1;
    return super.now() + this.#ticks;
  }
}

/** A folder of its own for a test, and projects in it; `clear` closes and removes them all. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
  readonly clock = new TickingClock();
  readonly random = countingRandom();
  #open: Project[] = [];

  path(name = 'Play.lectern'): string {
    return join(this.folder, name);
  }

  create(name = 'Play.lectern', settings: Partial<ProjectSettings> = {}): Project {
    const { clock, random } = this;
    const project = createProject(this.path(name), { name: 'Play', connection: CONNECTION, settings, clock, random });
    this.#open.push(project);
    return project;
  }

  open(name = 'Play.lectern', mode: 'write' | 'read' = 'write'): Project {
    const project = openProject(this.path(name), { mode, clock: this.clock, random: this.random });
    this.#open.push(project);
    return project;
  }

  clear(): void {
    for (const project of this.#open) project.close();
    this.#open = [];
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Saves a script as the project's settings read it. */
export function save(project: Project, text: string): SaveReport {
  return project.script.saveScript(parseScript(text, project.settings()));
}

/** Rewrites a chapter (null: what stands before the first one) as an editor does: by the change that it takes. */
export function rewriteChapter(project: Project, chapterId: number | null, text: string): DocumentEditResult {
  const { documentId, revision, text: before } = project.script.documents.open(chapterId);
  const most = Math.min(before.length, text.length);
  let from = 0;
  while (from < most && before[from] === text[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  const insert = text.slice(from, text.length - end);
  return project.script.documents.edit(documentId, revision, [{ from, to: before.length - end, insert }]);
}

/** Casts every role of the project. */
export function castAll(project: Project): void {
  project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: role.voice ?? `voice:${role.name}` })));
}

/**
 * Gives a line a take, which is picked.
 * @param audio a WAV file of one second; unless given, the audio is a text, which is enough for a store
 */
export async function giveTake(
  project: Project,
  line: LineState,
  audio: Uint8Array = Buffer.from(`audio of ${line.id}: ${line.renderKey}`),
): Promise<number> {
  const { hash, sizeBytes } = await project.takes.putAudio(audio, 'wav');
  return addTake(project, line, hash, sizeBytes);
}

/** Gives every line that can be rendered a take, without audio files. */
export function giveTakes(project: Project): void {
  project.db.transaction(() => {
    for (const line of project.lines.states({ states: ['stale', 'unrendered'] })) {
      addTake(project, line, String(line.renderKey), 1);
    }
  });
}

function addTake(project: Project, line: LineState, audioHash: string, sizeBytes: number): number {
  const renderable = project.lines.toRender(line.id);
  if (!renderable) throw new Error(`line ${line.id} can't be rendered`);
  const takeId = project.takes.addTake({
    lineId: line.id,
    renderKey: renderable.renderKey,
    request: renderable.request,
    audioHash,
    format: 'wav',
    sampleRate: 24_000,
    sizeBytes,
    durationSeconds: 1,
    source: CONNECTION,
    jobId: null,
    createdAt: 0,
  });
  project.decisions.pickTake(line.id, renderable.renderKey, takeId);
  return takeId;
}

/** Each line as `STATE text`, in script order. */
export function outline(project: Project): string[] {
  return project.lines.states().map((line) => `${line.state} ${line.text}`);
}

/** The chapter of a title; 0 where there is none. */
export const chapterTitled = (project: Project, title: string): number =>
  project.script.chapters().find((one) => one.title === title)?.id ?? 0;

/** What each line says, in order, with the line and its takes. */
export const linesWithTakes = (project: Project): ReadonlyMap<number, readonly (string | number)[]> =>
  new Map(
    project.lines.states().map(({ id, text }) => [id, [text, ...project.takes.takesOf(id).map((take) => take.id)]]),
  );

/** Returns the problem of work that fails with a ProjectError. */
export function problemOf(work: () => unknown): ProjectError['problem'] {
  try {
    work();
  } catch (error) {
    if (error instanceof ProjectError) return error.problem;
    throw error;
  }
  throw new Error('nothing was wrong');
}
