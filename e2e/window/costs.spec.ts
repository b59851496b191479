// What is spent: seen before it is, held by caps, added up afterwards.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CostsPage } from './pages/costs.ts';
import { expectAccessible } from './support/accessible.ts';
import { count, query } from './support/books.ts';
import { answerSaveDialog } from './support/launch.ts';
import { test } from './support/staged-test.ts';
import { expect } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

async function openBoard(window: LecternWindow): Promise<CostsPage> {
  await window.library.openRecent('Book');
  await window.frame.goTo('Production');
  return new CostsPage(window.page);
}

const figure = (text: string | null): number => Number((text ?? '').replace(/[^\d.]/g, ''));

test('what was spent is added up by line, role, chapter and run, sorted and saved', async ({
  open,
  stage,
  folders,
}) => {
  const { book } = await stage({
    behaviours: { fails: (text) => text.includes('line 7 '), failReason: 'No.' },
    lines: 160,
    pricePerThousand: 2,
  });
  const window = await open();
  const costs = await openBoard(window);
  await costs.show('Costs');
  await expect(window.page.getByText('Nothing was spent yet')).toBeVisible();
  await window.page.getByRole('button', { name: 'See what a run would cost' }).click();
  await window.production.start.click();
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished', { timeout: 30_000 });

  await costs.show('Costs');
  const total = count(book, `SELECT sum(characters) FROM jobs WHERE state NOT IN ('refused', 'sent')`);
  await expect(window.production.figure(/^characters$/)).toHaveText(total.toLocaleString('en'));
  await expect(window.production.figure(/^cost$/)).toHaveText(`${((total / 1_000) * 2).toFixed(2)} EUR`);
  const failed = count(book, `SELECT sum(characters) FROM jobs WHERE state = 'failed'`);
  await expect(window.production.figure(/^failed$/)).toHaveText(failed.toLocaleString('en'));

  // The longest line comes first; the same column turns the order round, another begins with its largest.
  const longest = count(book, 'SELECT max(characters) FROM jobs');
  await expect(costs.cell(costs.rows().first(), 'characters')).toHaveText(longest.toLocaleString('en'));
  await costs.heading('Characters').click();
  const shortest = count(book, 'SELECT min(characters) FROM jobs');
  await expect(costs.cell(costs.rows().first(), 'characters')).toHaveText(shortest.toLocaleString('en'));
  await costs.heading('Failed').click();
  await expect(costs.cell(costs.rows().first(), 'detail')).toContainText('line 7 ');

  for (const by of ['Roles', 'Chapters', 'Runs'] as const) {
    await costs.addUpBy(by);
    await expect(costs.grid).toHaveAccessibleName(`Costs by ${by.slice(0, -1).toLowerCase()}`);
    await expect(costs.rows().first()).toBeVisible();
    await expect
      .poll(async () => {
        const cells = await costs.rows().locator('[data-column="characters"]').allTextContents();
        return cells.reduce((sum, text) => sum + figure(text), 0);
      })
      .toBe(total);
    await expectAccessible(window, `costs by ${by}`);
  }

  await costs.addUpBy('Lines');
  const path = join(folders.root, 'costs.csv');
  await answerSaveDialog(window.app, path);
  await window.page.getByLabel('For Excel').check();
  await costs.saveCsv.click();
  await expect(window.frame.notice('The costs by line are in')).toBeVisible();
  await expect.poll(() => existsSync(path)).toBe(true);
  const text = readFileSync(path, 'utf8');
  expect(text.startsWith('\uFEFFline,detail,characters,')).toBe(true);
  expect(text.split('\r\n').at(-2)).toContain(`Total,,${total},`);
  await expectAccessible(window, 'costs');
});

test('the costs by keyboard alone: to the view, through the rows, into the script', async ({ open, stage }) => {
  await stage({ behaviours: {}, lines: 120 });
  const window = await open();
  const costs = await openBoard(window);
  await window.production.start.click();
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished', { timeout: 30_000 });
  const { page } = window;
  await costs.main
    .getByRole('radiogroup', { name: 'View of production' })
    .getByRole('radio', { checked: true })
    .focus();
  await page.keyboard.press('ArrowRight');
  await expect(costs.grid).toBeVisible();
  await costs.heading('Line').focus();
  await page.keyboard.press('Enter');
  await expect(costs.cell(costs.rows().first(), 'name')).toContainText('1');
  await costs.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const last = costs.rows().last();
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toHaveAttribute('aria-rowindex', '121');
  await expect(costs.cell(last, 'detail')).toContainText('line 120');
  await page.keyboard.press('Enter');
  await expect(window.script.row('This is line 120 of them')).toBeVisible();
});

