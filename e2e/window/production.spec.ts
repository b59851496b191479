// Production: what leaves, when, what comes back, and what a person decides.
import type { ElectronApplication } from '@playwright/test';
import { count } from './support/books.ts';
import { answerMessageBox, BACKGROUND, CANCEL } from './support/launch.ts';
import { test } from './support/staged-test.ts';
import { expect, MAIN_FLOW, OWN } from './support/test.ts';
import { type LecternWindow, windowOf } from './support/window.ts';

test.use({ application: 'shared' });

async function openBoard(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await window.frame.goTo('Production');
}

test('the board shows what would leave, then what does, until all is back', MAIN_FLOW, async ({ open, stage }) => {
  const { service, book } = await stage({
    behaviours: { readsUntilDone: 4 },
    lines: 120,
    pricePerThousand: 2,
  });
  const window = await open();
  await openBoard(window);
  const { production, frame } = window;

  await expect(production.batches(production.plan)).toHaveCount(3);
  await expect(production.figure(/^lines$/)).toHaveText('120');
  await expect(production.figure(/^batches$/)).toHaveText('3');
  await expect(production.figure(/^price$/)).toContainText('EUR');
  await expect(production.batches(production.plan).first().getByRole('img')).toHaveAccessibleName('50 waiting');
  await expect(production.ledger).toContainText('0');
  expect(service.stats().jobs).toBe(0);

  await production.start.click();
  await expect(production.batches(production.run)).toHaveCount(3);
  await expect(frame.strip.getByRole('status')).toContainText('in flight');
  await expect(window.page.getByText('120 lines rendered. All lines are up to date.')).toBeVisible({ timeout: 30_000 });

  await expect(frame.strip.getByRole('status')).toContainText('Finished · 120 of 120 lines');
  expect(service.stats().jobs).toBe(120);
  expect(count(book, 'SELECT count(*) FROM takes')).toBe(120);
  const sent = count(book, 'SELECT sum(characters) FROM jobs').toLocaleString('en');
  await expect(production.ledger).toContainText(sent);
});

test(
  'closing asks; the run goes on without a window, and another window shows the truth',
  OWN,
  async ({ open, stage }) => {
    const { service } = await stage({ behaviours: { readsUntilDone: 8 }, lines: 60 });
    const window = await open();
    await openBoard(window);
    const { app, production, page } = window;
    await app.evaluate(({ Notification }) => {
      const shown: string[] = [];
      Reflect.set(globalThis, 'shownNotifications', shown);
      Notification.prototype.show = function show(this: { readonly title: string; readonly body: string }) {
        shown.push(`${this.title} | ${this.body}`);
      };
    });
    await production.start.click();
    await expect(production.run).toBeVisible();

    const questions = await answerCounting(app, CANCEL);
    const browserWindow = await app.browserWindow(page);
    await browserWindow.evaluate((one) => one.close());
    await expect.poll(questions).toBe(1);
    expect(app.windows()).toHaveLength(1);

    await answerMessageBox(app, BACKGROUND);
    await browserWindow.evaluate((one) => one.close());
    await expect.poll(() => app.windows().length).toBe(0);

    const shown = () => app.evaluate(() => Reflect.get(globalThis, 'shownNotifications') as string[]);
    await expect.poll(shown, { timeout: 30_000 }).toEqual(['Book is rendered | 60 lines rendered.']);

    const opened = app.waitForEvent('window');
    await app.evaluate(({ app: running }) => void running.emit('activate'));
    const again = await windowOf(window.lectern, await opened);
    await again.frame.goTo('Production');
    await expect(again.frame.strip.getByRole('status')).toContainText('Finished · 60 of 60 lines');
    await expect(again.production.ledger).toBeVisible();
    expect(again.faults).toEqual([]);
    expect(service.stats().jobs).toBe(60);
  },
);

/** Answers questions like `answerMessageBox`. @returns how many there were */
async function answerCounting(app: ElectronApplication, button: number): Promise<() => Promise<number>> {
  await app.evaluate(({ dialog }, response) => {
    Reflect.set(globalThis, 'questions', 0);
    dialog.showMessageBox = async () => {
      Reflect.set(globalThis, 'questions', Number(Reflect.get(globalThis, 'questions')) + 1);
      return { response, checkboxChecked: false };
    };
  }, button);
  return () => app.evaluate(() => Number(Reflect.get(globalThis, 'questions')));
}
