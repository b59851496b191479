// Tests the deb package in a clean Debian system: builds it with electron-builder, installs it with dpkg, uses the
// command and the window, and removes it. Only user data may remain. Requires root, debootstrap and a Debian mirror,
// and takes a few minutes: `node scripts/run.mjs e2e/package/deb.ts [--root FOLDER]`. FOLDER is created by debootstrap
// if necessary and kept for the next run.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { packApplication } from '../../scripts/release/packing.ts';
import { root as project } from '../../scripts/steps.ts';

const SUITE = 'bookworm';
/** Folders where other programs write. Files there don't count as leftovers of the package. */
const WRITTEN_BY_OTHERS = [
  '/proc',
  '/sys',
  '/dev',
  '/tmp',
  '/run',
  '/var/lib/dpkg',
  '/var/lib/apt',
  '/var/cache',
  '/var/log',
];
/** User data: the data folder, and the folders of the Electron stand-in and its Chromium. */
const USER_DATA = ['/root/.local/share/lectern', '/root/.cache', '/root/.config/chromium'];

const { values } = parseArgs({ options: { root: { type: 'string', default: join(tmpdir(), 'lectern-clean-root') } } });
const cleanRoot = values.root;

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28 });

/** Runs a command as root in the clean system. */
const runInside = (...command: string[]): string =>
  run('chroot', cleanRoot, '/usr/bin/env', '-i', ...environment(), ...command);

const environment = (): string[] => [
  'HOME=/root',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'DEBIAN_FRONTEND=noninteractive',
  'LC_ALL=C.UTF-8',
];

function say(step: string): void {
  process.stdout.write(`-- ${step}\n`);
}

function fail(message: string): never {
  throw new Error(message);
}

/** Creates a minimal Debian system with the package's dependencies. */
function makeCleanRoot(deb: string): void {
  if (!existsSync(join(cleanRoot, 'etc', 'debian_version'))) run('debootstrap', '--variant=minbase', SUITE, cleanRoot);
  const depends = run('dpkg-deb', '--field', deb, 'Depends').trim().split(', ');
  copyFileSync('/etc/resolv.conf', join(cleanRoot, 'etc', 'resolv.conf'));
  runInside('apt-get', 'update', '-qq');
  // The Electron stand-in needs Debian's Chromium. Electron includes its own.
  runInside('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...depends, 'chromium', 'desktop-file-utils');
}

/** Returns all files in the clean system, except in folders where other programs write. */
function listFiles(folder = ''): string[] {
  return readdirSync(join(cleanRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (WRITTEN_BY_OTHERS.includes(path)) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

/** Builds the deb with electron-builder. If fpm can't be downloaded, uses this project's replacement for it. */
async function makeDeb(): Promise<string> {
  process.env['CUSTOM_FPM_PATH'] ??= join(project, 'scripts', 'release', 'fpm');
  const made = await packApplication({
    platform: 'linux',
    targets: ['deb'],
    prepackaged: join(project, 'dist', 'linux-unpacked'),
    // Use a faster compression than in releases.
    configuration: { deb: { compression: 'gz' } },
  });
  return made.find((file) => file.endsWith('.deb')) ?? fail('There is no deb.');
}

/** Prints the command's help, renders a scene offline, and checks the result. */
function testCommand(): void {
  if (!runInside('lectern', '--help').includes('render')) fail('The command has no help.');
  writeFileSync(join(cleanRoot, 'tmp', 'scene.txt'), 'LANE: I did not think it polite to listen, sir.\n');
  const told = JSON.parse(runInside('lectern', 'render', '/tmp/scene.txt', '--out', '/tmp/out', '--json'));
  if (told.rendered !== 1) fail(`${told.rendered} lines were rendered.`);
  const [file] = told.files;
  if (readFileSync(join(cleanRoot, file)).length < 10_000) fail('The rendered line has no sound in it.');
  say(`${file} was rendered`);
}

/** Opens the window, checks that its page is usable, and quits the application as logging out would. */
async function testWindow(picture: string): Promise<void> {
  const args = [
    cleanRoot,
    '/usr/bin/env',
    '-i',
    ...environment(),
    'lectern-window',
    '--no-sandbox',
    '--remote-debugging-port=0',
  ];
  const child = spawn('chroot', args, { stdio: ['ignore', 'inherit', 'pipe'] });
  const ended = once(child, 'exit');
  try {
    const address = await new Promise<string>((resolve, reject) => {
      void ended.then(() => reject(new Error('The window ended before it was there.')));
      createInterface({ input: child.stderr }).on('line', (line) => {
        const found = /^DevTools listening on (\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
    });
    const browser = await chromium.connectOverCDP(address);
    const page = await waitForPage(() => browser.contexts().flatMap((context) => context.pages()));
    await page.getByRole('main').getByRole('button').first().waitFor();
    await page.screenshot({ path: picture });
    await browser.close();
  } finally {
    child.kill('SIGTERM');
  }
  await ended;
  say(`the window was used: ${picture}`);
}

async function waitForPage<Page>(pages: () => readonly Page[]): Promise<Page> {
  for (;;) {
    const [page] = pages();
    if (page) return page;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function checkInstalled(): void {
  run('desktop-file-validate', join(cleanRoot, 'usr/share/applications/lectern-window.desktop'));
  for (const file of ['/usr/bin/lectern', '/opt/Lectern/resources/THIRD-PARTY-LICENSES.txt']) {
    if (!existsSync(join(cleanRoot, file))) fail(`${file} was not installed.`);
  }
  if (runInside('readlink', '-f', '/usr/bin/lectern-window').trim() !== '/opt/Lectern/lectern-window') {
    fail('lectern-window is not on the PATH.');
  }
}

const deb = await makeDeb();
say(`${deb} was made`);
mkdirSync(cleanRoot, { recursive: true });
makeCleanRoot(deb);
// Don't mount anything else from this machine, so that unmounting it in the clean system can't affect the machine.
const processes = join(cleanRoot, 'proc');
run('mount', '-t', 'proc', 'proc', processes);
try {
  for (const data of USER_DATA) rmSync(join(cleanRoot, data), { recursive: true, force: true });
  const before = new Set(listFiles());
  copyFileSync(deb, join(cleanRoot, 'tmp', 'lectern.deb'));
  runInside('dpkg', '--install', '/tmp/lectern.deb');
  say('it was installed');
  checkInstalled();
  testCommand();
  await testWindow(join(project, 'dist', 'deb-window.png'));
  runInside('dpkg', '--purge', 'lectern');
  const after = new Set(listFiles());
  const left = [...after].filter((name) => !before.has(name));
  const strange = left.filter((name) => !USER_DATA.some((data) => name.startsWith(`${data}/`)));
  const gone = [...before].filter((name) => !after.has(name));
  if (strange.length > 0 || gone.length > 0)
    fail(`left: ${strange.join(', ') || 'nothing'}; gone: ${gone.join(', ') || 'nothing'}`);
  say(`it was removed; ${left.length} files of data are left, and nothing else`);
} finally {
  run('umount', '--lazy', processes);
}
