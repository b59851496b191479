// Demonstrates the main workflow without an account or a display: renders a scene with two roles using the local
// service, and exports it as an M4B file.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = join(root, 'assets', 'samples', 'earnest-scene.txt');
const out = join(root, 'demo-output');
const book = join(out, 'book');

function lectern(...args: readonly string[]): Promise<number> {
  const command = spawn(process.execPath, [join(root, 'bin', 'lectern.mjs'), ...args], { stdio: 'inherit' });
  return new Promise((resolve) => command.once('exit', (code) => resolve(code ?? 1)));
}

const project = join(out, 'earnest-scene.lectern');
process.exitCode = await lectern('render', script, '--out', out, '--project', project, '--format', 'mp3');
if (process.exitCode === 0) process.exitCode = await lectern('export', project, '--out', book, '--as', 'm4b');
if (process.exitCode === 0) {
  const fileIn = (folder: string, ending: string, place: number): string =>
    join(
      folder,
      readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .toSorted()[place] ?? '',
    );
  console.log(`
The scene is in ${out}
  Listen to        ${fileIn(out, '.mp3', 2)}
  All its lines    ${join(out, 'manifest.csv')}
  As an audiobook  ${fileIn(book, '.m4b', 0)}
  Change a word in ${script}
  and call "npm run demo" again: only that line is rendered again.
  A script of your own: npx lectern render SCRIPT.txt --out FOLDER`);
}
