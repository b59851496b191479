// `npm run smoke:electron`: tests what can only be tested with real Electron, in about five minutes, and prints a
// report (docs/electron.md). It uses a temporary home, and none of your own data.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs, promisify } from 'node:util';
import { expect } from '@playwright/test';
import { toyPack, writePack } from '../../../node/testing/toy-models/toy-pack.ts';
import { root } from '../../../scripts/steps.ts';
import { chooseWindowHost, NoWindowError } from '../../../scripts/window-host.ts';
import { packedExecutable, packedFolder } from '../../support/packed-application.ts';
import {
  FatalError,
  formatReport,
  resultRow,
  runSteps,
  SkippedError,
  type SmokeStep,
  type StepResult,
} from '../../support/smoke-report.ts';
import { sampleBytes } from '../../support/texts.ts';
import { environmentOf, makeFolders } from '../support/folders.ts';
import { prepareHome, setUpLocalService } from '../support/home.ts';
import { answerMessageBox, answerOpenDialog, STOP, startCommand } from '../support/launch.ts';
import { type LecternWindow, openWindow } from '../support/window.ts';

const USAGE = `npm run smoke:electron -- [OPTIONS]

  --packed [FOLDER]  tests what npm run pack created: dist/…-unpacked by default
  --host             accepts the Chromium host where Electron's binary isn't available
  --unattended       asks no questions
  --report FILE      also writes the report to a file
`;

const STEP_LIMIT_MS = 180_000;
const LONG_PLAY = 'The Importance of Being Earnest';
const PACK_VOICE = 'Low';
const ELECTRON_MAJOR = 45;

const { values, positionals } = parseArgs({
  options: {
    packed: { type: 'boolean', default: false },
    host: { type: 'boolean', default: false },
    unattended: { type: 'boolean', default: false },
    report: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
});

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** Chooses the program to test, and returns its description. Exits with a message if there is no program. */
function chooseProgram(): string {
  if (values.packed) {
    const folder = positionals[0] ? resolve(positionals[0]) : packedFolder(join(root, 'dist'));
    const program = folder && packedExecutable(folder);
    if (!program) refuse(`There is no packed application in ${folder ?? 'dist'}. Run “npm run pack” first.`);
    process.env['LECTERN_PACKED'] = folder;
    return program;
  }
  const description = electronOrHost();
  if (description === null)
    refuse(
      'Electron’s binary isn’t installed, so nothing was tested. Run “npx install-electron” where GitHub can be reached.\n' +
        'To try this script itself with the Chromium host, add --host.',
    );
  if (!existsSync(join(root, 'out', 'renderer', 'index.html'))) refuse('Run “npm run build” first.');
  return description;
}

function electronOrHost(): string | null {
  try {
    const host = chooseWindowHost();
    if (host.kind === 'electron') return host.executablePath;
    return values.host ? `Chromium host (${host.chromiumPath})` : null;
  } catch (error) {
    if (error instanceof NoWindowError) return null;
    throw error;
  }
}

if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const program = chooseProgram();
const folders = makeFolders();
const facts: Record<string, string> = { program, system: `${process.platform} ${release()} ${process.arch}` };
let opened: LecternWindow | null = null;

function current(): LecternWindow {
  if (!opened) throw new SkippedError('the window isn’t open');
  return opened;
}

/** Closes the window as a user would. If it asks about a run in progress, answers that the run should stop. */
async function close(): Promise<void> {
  const { app } = current();
  await answerMessageBox(app, STOP);
  await app.close();
  opened = null;
}

async function openSample({ page, frame }: LecternWindow): Promise<void> {
  const reply = await page.evaluate(() => window.lectern.request('project.createSample', {}));
  expect(typeof reply === 'string' ? JSON.parse(reply) : reply).toMatchObject({ ok: true });
  await expect(frame.projectName).toContainText('Earnest');
}

async function start(): Promise<string> {
  await prepareHome(folders);
  await setUpLocalService(folders);
  try {
    opened = await openWindow(folders);
  } catch (error) {
    throw new FatalError(error instanceof Error ? error.message : String(error));
  }
  const { app, page, frame } = opened;
  const versions = await app.evaluate(({ app: electron }) => ({
    electron: process.versions['electron'] ?? '',
    chrome: process.versions['chrome'] ?? '',
    node: process.versions.node,
    isPackaged: electron.isPackaged,
  }));
  facts['versions'] = `Electron ${versions.electron}, Chromium ${versions.chrome}, Node ${versions.node}`;
  facts['packaged'] = versions.isPackaged ? 'yes' : 'no';
  await expect(frame.strip).toContainText('Local service', { timeout: 60_000 });
  expect(await page.evaluate(() => typeof (globalThis as { process?: unknown }).process)).toBe('undefined');
  if (versions.electron.endsWith('chromium-host')) return 'this is the Chromium host, not Electron';
  if (!versions.electron.startsWith(`${ELECTRON_MAJOR}.`)) return `expected Electron ${ELECTRON_MAJOR}`;
  return '';
}

async function render(): Promise<string> {
  const { frame, production } = current();
  await frame.goTo('Production');
  await production.chooseExtent('Whole script');
  await production.start.click();
  await expect(frame.strip.getByRole('status')).toContainText('Finished', { timeout: STEP_LIMIT_MS });
  return '';
}

async function play(): Promise<string> {
  const { frame, script, player, page } = current();
  await frame.goTo('Script');
  await script.putCursorAtEndOf('what I was playing, Lane?');
  await page.keyboard.press('ControlOrMeta+l');
  await expect(player.pause).toBeVisible();
  return 'started with the shortcut of Play this line';
}

async function seek(): Promise<string> {
  const { player } = current();
  const position = () => player.position.inputValue();
  await player.position.focus();
  await player.position.press('Home');
  const before = await position();
  await player.position.press('ArrowRight');
  await player.position.press('ArrowRight');
  await expect.poll(position).not.toBe(before);
  return '';
}

async function exportLines(): Promise<string> {
  const { app, page, exports } = current();
  const out = join(folders.scratch, 'exported');
  await answerOpenDialog(app, out);
  await page.keyboard.press('ControlOrMeta+e');
  await exports.chooseFolder.click();
  await exports.exportAll();
  const files = readdirSync(out).length;
  expect(files).toBeGreaterThan(1);
  return `${files} files`;
}

async function soundDevices(): Promise<string> {
  const labels = await current().page.evaluate(async () => {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'audiooutput').map(({ label }) => label);
  });
  if (labels.length === 0) throw new SkippedError('there is no audio output');
  expect(labels).not.toContain('');
  return labels.join(', ');
}

