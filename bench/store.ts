// Benchmarks the store: saving an edit, opening a large project, importing a long book.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { sampleBytes } from '../e2e/support/texts.ts';
import { openProject } from '../electron/core/project/project-folder.ts';
import type { BenchRow } from './bench-row.ts';
import { benchEdits, formatMilliseconds, timeMs } from './store-edits.ts';
import { benchOpening } from './store-opening.ts';
import { PORTS, withTemporaryFolder } from './store-project.ts';

const IMPORTS = 3;
const MAX_IMPORT_MS = 1_000;
const MAX_VERSION_MS = 2_000;
const MAX_MEMORY_BYTES = 300 * 1024 * 1024;

const importSchema = z.object({
  lines: z.number(),
  characters: z.number(),
  importMs: z.number(),
  parseMs: z.number(),
  saveMs: z.number(),
  wholeMs: z.number(),
  memoryBytes: z.number(),
});

const versionSchema = z.object({
  lines: z.number(),
  readMs: z.number(),
  compareMs: z.number(),
  saveMs: z.number(),
  wholeMs: z.number(),
});

/** Takes about a minute. */
export async function run(): Promise<BenchRow[]> {
  return withTemporaryFolder(async (folder) => {
    const imports = [...benchImport(folder), benchVersion(folder)];
    const large = join(folder, 'Large.lectern');
    runInSeparateProcess('store-large', large);
    const opening = benchOpening(large);
    const twin = join(folder, 'twin.db');
    copyFileSync(join(large, 'project.db'), twin);
    const project = openProject(large, { mode: 'write', ...PORTS });
    const edits = benchEdits(project, twin);
    project.close();
    return [...edits, ...opening, ...imports];
  });
}

/** Runs a script from this folder in a separate process. Returns its output. */
function runInSeparateProcess(script: string, ...values: string[]): string {
  const path = fileURLToPath(new URL(`./${script}.ts`, import.meta.url));
  return execFileSync(process.execPath, [path, ...values], { encoding: 'utf8' });
}

function benchImport(folder: string): BenchRow[] {
  const book = join(folder, 'war-and-peace.txt');
  writeFileSync(book, sampleBytes('war-and-peace.txt'));
  const results = Array.from({ length: IMPORTS }, (_, count) => {
    const printed = runInSeparateProcess('store-import', book, join(folder, `import-${count}`));
    return importSchema.parse(JSON.parse(printed));
  });
  const best = results.toSorted((a, b) => a.wholeMs - b.wholeMs)[0];
  if (!best) throw new Error('nothing was imported');
  const reading = timeMs(() => readFileSync(book, 'utf8').split('\n\n').length);
  const megabytes = best.memoryBytes / 1024 / 1024;
  const parts = `file ${formatMilliseconds(best.importMs)}, script ${formatMilliseconds(best.parseMs)}, saving ${formatMilliseconds(best.saveMs)}`;
  return [
    {
      name: `importing war-and-peace.txt, ${best.lines.toLocaleString('en')} lines, best of ${IMPORTS}`,
      value: `${formatMilliseconds(best.wholeMs)} (${parts})`,
      against: `${formatMilliseconds(reading)} for reading the file and splitting it at blank rows`,
      ratio: best.wholeMs / reading,
      bar: '1 s or less',
      ok: best.wholeMs <= MAX_IMPORT_MS,
    },
    {
      name: 'memory of that import, the whole process',
      value: `${megabytes.toFixed(0)} MB`,
      against: `${(best.characters / 1024 / 1024).toFixed(1)} million characters of text`,
      ratio: null,
      bar: 'under 300 MB',
      ok: best.memoryBytes < MAX_MEMORY_BYTES,
    },
  ];
}

/** Imports the next version of a long book over the previous one, compared with running `diff` on the two texts. */
function benchVersion(folder: string): BenchRow {
  const book = join(folder, 'war-and-peace.txt');
  const results = Array.from({ length: IMPORTS }, (_, count) => {
    const outputFolder = join(folder, `version-${count}`);
    mkdirSync(outputFolder);
    return versionSchema.parse(JSON.parse(runInSeparateProcess('store-version', book, outputFolder)));
  });
  const best = results.toSorted((a, b) => a.wholeMs - b.wholeMs)[0];
  if (!best) throw new Error('no version was imported');
  const comparing = timeMs(() =>
    spawnSync('diff', ['--minimal', 'former.txt', 'next.txt'], { cwd: join(folder, 'version-0') }),
  );
  const parts = `file ${formatMilliseconds(best.readMs)}, comparing ${formatMilliseconds(best.compareMs)}, saving ${formatMilliseconds(best.saveMs)}`;
  return {
    name: `importing war-and-peace.txt with 200 edits into its former version, best of ${IMPORTS}`,
    value: `${formatMilliseconds(best.wholeMs)} (${parts})`,
    against: `${formatMilliseconds(comparing)} for diff --minimal of the two texts`,
    ratio: best.wholeMs / comparing,
    bar: '2 s or less',
    ok: best.wholeMs <= MAX_VERSION_MS,
  };
}
