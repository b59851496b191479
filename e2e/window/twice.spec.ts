// Lectern started twice: its window comes to the front, and a run goes on when another project is opened.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../scripts/steps.ts';
import type { HostileService } from '../hostile-service/hostile-service.ts';
import { setHostileStage } from './support/accounts.ts';
import { makeBook } from './support/books.ts';
import { environmentOf, type TestFolders } from './support/folders.ts';
import { answerMessageBox, windowHost } from './support/launch.ts';
import { expect, test } from './support/test.ts';

const closing: HostileService[] = [];

test.afterEach(async () => {
  for (const service of closing.splice(0)) await service.close();
});

/** Starts Lectern once more with a project, as a double click on it does, and waits until it has told the first one. */
async function startAgain(folders: TestFolders, project: string): Promise<void> {
  const args = [root, '--no-sandbox', `--user-data-dir=${folders.userData}`, project];
  const second = spawn(windowHost().executablePath, args, { env: environmentOf(folders), stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
}

const STAY = 0;
const LEAVE = 1;

test('with another project, its run goes on in the background, and nothing is asked', async ({ open, folders }) => {
  // Its lines need enough reads to keep the run going throughout the test.
  const { service, book } = await setHostileStage(folders, { behaviours: { readsUntilDone: 10_000 }, lines: 20 });
  closing.push(service);
  const connection = { origin: service.baseUrl.origin, userId: service.userId };
  const other = await makeBook(folders, {
    name: 'Other',
    text: 'LANE: Yes, sir.',
    connection,
    voices: ['s3://voices/anna/manifest.json'],
  });
  const window = await open();
  const { app, frame, library, production } = window;
  await library.openRecent('Book');
  await frame.goTo('Production');
  await production.start.click();
  const state = frame.strip.getByRole('status');
  await expect(state).toContainText('1 batch in flight');
  await expect.poll(() => service.stats().requests.read).toBeGreaterThan(0);

  const messages = () => app.evaluate(() => (globalThis as { asked?: string[] }).asked ?? []);
  const answer = (button: number) =>
    app.evaluate(({ dialog }, response) => {
      const seen = globalThis as { asked?: string[] };
      seen.asked ??= [];
      dialog.showMessageBox = (async (...args: unknown[]) => {
        seen.asked?.push((args.at(-1) as { message: string }).message);
        return { response, checkboxChecked: false };
      }) as never;
    }, button);
  await answer(STAY);
  await startAgain(folders, book);
  await expect(frame.projectName).toHaveText('Book');
  await startAgain(folders, other);
  await expect(frame.projectName).toHaveText('Other');
  const reads = service.stats().requests.read;
  await expect.poll(() => service.stats().requests.read, 'the run is still followed').toBeGreaterThan(reads);
  expect(await messages()).toEqual([]);
  expect(app.windows()).toHaveLength(1);
  expect(service.stats().jobs).toBe(20);
  await answerMessageBox(app, LEAVE);
});
