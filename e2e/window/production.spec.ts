// Production: what leaves, when, what comes back, and what a person decides.
import { SCENE } from '../support/sample-texts.ts';
import { ONE_BATCH_A_MINUTE } from './support/accounts.ts';
import { count, localIdentity, makeBook } from './support/books.ts';
import { answerMessageBox, BACKGROUND, CANCEL } from './support/launch.ts';
import { jobsOfService } from './support/local-service.ts';
import { test } from './support/staged-test.ts';
import { expect, OWN } from './support/test.ts';
import { type LecternWindow, windowOf } from './support/window.ts';

test.use({ application: 'shared' });

async function openBoard(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await window.frame.goTo('Production');
}

test('the board shows what would leave, then what does, until all is back', async ({ open, stage }) => {
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
  await expect(window.page.getByText('120 lines rendered: every line is fresh.')).toBeVisible({ timeout: 30_000 });

  await expect(frame.strip.getByRole('status')).toContainText('run finished · 120 of 120 lines');
  expect(service.stats().jobs).toBe(120);
  expect(count(book, 'SELECT count(*) FROM takes')).toBe(120);
  const sent = count(book, 'SELECT sum(characters) FROM jobs').toLocaleString('en');
  await expect(production.ledger).toContainText(sent);
});

test('a run is paused and resumed, and its unsent lines are cancelled', async ({ open, stage }) => {
  const { service } = await stage({ behaviours: {}, lines: 120, budget: ONE_BATCH_A_MINUTE });
  const window = await open();
  await openBoard(window);
  const { production, page } = window;
  await production.start.click();
  const rows = production.batches(production.run);
  await expect(rows.nth(0)).toContainText('done');
  await expect(rows.nth(1)).toContainText('waits for budget');

  await production.pause.click();
  await expect(page.getByText('Paused: 70 lines wait.')).toBeVisible();
  await production.goOn.click();
  await expect(page.getByText('This minute’s budget is used up.')).toBeVisible();
  await expect(production.pause).toBeVisible();

  await production.cancel.click();
  await expect(production.plan).toBeVisible();
  await expect(production.figure(/^lines$/)).toHaveText('70');
  expect(service.stats().jobs).toBe(50);
});

test('what is in doubt waits for a decision: left out, or sent again', async ({ open, stage }) => {
  const { service, book } = await stage({
    behaviours: { submission: { sequence: ['reset-after', '500-after'] } },
    lines: 100,
  });
  const window = await open();
  await openBoard(window);
  const { production, page } = window;
  await production.start.click();
  await expect(production.doubts.getByRole('article')).toHaveCount(2, { timeout: 30_000 });
  await expect(production.doubts).toContainText('Sending it again may be charged twice.');
  expect(service.stats().jobs).toBe(100);

  await production.doubts.getByRole('article').first().getByRole('button', { name: 'Leave out' }).click();
  await expect(production.doubts.getByRole('article')).toHaveCount(1);
  await production.doubts.getByRole('button', { name: 'Send again' }).click();
  await expect(production.doubts).toBeHidden();
  await expect.poll(() => count(book, 'SELECT count(*) FROM takes'), { timeout: 30_000 }).toBe(50);
  expect(service.stats().jobs).toBe(150);
  // What was left out can be rendered as any line.
  await expect(production.figure(/^lines$/)).toHaveText('50');
  await expect(page.getByRole('button', { name: 'Render 50 lines' }).first()).toBeVisible();
});

test('lines that the service no longer has wait for a decision: left out, taken back, sent again', async ({
  open,
  stage,
}) => {
  const isHit = (text: string | null) => text !== null && /\b(7|33) /.test(text);
  let swept = true;
  const { service, book } = await stage({
    behaviours: {
      submission: { chances: { '201-html': 1 } },
      denies: ({ what, text }) => (swept && what === 'audio' && isHit(text) ? 404 : null),
    },
    lines: 40,
  });
  const window = await open();
  await openBoard(window);
  const { production, frame, page } = window;
  await production.start.click();
  await expect(production.losses.getByRole('article')).toHaveCount(1, { timeout: 40_000 });
  await expect(production.losses).toContainText('2 lines of it will not come back.');
  await expect(production.losses).toContainText('The service made its audio and no longer has the file.');
  await expect(frame.strip.getByRole('status')).toContainText('38 of 40 lines · 2 lost');
  await expect(production.ledger).toContainText('Lost');
  expect(service.stats().jobs).toBe(40);

  await production.losses.getByRole('button', { name: 'Leave out' }).click();
  await expect(production.losses).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(production.losses.getByRole('article')).toHaveCount(1);
  swept = false;
  await production.losses.getByRole('button', { name: 'Send again' }).click();
  await expect(production.losses).toBeHidden();
  await expect.poll(() => count(book, 'SELECT count(*) FROM takes'), { timeout: 30_000 }).toBe(40);
  expect(service.stats().jobs).toBe(42);
});

test('lines that the service no longer has are sent again by the connection’s setting while a run goes on', async ({
  open,
  stage,
}) => {
  let isSwept = false;
  const { service, book } = await stage({
    behaviours: {
      submission: { chances: { '201-html': 1 } },
      readsUntilDone: 1_000,
      denies: ({ what }) => (isSwept && what === 'batch' ? 404 : null),
    },
    lines: 5,
    inDoubtPolicy: 'send-again',
  });
  const window = await open();
  await openBoard(window);
  await window.production.start.click();
  await expect.poll(() => service.stats().jobs).toBe(5);
  await window.production.cancel.click();
  isSwept = true;
  // Called off: what is found lost now waits for the producer.
  await expect(window.production.losses.getByRole('article')).toHaveCount(1, { timeout: 40_000 });
  expect(service.stats().jobs).toBe(5);
  await window.production.losses.getByRole('button', { name: 'Send again' }).click();
  // A run goes on now: the setting sends once more what it finds lost, and then asks.
  await expect.poll(() => service.stats().jobs, { timeout: 40_000 }).toBe(15);
  await expect(window.production.losses.getByRole('article')).toHaveCount(1, { timeout: 40_000 });
  await expect.poll(() => count(book, "SELECT count(*) FROM jobs WHERE state = 'lost'")).toBe(5);
  expect(service.stats().jobs).toBe(15);
});

