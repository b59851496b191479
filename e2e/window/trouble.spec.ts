// What goes wrong outside: the window says what, where and what to do, nothing is lost, and work goes on.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostileService, startHostileService } from '../hostile-service/hostile-service.ts';
import { canMount, mountDrive } from '../support/drives.ts';
import { lectern as command, startLectern } from '../support/processes.ts';
import { SCENE } from '../support/sample-texts.ts';
import { setHostileStage } from './support/accounts.ts';
import { localIdentity, makeBook, queryCount, readSavedScript } from './support/books.ts';
import { prepareHome, setUpAccount, setUpLocalService } from './support/home.ts';
import { countServiceJobs } from './support/local-service.ts';
import { childrenOf } from './support/process-tree.ts';
import { expect, OWN, OWN_MAIN_FLOW, test } from './support/test.ts';
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

test('a key that is kept nowhere is asked for, and a wrong one said to be so', async ({ open, folders }) => {
  const service = await startHostileService({ seed: 3, behaviours: {} });
  closing.push(service);
  await prepareHome(folders);
  await setUpAccount(folders, { name: 'Studio account', ...service, keyStorage: 'ask' });
  const { settings, frame, page } = await open();
  await expect(frame.strip).toContainText('key needed');
  await frame.strip.getByRole('button').click();
  await settings.service('Studio account').getByRole('button', { name: 'Enter the key…' }).click();
  const { keyField: key } = settings;
  await key.fill('not-the-key');
  await page.keyboard.press('Enter');
  await expect(settings.keyDialog.getByRole('alert')).toContainText('The key or user ID was rejected');
  await expect(key).toHaveValue('');
  await key.fill(service.key);
  await page.keyboard.press('Enter');
  await expect(settings.keyDialog).toBeHidden();
  await expect(frame.strip).not.toContainText('key needed');
});

test('the local service is killed during a run, comes back, and the run ends well', OWN, async ({ open, folders }) => {
  await prepareHome(folders);
  await setUpLocalService(folders);
  const window = await open();
  await expect(window.frame.strip).toContainText('Local service');
  await window.page.getByRole('button', { name: 'Create the sample project' }).click();
  await window.frame.goTo('Production');
  const path = (await window.frame.projectName.getAttribute('title')) ?? '';
  await window.production.start.click();
  await expect.poll(() => queryCount(path, 'SELECT count(*) FROM takes'), { timeout: 30_000 }).toBeGreaterThan(3);
  killChild(window, 'service-main');
  await expect(runState(window)).toContainText('Finished', { timeout: 60_000 });
  const lines = queryCount(path, 'SELECT count(*) FROM run_lines');
  // The batch that was on its way when the service was killed may be in doubt; everything else is there, and once.
  const inDoubt = queryCount(path, "SELECT count(*) FROM jobs WHERE state = 'in-doubt'");
  expect(queryCount(path, 'SELECT count(*) FROM takes') + inDoubt).toBe(lines);
  expect(countServiceJobs(folders)).toBeLessThanOrEqual(lines);
  expect(countServiceJobs(folders)).toBeGreaterThanOrEqual(lines - inDoubt);
});

test.describe('a full disk', () => {
  // biome-ignore lint/suspicious/noSkippedTests: a small drive can only be mounted by root on Linux
  test.skip(!canMount, 'needs root on Linux, to mount a small drive');

  test(
    'keeps what is typed, says that it is not saved, and saves it when there is room',
    OWN_MAIN_FLOW,
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
        expect(readSavedScript(book)).toContain(`Lane?${words}Nothing of it may be lost.\n`);
        await window.lectern.close();
      } finally {
        drive.remove();
      }
    },
  );
});

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
    writeFileSync(script, readSavedScript(book));
    const render = startLectern(['render', script, '--out', join(folders.scratch, 'out'), '--project', book], account);
    await expect.poll(() => service.stats().requests.read).toBeGreaterThan(0);
    const window = await open();
    const { frame, library } = window;
    await library.openRecent('Book');
    const problem = frame.problem('The project is in use');
    await expect(problem).toContainText('or a terminal command');
    await problem.getByRole('button', { name: 'Open read-only' }).click();
    await expect(frame.projectNotices).toContainText('is using this project');
    await frame.goTo('Production');
    await expect(window.production.goOn).toBeDisabled();
    render.process.kill('SIGINT');
    expect((await render.result).status).toBe(130);
    await frame.projectNotices.getByRole('button', { name: 'Reopen' }).click();
    await expect(frame.projectNotices).toBeHidden();
    // What the command had sent is read, and nothing is sent again.
    await expect(frame.strip.getByRole('status')).toContainText('1 batch in flight');
    const resume = await command(['resume', book], account);
    expect(resume.status).toBe(2);
    expect(resume.stderr).toContain('is open in another Lectern');
    expect(service.stats().jobs).toBe(20);
  },
);

test(
  'the studio’s process is killed: the window says so, has the project again, and saves',
  OWN_MAIN_FLOW,
  async ({ open, folders, service }) => {
    const identity = { connection: localIdentity(service), voices: await service.voices() };
    const book = await makeBook(folders, { text: SCENE, ...identity });
    const window = await open();
    const { library, script, frame, page } = window;
    await library.openRecent('Book');
    await script.putCursorAtEndOf('what I was playing, Lane?');
    await page.keyboard.type(' Before.');
    await expect.poll(() => readSavedScript(book)).toContain('Lane? Before.');
    killChild(window, 'electron-studio-main');
    await page.keyboard.type(' After.');
    await expect(frame.notice('closed unexpectedly and was reopened')).toBeVisible();
    await expect(frame.saveNote).toHaveText('saved');
    await expect.poll(() => readSavedScript(book)).toContain('Lane? Before. After.');
    await expect(script.row('Lane? Before. After.')).toHaveCount(1);
    await frame.goTo('Production');
    await expect(window.production.start).toBeEnabled();
  },
);
