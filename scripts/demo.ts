// Renders a scene for two roles with the local service: the main job from start to end, without account or display.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = join(root, 'assets', 'samples', 'earnest-scene.txt');
const out = join(root, 'demo-output');

const render = spawn(
  process.execPath,
  [join(root, 'bin', 'lectern.mjs'), 'render', script, '--out', out, '--format', 'mp3'],
  { stdio: 'inherit' },
);
render.once('exit', (code) => {
  process.exitCode = code ?? 1;
  if (code !== 0) return;
  const first = readdirSync(out)
    .filter((name) => name.endsWith('.mp3'))
    .toSorted()[2];
  console.log(`
The scene is in ${out}
  Listen to        ${join(out, first ?? '')}
  All its lines    ${join(out, 'manifest.csv')}
  Change a word in ${script}
  and call "npm run demo" again: only that line is rendered again.
  A script of your own: npx lectern render SCRIPT.txt --out FOLDER`);
});