test('a run that costs more than the producer spends unasked is confirmed first', async ({ open, stage }) => {
  const { service } = await stage({ behaviours: {}, lines: 20, pricePerThousand: 10 });
  const window = await open();
  await openBoard(window);
  const { production, page } = window;
  const ask = production.inspector.getByLabel('Ask before a run above, in EUR');
  await ask.fill('0.5');
  await ask.press('Enter');
  await production.cap.fill('90000');
  await production.cap.press('Enter');
  await expect(production.figure(/left under the cap$/)).toBeVisible();
  await expect(ask).toHaveValue('0.5');
  await expect(production.start).toBeEnabled();
  await expect(production.figure(/^price$/)).toContainText('EUR');
  await production.start.click();
  const dialog = page.getByRole('dialog', { name: 'Render 20 lines?' });
  await expect(dialog).toContainText('more than the 0.50 EUR');
  await expectAccessible(window, 'confirmation');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(service.stats().jobs).toBe(0);
  await page.keyboard.press('ControlOrMeta+r');
  await expect(dialog.getByRole('button', { name: /^Render for/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished', { timeout: 30_000 });
  expect(service.stats().jobs).toBe(20);
});

test('the cap in money stops a run before it spends, says what it leaves out, and is raised', async ({
  open,
  stage,
}) => {
  const { service, book } = await stage({ behaviours: {}, lines: 60, pricePerThousand: 10 });
  const window = await open();
  await openBoard(window);
  const { production, page } = window;
  const most = production.inspector.getByLabel('Most it may cost, in EUR');
  await most.fill('1');
  await most.press('Enter');
  await expect(page.getByText(/\d+ lines left out: they would pass the cap \(Line.* \d+–60\)/)).toBeVisible();
  await expect(production.figure(/left under the cap$/)).toHaveText(/^\d\d?$/);
  await production.start.click();
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished', { timeout: 30_000 });
  const spent = () => count(book, 'SELECT sum(characters * price / 1000.0) FROM batches');
  expect(spent()).toBeGreaterThan(0.5);
  expect(spent()).toBeLessThanOrEqual(1);
  const before = service.stats().jobs;
  await most.fill('');
  await most.press('Enter');
  await expect(production.start).toBeEnabled();
  await production.start.click();
  await expect.poll(() => service.stats().jobs, { timeout: 30_000 }).toBe(60);
  expect(before).toBeLessThan(60);
});

test('a cap that is reached while a run goes on stops it, and is raised from there', async ({ open, stage }) => {
  // The service asks one batch to wait, and the cap is set during that wait.
  const { service, book } = await stage({
    behaviours: { submission: { sequence: ['none', '429-retry-after', 'none'] }, retryAfterSeconds: 8 },
    lines: 120,
  });
  const window = await open();
  await openBoard(window);
  const { production, page } = window;
  const isSet = (cap: number) =>
    expect
      .poll(() => JSON.parse(String(query(book, 'SELECT settings FROM project')[0]?.['settings'])))
      .toMatchObject({ characterCap: cap });
  await production.start.click();
  await expect(page.getByText('The service asked to wait')).toBeVisible();
  const spent = count(book, `SELECT sum(characters) FROM jobs WHERE state NOT IN ('refused', 'sent')`);
  await production.cap.fill(String(spent));
  await production.cap.press('Enter');
  await isSet(spent);
  const notice = page.getByRole('status').filter({ hasText: 'The project’s cap on characters would be passed.' });
  await expect(notice).toContainText(/\d+ lines are left out: Lines /, { timeout: 20_000 });
  expect(service.stats().jobs).toBeLessThan(120);
  await expectAccessible(window, 'a run that a cap has stopped');

  await notice.getByRole('button', { name: 'Raise the cap' }).click();
  await expect(production.cap).toBeFocused();
  await page.keyboard.type('90000');
  await page.keyboard.press('Enter');
  await isSet(90_000);
  await production.goOn.click();
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished', { timeout: 30_000 });
  expect(service.stats().jobs).toBe(120);
});

test('doubts are sent again where the connection says so: once, and the ledger counts both', async ({
  open,
  stage,
}) => {
  const { service, book } = await stage({
    behaviours: { submission: { sequence: ['500-after'] } },
    lines: 20,
    inDoubtPolicy: 'send-again',
  });
  const window = await open();
  await openBoard(window);
  const { production } = window;
  await production.start.click();
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished', { timeout: 30_000 });
  expect(service.stats().jobs).toBe(40);
  expect(query(book, 'SELECT state, count(*) AS n FROM jobs GROUP BY state').map((row) => ({ ...row }))).toEqual([
    { state: 'done', n: 20 },
    { state: 'resubmitted', n: 20 },
  ]);
  await expect(production.batches(production.run).first()).toContainText('sent again');
  await expect(production.ledger).toContainText(count(book, 'SELECT sum(characters) FROM jobs').toLocaleString('en'));
  await production.inspector.getByText('Log', { exact: true }).click();
  await expect(production.inspector.getByText(/is sent again \(20 lines\), as the connection’s setting/)).toBeVisible();
});
