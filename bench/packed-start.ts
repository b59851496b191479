// Measures how long the packed application takes until its window is usable, compared with `npm start` in the same run.
// Uses the output of the latest `npm run pack`. Run this on an idle machine.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { environmentOf, makeFolders, type TestFolders } from '../e2e/window/support/folders.ts';
import { prepareHome } from '../e2e/window/support/home.ts';
import { windowHost } from '../e2e/window/support/launch.ts';
import { killTree } from '../e2e/window/support/process-tree.ts';
import { buildAll } from '../scripts/build/build-all.ts';
import { root } from '../scripts/steps.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile } from './store-edits.ts';
import { largestPaintAt } from './window-start.ts';

const ROUNDS = 7;
const EXECUTABLE = join(root, 'dist', 'linux-unpacked', 'lectern-window');

export async function run(): Promise<BenchRow[]> {
  await buildAll(root);
  if (!existsSync(EXECUTABLE)) execFileSync(process.execPath, [join(root, 'scripts', 'pack.ts')], { stdio: 'inherit' });
  // Prints the path of Chromium, which both commands use.
  windowHost();
  const packed: number[] = [];
  const started: number[] = [];
  const folders = makeFolders();
  try {
    await prepareHome(folders);
    const own = [`--user-data-dir=${folders.userData}`];
    // The Electron stand-in unpacks the archive the first time it starts.
    await timeStart(folders, EXECUTABLE, [...own, '--remote-debugging-port=0']);
    for (let round = 0; round < ROUNDS; round += 1) {
      packed.push(await timeStart(folders, EXECUTABLE, [...own, '--remote-debugging-port=0']));
      started.push(await timeStart(folders, 'npm', ['start', '--silent', '--', ...own]));
    }
  } finally {
    folders.remove();
  }
  const [ours, theirs] = [percentile(packed, 0.5), percentile(started, 0.5)];
  return [
    {
      name: 'start of the packed application to a library that can be used',
      value: formatMilliseconds(ours),
      against: `${formatMilliseconds(theirs)} for npm start, medians of ${ROUNDS} by turns`,
      ratio: ours / theirs,
      bar: 'not slower',
      ok: ours <= theirs,
    },
  ];
}

/** Returns the milliseconds from starting a command to the window's largest contentful paint. */
async function timeStart(folders: TestFolders, command: string, args: readonly string[]): Promise<number> {
  const environment = { ...environmentOf(folders), CHROMIUM_PATH: process.env['CHROMIUM_PATH'], DISPLAY: undefined };
  const startedAt = Date.now();
  const child = spawn(command, args, { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  try {
    const browser = await chromium.connectOverCDP(await devtoolsAddress(child));
    const page = await waitForPage(() => browser.contexts().flatMap((context) => context.pages()));
    const took = (await largestPaintAt(page, 'main button')) - startedAt;
    await browser.close();
    return took;
  } finally {
    if (child.pid !== undefined) await killTree(child.pid);
    await ended;
  }
}

const devtoolsAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The application ended before its window was there.')));
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      const address = /^DevTools listening on (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });

const POLL_MS = 20;

async function waitForPage(pages: () => readonly Page[]): Promise<Page> {
  for (;;) {
    const page = pages().find((one) => one.url().includes('lectern'));
    if (page) return page;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
