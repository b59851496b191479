// Checks code, comments and documents for words that readers would have to decode.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oddWords } from './plain-words.ts';
import { root } from './steps.ts';

const LOOKED_AT = '**/*.{ts,tsx,mjs,css,md}';
/** Third-party, generated and frozen files, and the word list itself. */
const LEFT_ALONE = ['node_modules/**', 'out/**', '**/fixtures/**', 'scripts/plain-words*.ts'];
/** In tests and their fixtures, only comments and titles are checked, because sample texts can contain anything. */
const OF_TESTS = /\.(test|spec)\.tsx?$|^e2e[\\/]/;
const PROSE = /^\s*(\/\/|\/?\*)|\b(it|test|describe)\b.*\(/;
/** Tolerates a few places where such a word is the right one. */
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