async function voicePack(): Promise<string> {
  const { app, page, settings, frame, cast } = current();
  const source = join(folders.root, 'toys');
  writePack(source, toyPack());
  await settings.show('Voice packs');
  await answerOpenDialog(app, source);
  await page.getByRole('button', { name: 'Add folder…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
  await expect(frame.notice(/installed: \d+ voices? ready/)).toBeVisible();
  await frame.goTo('Cast');
  await cast.show('Voices');
  await cast.searchVoices.fill('Toy letters');
  const heard = page.waitForResponse((response) => response.url().includes('/media/audition/'));
  await cast.voice(PACK_VOICE).click();
  await page.keyboard.press('Space');
  const response = await heard;
  expect(response.status()).toBe(200);
  await response.finished();
  return 'spoke through its own process';
}

async function keychain(): Promise<string> {
  const outcome = await current().app.evaluate(async ({ safeStorage }) => {
    const isProtected = process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
    if (!isProtected || !(await safeStorage.isAsyncEncryptionAvailable())) return 'none';
    const sealed = await safeStorage.encryptStringAsync('smoke');
    return (await safeStorage.decryptStringAsync(sealed)).result;
  });
  if (outcome === 'none') throw new SkippedError('this computer has no keychain');
  expect(outcome).toBe('smoke');
  return '';
}

async function secondStart(): Promise<string> {
  const { page } = current();
  const script = join(folders.scratch, 'Second.txt');
  writeFileSync(script, 'LANE: I did not think it polite to listen, sir.\n');
  const [command, args] = startCommand(folders, [script]);
  const second = spawn(command, args, { env: environmentOf(folders), stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Project name' })).toHaveValue('Second');
  await page.keyboard.press('Escape');
  return '';
}

async function closeWhileRendering(): Promise<string> {
  const { library, frame, production, page } = current();
  await page.keyboard.press('ControlOrMeta+0');
  await library.drop('earnest.txt', sampleBytes('earnest.txt'));
  await library.confirmImport();
  await frame.goTo('Production');
  await production.start.click();
  await expect(production.progress).toBeVisible();
  await close();
  return '';
}

async function reopen(): Promise<string> {
  opened = await openWindow(folders);
  const { library, frame } = opened;
  await library.openRecent(LONG_PLAY);
  await expect(frame.strip.getByRole('status')).toContainText('Paused', { timeout: 60_000 });
  return 'the run waits';
}

async function crashOnce(): Promise<string> {
  // Playwright can't use a page that has crashed, so use the main process to check that the page recovers.
  const heading = await current().app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) return '';
    const loaded = new Promise<void>((done) => contents.once('did-finish-load', () => done()));
    contents.forcefullyCrashRenderer();
    await loaded;
    const text: unknown = await contents.executeJavaScript(
      `new Promise((resolve) => {
        const look = () => {
          const heading = document.querySelector('h1');
          if (heading) resolve(heading.textContent);
          else requestAnimationFrame(look);
        };
        look();
      })`,
    );
    return String(text);
  });
  expect(heading).toContain('Earnest');
  return '';
}

async function commandLine(): Promise<string> {
  if (!process.env['LECTERN_PACKED']) throw new SkippedError('only with --packed');
  const own = process.platform === 'linux' ? ['--ozone-platform=headless', '--disable-gpu'] : [];
  const { stdout } = await promisify(execFile)(program, [...own, '--cli', '--', '--version'], {
    env: environmentOf(folders),
    timeout: 60_000,
  });
  expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+/);
  return stdout.trim();
}

