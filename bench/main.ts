// `npm run bench [NAME…]`: all measurements, each compared with an external reference in the same run. A name also
// selects the longer names that start with it: `window` includes `window-start`.
import type { MeasuredReader } from '../e2e/growth/growth.ts';
import type { BenchRow } from './bench-row.ts';
import { measureGrowthOf } from './growth.ts';

const growthBench = (load: () => Promise<readonly MeasuredReader[]>) => async () => ({
  run: async () => measureGrowthOf(await load()),
});

const BENCHES: Record<string, () => Promise<{ run: () => Promise<BenchRow[]> }>> = {
  scheduler: () => import('./scheduler.ts'),
  production: () => import('./production.ts'),
  store: () => import('./store.ts'),
  documents: () => import('./documents.ts'),
  manuscripts: () => import('./manuscripts.ts'),
  'long-book': () => import('./long-book.ts'),
  'local-run': () => import('./local-run.ts'),
  speech: () => import('./speech.ts'),
  'hour-of-speech': () => import('./hour-of-speech.ts'),
  intelligibility: () => import('./intelligibility.ts'),
  'proof-faults': () => import('./proof.ts'),
  'proof-formats': () => import('./proof-formats.ts'),
  'proof-natural': () => import('./proof-natural.ts'),
  'proof-recogniser': () => import('./proof-recogniser.ts'),
  'proof-hour': () => import('./proof-hour.ts'),
  'proof-run': () => import('./proof-run.ts'),
  'name-sounds': () => import('./name-sounds.ts'),
  watermark: () => import('./watermark.ts'),
  'watermark-unmarked': () => import('./watermark-unmarked.ts'),
  peaks: () => import('./peaks.ts'),
  delivery: () => import('./delivery.ts'),
  'export-marks': () => import('./export-marks.ts'),
  'long-delivery': async () => ({ run: (await import('./delivery.ts')).runLong }),
  conform: () => import('./conform.ts'),
  fingerprints: () => import('./fingerprints.ts'),
  'fingerprints-same-voices': async () => ({ run: (await import('./fingerprints.ts')).runSameVoices }),
  'fingerprints-other-voices': async () => ({ run: (await import('./fingerprints.ts')).runOtherVoices }),
  'word-times': () => import('./word-times.ts'),
  'event-stream': () => import('./event-stream.ts'),
  'shared-service': () => import('./shared-service.ts'),
  'growth-rules': growthBench(async () => (await import('../e2e/growth/rules.ts')).RULES_READERS),
  'growth-core': growthBench(async () => (await import('../e2e/growth/core.ts')).CORE_READERS),
  'growth-project': growthBench(async () => (await import('../e2e/growth/project.ts')).PROJECT_READERS),
  'growth-import': growthBench(async () => (await import('../e2e/growth/import.ts')).IMPORT_READERS),
  'growth-codecs': growthBench(async () => (await import('../e2e/growth/codecs.ts')).CODECS_READERS),
  'growth-service': growthBench(async () => (await import('../e2e/growth/service.ts')).SERVICE_READERS),
  'growth-editor': growthBench(async () => (await import('../e2e/growth/editor.ts')).EDITOR_READERS),
  'growth-patterns': growthBench(async () => (await import('../e2e/growth/patterns.ts')).PATTERN_READERS),
  'first-audio': () => import('./first-audio.ts'),
  'window-start': async () => ({ run: (await import('./window.ts')).runStart }),
  'packed-start': () => import('./packed-start.ts'),
  'window-large': async () => ({ run: (await import('./window.ts')).runLarge }),
  'window-import': async () => ({ run: (await import('./window.ts')).runImport }),
  'window-playing': async () => ({ run: (await import('./window.ts')).runPlaying }),
  'window-screens': async () => ({ run: (await import('./window.ts')).runScreens }),
};

const names = Object.keys(BENCHES);
const matchingNames = (word: string) => names.filter((name) => name === word || name.startsWith(`${word}-`));
const requestedNames = process.argv.slice(2);
const unknownNames = requestedNames.filter((word) => matchingNames(word).length === 0);
if (unknownNames.length > 0) {
  console.error(`There is no bench "${unknownNames[0]}"; there are ${names.join(', ')}.`);
  process.exit(2);
}
let missed = 0;
for (const name of requestedNames.length > 0 ? requestedNames.flatMap(matchingNames) : names) {
  const load = BENCHES[name];
  if (!load) continue;
  console.log(`\n== ${name}`);
  for (const row of await (await load()).run()) {
    const verdict = row.ok === null ? '' : row.ok ? ' - holds' : ' - MISSED';
    const ratio = row.ratio === null ? '' : ` | ratio ${row.ratio.toFixed(3)}`;
    console.log(
      `${row.name}: ${row.value}\n    against ${row.against}${ratio}${row.bar ? ` | bar: ${row.bar}${verdict}` : ''}`,
    );
    if (row.ok === false) missed += 1;
  }
}
console.log(missed === 0 ? '\nAll bars hold.' : `\n${missed} bars missed.`);
process.exitCode = missed === 0 ? 0 : 1;
