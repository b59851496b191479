// Imports a new version of a long book into a project that has the previous version, and prints the results as JSON.
// The versions differ by 200 seeded edits. Leaves both texts in the folder as `former.txt` and `next.txt`, with the
// same line breaks. Runs in a separate process.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTextFile } from '@lectern/manuscript';
import { createProject } from '../electron/core/project/project-folder.ts';
import { applyVersion, compareVersion } from '../electron/core/project/script/revision.ts';
import { parseScript } from '../shared/rules/script-text.ts';
import { PORTS, seededRandom } from './store-project.ts';

const EDITS = 200;
const MOVED_CHAPTERS = 5;
/** Paragraphs shorter than this, in UTF-16 code units, are mostly headings. */
const MIN_PARAGRAPH_LENGTH = 200;

/** Changes words, splits, merges, adds and removes paragraphs, and moves some chapters. */
function editText(text: string): string {
  const chance = seededRandom(13);
  const paragraphs = text.split('\n\n');
  const anywhere = () => 1 + Math.floor(chance() * (paragraphs.length - 2));
  for (let count = 0; count < EDITS; ) {
    const index = anywhere();
    const words = paragraphs[index] ?? '';
    if (words.length < MIN_PARAGRAPH_LENGTH) continue;
    if (count % 5 === 0) paragraphs[index] = words.replace(' the ', ' this ');
    else if (count % 5 === 1) paragraphs[index] = words.replace(/[.] /, '.\n\n');
    else if (count % 5 === 2) paragraphs.splice(index, 2, `${words}\n${paragraphs[index + 1] ?? ''}`);
    else if (count % 5 === 3) paragraphs.splice(index, 0, `A new paragraph, the ${count}th of its kind.`);
    else paragraphs.splice(index, 1);
    count += 1;
  }
  for (let count = 0; count < MOVED_CHAPTERS; count += 1) {
    const chapters = paragraphs.flatMap((words, index) => (/^\s*CHAPTER [IVX]+\s*$/.test(words) ? [index] : []));
    const from = Math.floor(chance() * (chapters.length - 1));
    const [startedAt = 0, end = 0] = chapters.slice(from);
    const moved = paragraphs.splice(startedAt, end - startedAt);
    paragraphs.splice(chapters[Math.floor(chance() * from)] ?? 0, 0, ...moved);
  }
  return paragraphs.join('\n\n');
}

const [, , file = '', folder = ''] = process.argv;
const project = createProject(join(folder, 'Version.lectern'), {
  name: 'Version',
  connection: { origin: 'https://speech.example', userId: 'bench' },
  settings: { roleMarks: 'confirmed' },
  ...PORTS,
});
const previous = importTextFile(readFileSync(file), file);
const { added } = project.script.saveScript(parseScript(previous.text, project.settings()));
const nextPath = join(folder, 'next.txt');
const text = readFileSync(file, 'utf8')
  .split(/(?:\r?\n){2,}/)
  .join('\n\n')
  .replaceAll('\r', '');
writeFileSync(join(folder, 'former.txt'), text);
writeFileSync(nextPath, editText(text));
const startedAt = performance.now();
const version = { text: importTextFile(readFileSync(nextPath), nextPath).text, confirmedRoles: [] };
const readAt = performance.now();
const revision = compareVersion(project, version);
const comparedAt = performance.now();
applyVersion(project, version, () => true, revision);
const savedAt = performance.now();
project.close();
process.stdout.write(
  JSON.stringify({
    lines: added,
    readMs: readAt - startedAt,
    compareMs: comparedAt - readAt,
    saveMs: savedAt - comparedAt,
    wholeMs: savedAt - startedAt,
  }),
);
