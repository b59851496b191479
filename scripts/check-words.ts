// Checks that code, comments and documents are written in words that need no decoding.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oddWords } from './plain-words.ts';
import { root } from './steps.ts';

const LOOKED_AT = '**/*.{ts,tsx,mjs,css,md}';
/** Other people's work, what is built, what is frozen, and the list of the words itself. */
const LEFT_ALONE = ['node_modules/**', 'out/**', '**/fixtures/**', '**/migrations/**', 'scripts/plain-words*.ts'];
/** In tests and what they are made with, sample texts may say what they like: comments and titles are looked at. */
const OF_TESTS = /\.(test|spec)\.tsx?$|^e2e[\\/]/;
const PROSE = /^\s*(\/\/|\/?\*)|\b(it|test|describe)\b.*\(/;
/** A word may stand where it is the right one, which is seldom. */
const MOST = 5;

const files = globSync(LOOKED_AT, { cwd: root, exclude: LEFT_ALONE });
const found = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const prose = (line: string) => (OF_TESTS.test(file) && !PROSE.test(line) ? '' : line);
  return oddWords(text.split('\n').map(prose).join('\n')).map((odd) => ({ file, ...odd }));
});
if (found.length > MOST) {
  for (const { file, row, word, instead } of found) console.error(`${file}:${row}: “${word}”: ${instead}`);
  process.exitCode = 1;
}
console.log(`${files.length} files, ${found.length} odd words of at most ${MOST}`);
