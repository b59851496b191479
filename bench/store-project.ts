// Creates a large test project: 365 chapters and 100,000 lines, each with a take.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '../electron/core/project/project.ts';
import { createProject } from '../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../electron/core/system.ts';
import { parseScript } from '../shared/rules/script-text.ts';

export const PORTS = { clock: systemClock, random: systemRandom };
const CHAPTERS = 365;
const PARAGRAPHS = 273;

const WORDS = (
  'the of and to a in that it was he his as with had for not on at but her they be by you she have said which from ' +
  'this all so one were who no if would there when an what them up out my been into then do their could him more now'
).split(' ');

/** Returns a deterministic generator of pseudo-random numbers from 0 (inclusive) to 1 (exclusive). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs `work` in a folder that is removed afterwards. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates the project with a cast and takes. */
export function makeLargeProject(folder: string): Project {
  const project = createProject(folder, {
    name: 'Large',
    connection: { origin: 'https://speech.example', userId: 'bench' },
    settings: { roleMarks: 'confirmed' },
    ...PORTS,
  });
  project.script.saveScript(parseScript(largeScript(), project.settings()));
  project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: 'voice' })));
  project.db.transaction(() => {
    project.db.exec(`
      INSERT INTO takes (line_id, render_key, request, audio_hash, format, sample_rate, size, duration, created_at, source)
        SELECT id, render_key, '{}', render_key, 'wav', 24000, 1, 1, 0, '{}' FROM lines;
      INSERT INTO picks (line_id, render_key, take_id) SELECT line_id, render_key, id FROM takes`);
  });
  return project;
}

export const randomWords = (count: number, random: () => number): string =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');

interface BookShape {
  readonly chapters: number;
  /** Per chapter. */
  readonly paragraphs: number;
  /** Paragraph length in words, which ranges from `least` to `least + more` (exclusive). */
  readonly words: { readonly least: number; readonly more: number };
  readonly seed: number;
}

/** Returns a book whose paragraphs start with their numbers. */
export function bookScript({ chapters, paragraphs, words, seed }: BookShape): string {
  const random = seededRandom(seed);
  const texts = Array.from({ length: chapters }, (_, chapter) => {
    const rows = Array.from(
      { length: paragraphs },
      (__, at) =>
        `Paragraph ${chapter + 1}.${at + 1}: ${randomWords(words.least + Math.floor(random() * words.more), random)}.`,
    );
    return `## Chapter ${chapter + 1}\n\n${rows.join('\n\n')}\n\n`;
  });
  return texts.join('');
}

/** Returns the large project's text. */
export const largeScript = (): string =>
  bookScript({ chapters: CHAPTERS, paragraphs: PARAGRAPHS, words: { least: 20, more: 60 }, seed: 1 });
