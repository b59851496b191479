// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '../../shared/ipc/contract.ts';
import type { SpendingFigures, SpendingGrouping, SpendingRow } from '../../shared/model/spending.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { CostsView } from './costs-view.tsx';
import { useProductionView } from './production-view.tsx';

const NONE: SpendingFigures = {
  characters: 0,
  rendered: 0,
  underWay: 0,
  failed: 0,
  inDoubt: 0,
  lost: 0,
  auditions: 0,
  retakes: 0,
  unpriced: 0,
  amounts: {},
};
const TOTAL: SpendingFigures = { ...NONE, characters: 6_100, failed: 38, amounts: { EUR: 12.2 } };
const row = (key: number, characters: number, failed = 0): SpendingRow => ({
  ...NONE,
  characters,
  failed,
  key: String(key),
  subject: 'named',
  name: `Line ${key}`,
  detail: `This is line ${key}`,
  amounts: { EUR: 1 },
});

let rows: SpendingRow[];
/** The detail of a run is the moment when it began. */
const rowsBy = (by: SpendingGrouping): SpendingRow[] =>
  by === 'run' ? rows.map((one) => ({ ...one, detail: String(Date.UTC(2026, 10, 21)) })) : rows;
let screen: Rendered;

beforeEach(async () => {
  rows = [row(3, 40), row(7, 38, 38), row(1, 36)];
  screen = await render(null, {
    'production.spending': ({ by }) => ({ count: rows.length, total: TOTAL, currencies: ['EUR'], rows: rowsBy(by) }),
    'production.spendingTable': () => ({ project: 'Play', text: 'line,detail\r\n' }),
    'dialog.saveText': ({ name }) => ({ path: `/saved/${name}` }),
  });
});
afterEach(async () => {
  await screen.remove();
  useProductionView.setState(useProductionView.getInitialState());
});

const open = () => screen.show(<CostsView />);
const cells = (column: string) => screen.texts(`[role="gridcell"][data-column="${column}"]`);
const lastAsked = () => screen.requests('production.spending').at(-1) as RequestOf<'production.spending'>;

describe('the costs of a project', () => {
  it('lead to the plan if nothing was spent', async () => {
    rows = [];
    await open();
    expect(screen.text).toContain('No costs yet');
    await screen.act(() => useProductionView.getState().show('costs'));
    await screen.click('button', 'See what a run would cost');
    expect(useProductionView.getState().view).toBe('batches');
  });

  it('show the totals and a row for each line', async () => {
    await open();
    expect(screen.figures()).toMatchObject({ characters: '6,100', cost: '12.20 EUR', failed: '38' });
    expect(cells('name')).toEqual(['Line 3', 'Line 7', 'Line 1']);
    expect(cells('characters')).toEqual(['40', '38', '36']);
    expect(cells('failed')).toEqual(['–', '38', '–']);
  });

  it('are sorted by a column, and reversed by the same column', async () => {
    await open();
    expect(lastAsked()).toEqual({ by: 'line', sort: 'characters', descending: true, page: 0 });
    await screen.click('button', 'Characters ↓');
    expect(lastAsked()).toMatchObject({ sort: 'characters', descending: false });
    await screen.click('button', 'Failed');
    expect(lastAsked()).toMatchObject({ sort: 'failed', descending: true });
    await screen.click('button', 'Line');
    expect(lastAsked()).toMatchObject({ sort: 'name', descending: false });
  });

  it('are grouped by line, role, chapter or run', async () => {
    await open();
    expect(screen.get('grid').getAttribute('aria-label')).toBe('Costs by line');
    for (const [label, by] of [
      ['Roles', 'role'],
      ['Chapters', 'chapter'],
      ['Runs', 'run'],
    ] as const) {
      await screen.click('radio', label);
      expect(lastAsked()).toMatchObject({ by });
      expect(screen.get('grid').getAttribute('aria-label')).toBe(`Costs by ${by}`);
    }
  });

  it('have words for the text before the first heading, untitled chapters, runs and deleted lines', async () => {
    const subjects = ['opening', 'untitled', 'run', 'none'] as const;
    rows = subjects.map((subject, at) => ({ ...row(at, 1), subject, name: subject === 'run' ? '3' : '' }));
    await open();
    expect(cells('name')).toEqual(['Before the first heading', 'Untitled chapter', 'Run 3', 'Not in the script']);
  });

  it('are saved as CSV, with a byte order mark for Excel on request', async () => {
    await open();
    await screen.click('checkbox', 'For Excel');
    await screen.click('button', 'Save as CSV…');
    expect(screen.requests('production.spendingTable')).toEqual([{ by: 'line', byteOrderMark: true }]);
    expect(screen.requests('dialog.saveText')).toEqual([{ name: 'Play costs by line.csv', text: 'line,detail\r\n' }]);
    expect(screen.text).toContain('Costs by line saved to /saved/Play costs by line.csv.');
  });
});
