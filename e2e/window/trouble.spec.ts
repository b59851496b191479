// What goes wrong outside: the window says what, where and what to do, nothing is lost, and work goes on.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Project } from '../../electron/core/project/project.ts';
import { type HostileService, startHostileService } from '../hostile-service/hostile-service.ts';
import { canMount, mountDrive } from '../support/drives.ts';
import { lectern as command, startLectern } from '../support/processes.ts';
import { manyLines, SCENE, SCENE_LINES } from '../support/sample-texts.ts';
import { AccountForm } from './pages/account-form.ts';
import { setHostileStage } from './support/accounts.ts';
import { count, localIdentity, makeBook, savedScript } from './support/books.ts';
import { giveSpeech } from './support/give-speech.ts';
import { rememberProject, settleIn, setUpAccount, setUpLocalService } from './support/home.ts';
import { jobsOfService } from './support/local-service.ts';
import { childrenOf } from './support/process-tree.ts';
import { startProxy } from './support/proxy.ts';
import { expect, OWN, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const MEGABYTE = 1024 * 1024;
const closing: HostileService[] = [];

test.afterEach(async () => {
  for (const service of closing.splice(0)) await service.close();
});

/** Kills a process that the application has started, by a word of its command line. */
function killChild({ pid }: LecternWindow, word: string): void {
  const found = [...childrenOf(pid)].find(([, commandLine]) => commandLine.includes(word));
  if (!found) throw new Error(`no process of the application names ${word}`);
  process.kill(found[0], 'SIGKILL');
}

const runState = ({ frame }: LecternWindow) => frame.strip.getByRole('status');

test('a wrong key is refused at once with the reason, and nothing of it is kept', OWN, async ({ open, folders }) => {
  const service = await startHostileService({ seed: 3, behaviours: {} });
  closing.push(service);
  const { library, page, frame } = await open();
  const form = new AccountForm(page);
  await library.enterAccount.click();
  await form.fill({ baseUrl: service.baseUrl.href, userId: service.userId, key: 'not-the-key' });
  await form.submit.click();
  await expect(form.problem).toContainText('The key or the user id was refused');
  await expect(form.problem).toContainText('Bearer <API_KEY>');
  await expect(form.key).toHaveValue('');
  const kept = join(folders.home, 'connections.json');
  expect(existsSync(kept) ? readFileSync(kept, 'utf8') : '').not.toContain(service.baseUrl.port);

  await form.fill({ baseUrl: service.baseUrl.href, userId: service.userId, key: service.key });
  await form.submit.click();
  await expect(frame.notice('My account is connected: 5 voices.')).toBeVisible();
  await expect(library.title).toBeVisible();
  await expect(frame.strip).toContainText('My account');
});

test('a key that is kept nowhere is asked for, and a wrong one said to be so', async ({ open, folders }) => {
  const service = await startHostileService({ seed: 3, behaviours: {} });
  closing.push(service);
  await settleIn(folders);
  await setUpAccount(folders, { name: 'Studio account', ...service, keyStorage: 'ask' });
  const { settings, frame, page } = await open();
  await expect(frame.strip).toContainText('key needed');
  await frame.strip.getByRole('button').click();
  await settings.service('Studio account').getByRole('button', { name: 'Enter the key…' }).click();
  const { keyField: key } = settings;
  await key.fill('not-the-key');
  await page.keyboard.press('Enter');
  await expect(settings.keyDialog.getByRole('alert')).toContainText('The key or the user id was refused');
  await expect(key).toHaveValue('');
  await key.fill(service.key);
  await page.keyboard.press('Enter');
  await expect(settings.keyDialog).toBeHidden();
  await expect(frame.strip).not.toContainText('key needed');
});

test('a storm of refusals (429) is waited out and counted, and nothing is sent twice', async ({ open, folders }) => {
  const { service, book } = await setHostileStage(folders, {
    behaviours: {
      submission: { sequence: Array.from({ length: 4 }, () => '429-retry-after') },
      retryAfterSeconds: 2,
    },
    lines: 120,
  });
  closing.push(service);
  const window = await open();
  await window.library.openRecent('Book');
  await window.frame.goTo('Production');
  await window.production.start.click();
  await expect(window.page.getByText('The service asked to wait (429)')).toBeVisible();
  await expect(window.production.batches(window.production.run).first()).toContainText('Lines 1–50');
  await expect(runState(window)).toContainText('run finished · 120 of 120 lines', { timeout: 60_000 });
  await window.production.inspector.getByText('Log', { exact: true }).click();
  await expect(window.production.inspector).toContainText('429');
  expect(service.stats().jobs).toBe(120);
  expect(count(book, 'SELECT count(*) FROM takes')).toBe(120);
});

test('the local service is killed during a run, comes back, and the run ends well', OWN, async ({ open, folders }) => {
  await settleIn(folders);
  await setUpLocalService(folders);
  const window = await open();
  await expect(window.frame.strip).toContainText('Local service');
  await window.page.getByRole('button', { name: 'Make the sample project' }).click();
  await window.frame.goTo('Production');
  const path = (await window.frame.projectName.getAttribute('title')) ?? '';
  await window.production.start.click();
  await expect.poll(() => count(path, 'SELECT count(*) FROM takes'), { timeout: 30_000 }).toBeGreaterThan(3);
  killChild(window, 'service-main');
  await expect(runState(window)).toContainText('run finished', { timeout: 60_000 });
  const lines = count(path, 'SELECT count(*) FROM run_lines');
  // The batch that was on its way when the service was killed may be in doubt; everything else is there, and once.
  const inDoubt = count(path, "SELECT count(*) FROM jobs WHERE state = 'in-doubt'");
  expect(count(path, 'SELECT count(*) FROM takes') + inDoubt).toBe(lines);
  expect(jobsOfService(folders)).toBeLessThanOrEqual(lines);
  expect(jobsOfService(folders)).toBeGreaterThanOrEqual(lines - inDoubt);
});

test('an account’s service goes away and comes back: the run waits, and goes on', OWN, async ({ open, folders }) => {
  const service = await startHostileService({ seed: 5, behaviours: { links: 'relative', readsUntilDone: 6 } });
  closing.push(service);
  const proxy = await startProxy(service.baseUrl);
  await settleIn(folders);
  await setUpAccount(folders, { name: 'Far away', baseUrl: proxy.baseUrl, userId: service.userId, key: service.key });
  const book = await makeBook(folders, {
    text: manyLines(60),
    connection: { origin: proxy.baseUrl.origin, userId: service.userId },
    voices: ['s3://voices/anna/manifest.json'],
  });
  const window = await open();
  await window.library.openRecent('Book');
  await window.frame.goTo('Production');
  await window.production.start.click();
  await expect.poll(() => service.stats().requests.read).toBeGreaterThan(0);
  await proxy.cut();
  await expect(runState(window)).toContainText('service not reached', { timeout: 30_000 });
  await proxy.mend();
  await expect(runState(window)).toContainText('run finished · 60 of 60 lines', { timeout: 60_000 });
  expect(service.stats().jobs).toBe(60);
  expect(count(book, 'SELECT count(*) FROM takes')).toBe(60);
  await window.lectern.close();
  await proxy.cut();
});

test.describe('a full disk', () => {
  // biome-ignore lint/suspicious/noSkippedTests: a small drive can only be mounted by root on Linux
  test.skip(!canMount, 'needs root on Linux, to mount a small drive');

  test(
    'keeps what is typed, says that it is not saved, and saves it when there is room',
    OWN,
    async ({ open, folders, service }) => {
      const drive = mountDrive(join(folders.root, 'drive'), 8 * MEGABYTE);
      try {
        const book = await makeBook(folders, {
          text: SCENE,
          connection: localIdentity(service),
          voices: await service.voices(),
          folder: drive.path,
        });
        const window = await open();
        const { library, script, frame, page } = window;
        await library.openRecent('Book');
        await script.putCursorAtEndOf('what I was playing, Lane?');
        drive.fill(0);
        const words = ` ${'All that is typed now has nowhere to go. '.repeat(40)}`;
        await page.keyboard.insertText(words);
        await page.keyboard.type('Nothing of it may be lost.');
        await expect(frame.saveNote).toContainText('not saved');
        await expect(script.unsaved).toContainText('The disk is full');
        drive.makeRoom();
        await script.unsaved.getByRole('button', { name: 'Try now' }).click();
        await expect(frame.saveNote).toHaveText('saved');
        await expect(script.unsaved).toBeHidden();
        expect(savedScript(book)).toContain(`Lane?${words}Nothing of it may be lost.\n`);
        await window.lectern.close();
      } finally {
        drive.remove();
      }
    },
  );

  test(
    'sends nothing, says why, and renders when there is room: nothing is paid twice',
    OWN,
    async ({ open, folders }) => {
      const drive = mountDrive(join(folders.root, 'drive'), 8 * MEGABYTE);
      try {
        const { service } = await setHostileStage(folders, { behaviours: {}, lines: 1 });
        closing.push(service);
        const connection = { origin: service.baseUrl.origin, userId: service.userId };
        const voices = ['s3://voices/anna/manifest.json'];
        const text = manyLines(20);
        const book = await makeBook(folders, { name: 'Full', text, connection, voices, folder: drive.path });
        const window = await open();
        const { library, frame, production } = window;
        await library.openRecent('Full');
        await frame.goTo('Production');
        await expect(production.start).toBeEnabled();
        drive.fill(0);
        await production.start.click();
        await expect(window.page.getByText(/disk/i).first()).toBeVisible();
        expect(service.stats().jobs).toBe(0);
        drive.makeRoom();
        await production.start.or(production.goOn).first().click();
        await expect(runState(window)).toContainText('run finished · 20 of 20 lines', { timeout: 60_000 });
        expect(service.stats().jobs).toBe(20);
        expect(count(book, 'SELECT count(*) FROM takes')).toBe(20);
        await window.lectern.close();
      } finally {
        drive.remove();
      }
    },
  );
});

test(
  'commands beside the window: what would write is refused with a sentence, what reads goes on',
  OWN,
  async ({ open, folders, service }) => {
    const identity = { connection: localIdentity(service), voices: await service.voices() };
    const fill = (project: Project) => giveSpeech(project, {});
    const book = await makeBook(folders, { text: SCENE, ...identity, fill });
    const window = await open({ arguments: [book] });
    await expect(window.frame.projectName).toHaveText('Book');
    const script = join(folders.scratch, 'scene.txt');
    writeFileSync(script, SCENE);
    const out = join(folders.scratch, 'out');
    const before = savedScript(book);
    const writing = [
      ['render', script, '--out', out, '--project', book],
      ['import', script, '--project', book],
    ];
    for (const args of writing) {
      const { status, stderr } = await command(args, { LECTERN_HOME: folders.home });
      expect([args[0], status]).toEqual([args[0], 2]);
      expect(stderr).toContain(`The project ${book} is being written by another Lectern; close it there`);
    }
    expect(savedScript(book)).toBe(before);
    // It may be looked at and exported all the same.
    const look = await command(['status', book, '--json'], { LECTERN_HOME: folders.home });
    expect(JSON.parse(look.stdout)).toMatchObject({ lines: SCENE_LINES, fresh: SCENE_LINES });
    const made = await command(['export', book, '--out', out, '--as', 'lines', '--json'], {
      LECTERN_HOME: folders.home,
    });
    expect(made.stderr).toContain(`Another Lectern has ${book} open: what it has saved so far is exported.`);
    expect(JSON.parse(made.stdout)).toMatchObject({ lines: SCENE_LINES, failed: [] });
    expect(made.status).toBe(0);
    // And the window still writes it.
    await window.script.putCursorAtEndOf('what I was playing, Lane?');
    await window.page.keyboard.type(' Now?');
    await expect.poll(() => savedScript(book)).toContain('Lane? Now?');
  },
);

test(
  'a project that a command renders is offered to be read, and the command goes on',
  OWN,
  async ({ open, folders }) => {
    const { service, book } = await setHostileStage(folders, { behaviours: { readsUntilDone: 10_000 }, lines: 20 });
    closing.push(service);
    const account = {
      LECTERN_HOME: folders.home,
      LECTERN_BASE_URL: service.baseUrl.origin,
      LECTERN_API_KEY: service.key,
      LECTERN_USER_ID: service.userId,
    };
    const script = join(folders.scratch, 'Book.txt');
    writeFileSync(script, savedScript(book));
    const render = startLectern(['render', script, '--out', join(folders.scratch, 'out'), '--project', book], account);
    await expect.poll(() => service.stats().requests.read).toBeGreaterThan(0);
    const window = await open();
    const { frame, library } = window;
    await library.openRecent('Book');
    const problem = frame.problem('The project is in use');
    await expect(problem).toContainText('or a command in a terminal');
    await problem.getByRole('button', { name: 'Open it to read' }).click();
    await expect(frame.projectNotices).toContainText('is writing this project');
    await frame.goTo('Production');
    await expect(window.production.goOn).toBeDisabled();
    render.process.kill('SIGINT');
    expect((await render.result).status).toBe(130);
    await frame.projectNotices.getByRole('button', { name: 'Open again' }).click();
    await expect(frame.projectNotices).toBeHidden();
    // What the command had sent is read, and nothing is sent again.
    await expect(frame.strip.getByRole('status')).toContainText('1 batch in flight');
    const resume = await command(['resume', book], account);
    expect(resume.status).toBe(2);
    expect(resume.stderr).toContain('is being written by another Lectern');
    expect(service.stats().jobs).toBe(20);
  },
);

test('a damaged project is said to be so, with the way out, and left as it is', async ({ open, folders, service }) => {
  const identity = { connection: localIdentity(service), voices: await service.voices() };
  const book = await makeBook(folders, { text: SCENE, ...identity });
  const database = join(book, 'project.db');
  const bytes = readFileSync(database);
  bytes.fill('garbage ', 4096, Math.min(bytes.length, 60_000));
  writeFileSync(database, bytes);
  const { library, frame } = await open();
  await library.openRecent('Book');
  const problem = frame.problem('The project is damaged');
  await expect(problem).toContainText('Nothing was changed.');
  await expect(problem).toContainText(/backup/);
  await problem.getByRole('button', { name: 'Put away' }).click();
  await expect(problem).toBeHidden();
  expect(readFileSync(database).equals(bytes)).toBe(true);
});

test('a project of a newer Lectern is not touched', async ({ open, folders, service }) => {
  const identity = { connection: localIdentity(service), voices: await service.voices() };
  const book = await makeBook(folders, { text: SCENE, ...identity });
  const sqlite = new DatabaseSync(join(book, 'project.db'));
  sqlite.exec('PRAGMA user_version = 999');
  sqlite.close();
  const before = readFileSync(join(book, 'project.db'));
  const { library, frame } = await open();
  await library.openRecent('Book');
  await expect(frame.problem('A newer Lectern made this project')).toContainText('format 999');
  expect(readFileSync(join(book, 'project.db')).equals(before)).toBe(true);
});

test('a project that was moved waits for a confirmation before anything is sent', async ({
  open,
  folders,
  service,
}) => {
  const identity = { connection: localIdentity(service), voices: await service.voices() };
  const book = await makeBook(folders, { text: SCENE, ...identity });
  const copy = join(folders.scratch, 'Copy.lectern');
  cpSync(book, copy, { recursive: true });
  await rememberProject(folders, copy, 'Copy');
  const window = await open();
  await window.library.openRecent('Copy');
  await expect(window.frame.projectNotices).toContainText('This project lies elsewhere than before');
  await window.frame.projectNotices.getByRole('button', { name: 'It belongs here' }).click();
  await expect(window.frame.projectNotices).toBeHidden();
});

test(
  'the studio’s process is killed: the window says so, has the project again, and saves',
  OWN,
  async ({ open, folders, service }) => {
    const identity = { connection: localIdentity(service), voices: await service.voices() };
    const book = await makeBook(folders, { text: SCENE, ...identity });
    const window = await open();
    const { library, script, frame, page } = window;
    await library.openRecent('Book');
    await script.putCursorAtEndOf('what I was playing, Lane?');
    await page.keyboard.type(' Before.');
    await expect(frame.saveNote).toHaveText('saved');
    killChild(window, 'electron-studio-main');
    await page.keyboard.type(' After.');
    await expect(frame.notice('The process that holds the project ended')).toBeVisible();
    await expect(frame.saveNote).toHaveText('saved');
    await expect.poll(() => savedScript(book)).toContain('Lane? Before. After.');
    await expect(script.row('Lane? Before. After.')).toHaveCount(1);
    await frame.goTo('Production');
    await expect(window.production.start).toBeEnabled();
  },
);
