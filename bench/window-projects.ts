// Test projects for the window, created directly in the store. Their lines share a few recordings.
import { encodeWav } from '@lectern/audio';
import { analyseAudio } from '@lectern/audio/meters';
import { localIdentity, makeBook } from '../e2e/window/support/books.ts';
import type { TestFolders } from '../e2e/window/support/folders.ts';
import type { LocalService } from '../e2e/window/support/local-service.ts';
import { soundOf, speech } from '../e2e/window/support/sounds.ts';
import type { Project } from '../electron/core/project/project.ts';
import { bookScript, largeScript, randomWords, seededRandom } from './store-project.ts';

export const CHAPTER_PARAGRAPHS = 10_000;
/** Number of lines in the project for the table of takes. */
export const TABLE_ROWS = 20_000;

export type ProjectName = 'Chapter' | 'Table' | 'Large' | 'Hours';

const ROLES = ['ALGERNON', 'LANE', 'JACK', 'CECILY', 'GWENDOLEN', 'MISS PRISM'];
const SOUNDS = 16;
/** Ten hours' worth of lines. Each line lasts about seven seconds. */
const HOURS = { chapters: 40, paragraphs: 130, words: { least: 8, more: 24 }, seed: 3 };
/** One in ten lines hasn't been rendered. */
const FEW_UNRENDERED = 'lines.id % 10 = 3';
const ALL_RENDERED = 'false';
/** Every other line hasn't been rendered, so that a run takes longer than the typing. */
const HALF_UNRENDERED = 'lines.id % 2 = 1';

/** Returns a chapter with one heading. Its paragraphs alternate between a role and prose. */
export function chapterScript(paragraphs: number): string {
  const chance = seededRandom(2);
  const rows = Array.from({ length: paragraphs - 1 }, (_, at) => {
    const role = at % 2 === 0 ? `${ROLES[Math.floor(chance() * ROLES.length)]}: ` : '';
    return `${role}Paragraph ${at + 1}: ${randomWords(8 + Math.floor(chance() * 40), chance)}.`;
  });
  return ['# The Long Chapter', ...rows].join('\n\n');
}

/** Creates projects with casts and takes. Returns their folders. */
export async function makeProjects(
  folders: TestFolders,
  service: LocalService,
  wanted: readonly ProjectName[],
): Promise<Readonly<Partial<Record<ProjectName, string>>>> {
  const connection = localIdentity(service);
  const voices = await service.voices();
  const contents: Readonly<Record<ProjectName, () => readonly [text: string, unrendered: string]>> = {
    Large: () => [largeScript(), HALF_UNRENDERED],
    Table: () => [chapterScript(TABLE_ROWS), FEW_UNRENDERED],
    Chapter: () => [chapterScript(CHAPTER_PARAGRAPHS), FEW_UNRENDERED],
    Hours: () => [bookScript(HOURS), ALL_RENDERED],
  };
  const made: Partial<Record<ProjectName, string>> = {};
  for (const name of wanted) {
    const [text, unrendered] = contents[name]();
    const fill = (project: Project) => addTakes(project, unrendered);
    made[name] = await makeBook(folders, { name, text, connection, voices, fill });
  }
  return made;
}

/** @param unrendered SQL condition that selects the lines without takes */
async function addTakes(project: Project, unrendered: string): Promise<void> {
  const [first] = project.lines.states();
  const renderable = first && project.lines.toRender(first.id);
  if (!renderable) throw new Error('the first line can’t be rendered');
  const source = JSON.stringify(project.info().connection);
  const sounds: { readonly hash: string; readonly sizeBytes: number }[] = [];
  for (let count = 0; count < SOUNDS; count += 1) {
    const wav = encodeWav(soundOf(speech('x'.repeat(40 + 17 * count))));
    const { hash, sizeBytes } = await project.takes.putAudio(wav, 'wav');
    project.takes.putAnalysis(hash, (await analyseAudio(wav)).analysis);
    sounds.push({ hash, sizeBytes });
  }
  project.db.transaction(() => {
    const insert = project.db.prepare(
      `INSERT INTO takes (line_id, render_key, request, audio_hash, format, sample_rate, size, duration, created_at, source)
       SELECT id, render_key, json_set(?, '$.text', json_extract(turns, '$[0].text')), ?, 'wav', 16000, ?,
         characters * (0.05 + 0.0005 * (id % 40)), 0, ? FROM lines
       WHERE render_key IS NOT NULL AND NOT (${unrendered}) AND id % ${SOUNDS} = ?`,
    );
    for (const [at, { hash, sizeBytes }] of sounds.entries()) {
      insert.run(JSON.stringify(renderable.request), hash, sizeBytes, source, at);
    }
    project.db.exec('INSERT INTO picks (line_id, render_key, take_id) SELECT line_id, render_key, id FROM takes');
  });
}