const STEPS: readonly SmokeStep[] = [
  { name: 'start', run: start },
  { name: 'open a project', run: async () => openSample(current()).then(() => '') },
  { name: 'render', run: render },
  { name: 'play', run: play },
  { name: 'seek', run: seek },
  { name: 'export', run: exportLines },
  { name: 'names of sound devices', run: soundDevices },
  { name: 'voice pack', run: voicePack },
  { name: 'keychain', run: keychain },
  { name: 'open a file with the running application', run: secondStart },
  { name: 'close while rendering', run: closeWhileRendering },
  { name: 'reopen', run: reopen },
  { name: 'reload after a crash of the page', run: crashOnce },
  { name: 'command line', run: commandLine },
];

/** Questions that only a person can answer. */
const QUESTIONS: readonly (readonly [name: string, question: string])[] = [
  ['no keychain prompt', 'Did the start go without any prompt for a password or the keychain?'],
  ['sound', 'Did you hear speech when the step “play” ran?'],
  ['menu', 'Does the application menu (or the menu bar) show Lectern’s commands with their shortcuts?'],
  ['shortcut', 'Open a project and press Ctrl+L (⌘L) in a line: is it played?'],
  ['page keys', 'Do Ctrl+Page Down and Ctrl+Page Up (⌘ on a Mac) go to the next and previous chapter?'],
  ['input method', 'If you have an input method: can you type with it in the script, and is nothing typed twice?'],
  ['microphone', 'Does recording a voice sample ask for the microphone, and show a level?'],
  [
    'notification',
    'Render, minimise the window: does a notification or a flashing taskbar button tell you of the end?',
  ],
  ['file manager', 'If Lectern is installed: does a double-click on a .lectern-script file or a project open it?'],
];

async function ask(): Promise<SmokeStep[]> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answers: SmokeStep[] = [];
  for (const [name, question] of QUESTIONS) {
    const answer = (await terminal.question(`${question} [y/n/skip] `)).trim().toLowerCase();
    answers.push({
      name,
      async run() {
        if (answer.startsWith('y')) return '';
        if (answer.startsWith('n')) throw new Error(question);
        throw new SkippedError('not tried');
      },
    });
  }
  terminal.close();
  return answers;
}

process.stderr.write(`Testing ${program}. This takes about five minutes.\n`);
const show = (result: StepResult): void => void process.stderr.write(`${resultRow(result)}\n`);
const automated = await runSteps(STEPS, STEP_LIMIT_MS, show);
const isAttended = opened !== null && !values.unattended && process.stdin.isTTY;
const results = [...automated, ...(isAttended ? await runSteps(await ask(), STEP_LIMIT_MS, show) : [])];
await close().catch(() => {});
folders.remove();
const report = formatReport(facts, results);
process.stdout.write(report);
if (values.report) writeFileSync(values.report, report);
process.exit(results.some(({ outcome }) => outcome === 'failed') ? 1 : 0);
