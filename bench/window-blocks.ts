// Measures how long the main process and the studio are blocked during typical work in a project of 100,000 lines.
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Lectern } from '../e2e/window/support/launch.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds } from './store-edits.ts';
import { openFromLibrary, settle } from './window-apps.ts';
import { studioPid } from './window-memory.ts';
import { closeProject } from './window-opening.ts';
import type { Block } from './window-probe.ts';

const MAX_BLOCK_MS = 50;
const TYPED_TEXT = ' and they said that it was not so, for all that was to be done had been done before they came';
/** How long a run continues before it is cancelled, in milliseconds. */
const RUN_MS = 10_000;
const NO_BLOCK: Pick<Block, 'wallMs' | 'ownMs'> = { wallMs: 0, ownMs: 0 };

interface Phase {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** Makes the main process and the studio log to a file whenever they are blocked. Restarts the studio. */
export async function installProbes({ app, page }: Lectern, file: string): Promise<void> {
  await app.evaluate(
    (_electron, { url, blocks }) => {
      process.env['LECTERN_BENCH_BLOCKS'] = blocks;
      process.env['NODE_OPTIONS'] = `--import=${url}`;
      process.getBuiltinModule('node:module').createRequire(url)(new URL(url).pathname);
    },
    { url: new URL('./window-probe.ts', import.meta.url).href, blocks: file },
  );
  const studio = studioPid(app.process().pid ?? 0);
  if (studio !== undefined) process.kill(studio);
  await settle(page);
}

/** Visits each screen of the project once and returns the time of each step. */
export async function walkThrough(page: Page): Promise<Phase[]> {
  const phases: Phase[] = [];
  const phase = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const from = Date.now();
    await work();
    await settle(page);
    phases.push({ name, from, to: Date.now() });
  };
  const main = page.getByRole('main');
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();
  await phase('opening', () => openFromLibrary(page, 'Large'));
  await phase('typing', () => typeInto(page));
  await phase('planning', async () => {
    await goTo('Production');
    await main.getByRole('button', { name: /^Render [\d,]+ lines$/ }).waitFor();
  });
  await phase('running', async () => {
    await main.getByRole('button', { name: /^Render [\d,]+ lines$/ }).click();
    await page.waitForTimeout(RUN_MS);
  });
  await phase('typing in a run', async () => {
    await goTo('Script');
    await typeInto(page);
  });
  await phase('cancelling', async () => {
    await goTo('Production');
    await main.getByRole('button', { name: 'Stop', exact: true }).click();
    await main.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  });
  await phase('the review list', async () => {
    await goTo('Review');
    await page.getByRole('gridcell').first().waitFor();
  });
  await phase('closing', () => closeProject(page));
  return phases;
}

async function typeInto(page: Page): Promise<void> {
  await page.locator('.cm-line').filter({ hasText: 'Paragraph' }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(TYPED_TEXT, { delay: 60 });
}

/** @param file the probes' log */
export function blockRows(file: string, phases: readonly Phase[]): BenchRow[] {
  const blocks = existsSync(file) ? readBlocks(file) : [];
  const longest = (process: Block['process'], { from, to }: Phase) =>
    blocks
      .filter((block) => block.process === process && block.at >= from && block.at <= to)
      .reduce((most, block) => (block.ownMs > most.ownMs ? block : most), NO_BLOCK);
  return phases.map((phase) => {
    const [main, studio] = [longest('main', phase), longest('studio', phase)];
    return {
      name: `longest stretch in which the main process did one thing only, ${phase.name}, 100,000 lines`,
      value: formatBlock(main),
      against: `${formatBlock(studio)} in the studio, which neither it nor the window waits for`,
      ratio: null,
      bar: `${MAX_BLOCK_MS} ms or less in the main process`,
      ok: main.ownMs <= MAX_BLOCK_MS,
    };
  });
}

const readBlocks = (file: string): Block[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => JSON.parse(row) as Block);

const formatBlock = ({ wallMs, ownMs }: Pick<Block, 'wallMs' | 'ownMs'>): string =>
  wallMs === 0
    ? 'under 15 ms'
    : `${formatMilliseconds(ownMs)} (${formatMilliseconds(wallMs)} with what other processes took of it)`;
