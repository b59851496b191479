// `node scripts/run.mjs e2e/forms/main.ts [--only pdf] [--keep FOLDER] [--parts 30]`: has other programs make a
// document in each format from one act, imports the documents, and reports differences. Requires `apt install pandoc
// libreoffice-writer libreoffice-calc chromium ffmpeg`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstAct } from './act.ts';
import { contentOfAct, contentOfFile, differences } from './compare.ts';
import { makeForms, missingPrograms } from './make.ts';

/** Known differences caused by other programs. For each file, a pattern that matches the difference, and the reason. */
const KNOWN_DIFFERENCES: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  ...Object.fromEntries(
    ['table.csv', 'table.xlsx'].map((file) => [file, [[/: 149\.?$/, 'Calc reads “149.” as a number and saves 149']]]),
  ),
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
    parts: { type: 'string' },
  },
});
const missingTools = missingPrograms();
if (missingTools.length > 0) {
  process.stderr.write(
    `Missing: ${missingTools.join(', ')}. Run: apt install pandoc libreoffice-writer libreoffice-calc chromium ffmpeg\n`,
  );
  process.exit(2);
}
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'lectern-forms-'));
const act = firstAct(values.parts === undefined ? undefined : Number(values.parts));
const say = (row: string): boolean => process.stdout.write(`${row}\n`);
say(`${'file'.padEnd(24)}${'made by'.padEnd(26)}chapters  roles  speeches  differences`);
let unexplained = 0;
try {
  for (const { file, by } of makeForms(folder, act, values.only)) {
    const found = await contentOfFile(join(folder, file));
    const listed = differences(contentOfAct(act, file), found);
    const counts = [found.chapters, found.roles, found.speeches].map(({ length }) => length);
    const widths = [10, 7, 10];
    const cells = counts.map((count, at) => String(count).padEnd(widths[at] ?? 0)).join('');
    say(`${file.padEnd(24)}${(by.join(', ') || 'by its rules').padEnd(26)}${cells}${listed.length}`);
    for (const difference of listed) {
      const reason = KNOWN_DIFFERENCES[file]?.find(([pattern]) => pattern.test(difference))?.[1];
      if (reason === undefined) unexplained += 1;
      say(`    ${difference}${reason === undefined ? '' : ` (${reason})`}`);
    }
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
const { roles, speeches } = contentOfAct(act, '');
say(
  `The act has ${roles.length} roles and ${speeches.length} speeches. ${unexplained} differences without an explanation.`,
);
process.exitCode = unexplained === 0 ? 0 : 1;