test('lines that the service fails are named with its reason, and can be sent again', async ({ open, stage }) => {
  let isBad = true;
  const { service } = await stage({
    behaviours: { fails: (text) => isBad && text.includes('line 7 '), failReason: 'The voice lost its breath.' },
    lines: 12,
  });
  const window = await open();
  await openBoard(window);
  const { production, script } = window;
  await production.start.click();
  await expect(production.failures).toContainText('The voice lost its breath.');
  await expect(production.failures.getByRole('listitem')).toHaveCount(1);

  await production.failures.getByRole('button').click();
  await expect(script.row('This is line 7 of them')).toBeVisible();
  await window.frame.goTo('Production');
  isBad = false;
  await production.retry.click();
  await expect(production.failures).toBeHidden();
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished');
  expect(service.stats().jobs).toBe(13);
});

test('the cap holds a run back before it sends too much', async ({ open, stage }) => {
  const { service } = await stage({ behaviours: {}, lines: 60 });
  const window = await open();
  await openBoard(window);
  const { production, page } = window;
  await production.cap.fill('500');
  await production.cap.press('Enter');
  await expect(page.getByText(/\d+ lines left out: they would pass the cap/)).toBeVisible();
  await production.start.click();
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished');
  expect(service.stats().jobs).toBeGreaterThan(0);
  expect(count(await bookOf(window), 'SELECT sum(characters) FROM jobs')).toBeLessThanOrEqual(500);
});

/** The folder of the project that is open. */
const bookOf = async ({ frame }: LecternWindow): Promise<string> =>
  (await frame.projectName.getAttribute('title')) ?? '';

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

    await answerMessageBox(app, CANCEL);
    const browserWindow = await app.browserWindow(page);
    await browserWindow.evaluate((one) => one.close());
    await expect(production.run.or(production.plan)).toBeVisible();

    await answerMessageBox(app, BACKGROUND);
    await browserWindow.evaluate((one) => one.close());
    await expect.poll(() => app.windows().length).toBe(0);

    const shown = () => app.evaluate(() => Reflect.get(globalThis, 'shownNotifications') as string[]);
    await expect.poll(shown, { timeout: 30_000 }).toEqual(['Book is rendered | 60 lines rendered.']);

    const opened = app.waitForEvent('window');
    await app.evaluate(({ app: running }) => void running.emit('activate'));
    const again = await windowOf(window.lectern, await opened);
    await again.frame.goTo('Production');
    await expect(again.frame.strip.getByRole('status')).toContainText('run finished · 60 of 60 lines');
    await expect(again.production.ledger).toBeVisible();
    expect(again.faults).toEqual([]);
    expect(service.stats().jobs).toBe(60);
  },
);

test(
  'with the local service, plans and budgets are spoken of while it plays a plan, and webhooks while it has one',
  OWN,
  async ({ open, folders, service }) => {
    await makeBook(folders, { text: SCENE, connection: localIdentity(service), voices: await service.voices() });
    const window = await open();
    await openBoard(window);
    const { production, settings, page } = window;
    await expect(production.figure(/^estimated time$/)).toBeVisible();
    await expect(production.plan).toBeHidden();
    await expect(production.ledger).toBeVisible();
    const ofPlans = ['This minute', 'On the plans'].map((name) => production.inspector.getByRole('region', { name }));
    for (const region of ofPlans) await expect(region).toBeHidden();
    await expect(page.getByText(/^Webhook: /)).toBeHidden();

    await settings.show('Services');
    const card = settings.service('Local service');
    await card
      .getByRole('combobox')
      .or(card.getByRole('textbox', { name: 'Limits' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Startup' }).click();
    await expect(window.frame.strip).toContainText('87,500');
    await page.getByRole('button', { name: 'Back to the project' }).click();
    for (const region of ofPlans) await expect(region).toBeVisible();
    await expect(production.plan).toBeVisible();
  },
);

test(
  'a run at the local service is one bar with one way to stop it, and stopping leaves nothing behind',
  OWN,
  async ({ open, folders, service }) => {
    const text = Array.from({ length: 3_000 }, (_, line) => `This is line ${line} of a rather long book.`).join('\n\n');
    const connection = localIdentity(service);
    const book = await makeBook(folders, { text, connection, voices: (await service.voices()).slice(0, 1) });
    const window = await open();
    await openBoard(window);
    const { production, frame } = window;
    await production.start.click();
    await expect(production.progress).toBeVisible();
    await expect(production.run).toBeHidden();
    await expect.poll(() => count(book, 'SELECT count(*) FROM takes')).toBeGreaterThan(10);
    await production.stop.click();
    await expect(production.start).toBeVisible();
    await expect(frame.strip.getByRole('status')).toContainText('run finished');

    const sent = count(book, 'SELECT count(*) FROM jobs');
    expect(sent).toBeLessThan(2_000);
    expect(count(book, "SELECT count(*) FROM jobs WHERE state = 'done'")).toBe(sent);
    expect(jobsOfService(folders)).toBe(sent);
  },
);
