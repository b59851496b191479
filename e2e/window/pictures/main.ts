// `npm run shots [-- SET…]` takes screenshots of every screen and state; with `-- --for-docs`, those for the README and
// the manual; with `-- --animation`, the README's animation. `--stretched` lengthens all texts to simulate a wordier
// language, and reports clipped texts.
import { join } from 'node:path';
import { root } from '../../../scripts/steps.ts';
import { makeFolders } from '../support/folders.ts';
import { shootAnimation } from './animation.ts';
import { type Camera, makeCamera, makeStretchingCamera } from './camera.ts';
import { shootCast } from './cast.ts';
import { shootConsents } from './consents.ts';
import { shootCosts } from './costs.ts';
import { shootEngines } from './engines.ts';
import { shootExport } from './export.ts';
import { shootFirstStart } from './first-start.ts';
import { shootForDocs } from './for-docs.ts';
import { shootImports } from './imports.ts';
import { shootLargeProject } from './large-project.ts';
import { shootLibrary } from './library.ts';
import { shootListening } from './listening.ts';
import { shootLongNames } from './long-names.ts';
import { shootPacks } from './packs.ts';
import { shootPlay } from './play.ts';
import { shootProduction } from './production.ts';
import { shootProofing } from './proofing.ts';
import { shootReadOnly } from './read-only.ts';
import { shootReview } from './review.ts';
import { shootScript } from './script.ts';
import type { ShotSet } from './shot-set.ts';
import { shootSignatures } from './signatures.ts';
import { shootTargets } from './targets.ts';
import { shootTrouble } from './trouble.ts';
import { shootVoicesAndWords } from './voices-and-words.ts';

const SETS: ReadonlyMap<string, ShotSet> = new Map([
  ['first-start', shootFirstStart],
  ['engines', shootEngines],
  ['packs', shootPacks],
  ['library', shootLibrary],
  ['imports', shootImports],
  ['script', shootScript],
  ['cast', shootCast],
  ['production', shootProduction],
  ['costs', shootCosts],
  ['review', shootReview],
  ['proofing', shootProofing],
  ['listening', shootListening],
  ['voices-and-words', shootVoicesAndWords],
  ['consents', shootConsents],
  ['export', shootExport],
  ['targets', shootTargets],
  ['signatures', shootSignatures],
  ['play', shootPlay],
  ['long-names', shootLongNames],
  ['crowded', shootLargeProject],
  ['read-only', shootReadOnly],
  ['trouble', shootTrouble],
]);

const say = (words: string) => process.stdout.write(`${words}\n`);

async function shootSet(name: string, shoot: ShotSet, camera: Camera): Promise<void> {
  const folders = makeFolders();
  const [startedAt, before] = [performance.now(), camera.pictureCount()];
  try {
    await shoot({ camera, folders });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(`${name}: ${camera.pictureCount() - before} pictures in ${seconds} s`);
  } catch (error) {
    say(`${name}: FAILED. ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
  } finally {
    folders.remove();
  }
}

async function shootSets(names: readonly string[], isStretched: boolean): Promise<void> {
  const unknown = names.find((name) => !SETS.has(name));
  if (unknown !== undefined) throw new Error(`There is no set "${unknown}"; there are ${[...SETS.keys()].join(', ')}.`);
  const camera = isStretched
    ? await makeStretchingCamera(join(root, 'shots', 'stretched'), say)
    : makeCamera(join(root, 'shots'));
  for (const [name, shoot] of SETS) {
    if (names.length === 0 || names.includes(name)) await shootSet(name, shoot, camera);
  }
  say(`${camera.pictureCount()} pictures are in ${camera.folder}`);
}

const choices = process.argv.slice(2);
const images = join(root, 'docs', 'images');
if (choices.includes('--for-docs')) say((await shootForDocs(images)).join('\n'));
else if (choices.includes('--animation')) say(await shootAnimation(join(images, 'tour.webp')));
else {
  await shootSets(
    choices.filter((choice) => choice !== '--stretched'),
    choices.includes('--stretched'),
  );
}
