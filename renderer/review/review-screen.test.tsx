// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { EarlierNote, Suspicion, TakeSummary, Verdict } from '../../shared/model/take.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { ReviewScreen } from './review-screen.tsx';

const LINES = [1, 2, 3, 4, 5, 6];
const FLAGS: Readonly<Record<number, Suspicion>> = {
  1: { kind: 'dead-air', seconds: 3.1, place: 'end' },
  2: { kind: 'clipping', samples: 40 },
  3: { kind: 'slow', ratio: 1.9 },
};

/** The line's first take was rejected, with a note. */
const NOTES: Readonly<Record<number, EarlierNote>> = {
  4: { takeId: 204, take: 1, verdict: 'rejected', note: 'Say it more slowly.' },
};

/** Filters outlive the screen, for each project. */
let project = 0;
let verdicts: Map<number, Verdict>;
let screen: Rendered;

const takeOf = (lineId: number): TakeSummary => ({
  id: 100 + lineId,
  lineId,
  number: 1,
  createdAt: 0,
  durationSeconds: lineId,
  seed: null,
  format: 'wav',
  note: '',
  trimStartSeconds: 0,
  trimEndSeconds: 0,
  gainDb: 0,
  isPick: true,
  isKept: false,
  keyIsToday: true,
  audioProblem: null,
  voices: [],
  uses: null,
  overview: null,
  loudnessLufs: null,
  truePeakDbtp: null,
  verdict: verdicts.get(lineId) ?? null,
  flags: FLAGS[lineId] ? [FLAGS[lineId]] : [],
});
const rowOf = (lineId: number): ReviewRow => ({
  lineId,
  chapterNumber: 1,
  numberInChapter: lineId,
  chapterId: 1,
  chapterTitle: 'One',
  roles: ['LANE'],
  excerpt: `Line ${lineId}`,
  turns: [{ role: 'LANE', text: `Line ${lineId}` }],
  status: 'fresh',
  takes: 1,
  take: takeOf(lineId),
  earlierNotes: NOTES[lineId] ? [NOTES[lineId]] : [],
  latestTake: { id: 100 + lineId, createdAt: 0 },
});

function decide(lineIds: readonly number[], verdict: Verdict | null): void {
  for (const id of lineIds) {
    if (verdict) verdicts.set(id, verdict);
    else verdicts.delete(id);
  }
  queueMicrotask(() => screen.bridge.emit('takes-changed', { lineIds: [...lineIds] }));
}

beforeEach(async () => {
  project += 1;
  verdicts = new Map();
  screen = await render(null, {
    'project.current': () => ({ id: String(project), path: '/p' }) as ReplyOf<'project.current'>,
    'project.roles': () => [],
    'preferences.get': () => ({ playsNext: false }) as ReplyOf<'preferences.get'>,
    'review.list': ({ verdict, text }) => ({
      lineIds: LINES.filter(
        (id) => (verdict === undefined || (verdicts.get(id) ?? 'none') === verdict) && (!text || text === `Line ${id}`),
      ),
      takes: 6,
      suspicious: 3,
      approved: verdicts.size,
      rejected: 0,
      withoutTake: 0,
      analysing: 0,
    }),
    'review.rows': ({ lineIds }) => lineIds.map(rowOf),
    'take.setNote': ({ takeId }) => ({ step: `note ${takeId}`, take: takeOf(takeId - 200) }),
    'review.takes': ({ lineId }) => [takeOf(lineId)],
    'review.peaks': () => ({ peaksPerSecond: 50, peaks: new Uint8Array(50) }),
    'review.notesTable': () => ({ name: 'notes.csv', text: 'line,note\r\n', notes: 2 }),
    'dialog.saveText': ({ name }) => ({ path: `/saved/${name}` }),
    'take.setVerdict': ({ takeId, verdict }) => {
      decide([takeId - 100], verdict);
      return { step: `verdict ${takeId}`, take: takeOf(takeId - 100) };
    },
    'take.setVerdicts': ({ lineIds, verdict }) => {
      decide(lineIds, verdict);
      return { step: 'verdicts', changed: lineIds.length };
    },
    'take.retake': () => ({ step: null, changed: 0 }) as unknown as ReplyOf<'take.retake'>,
    'undo.undo': () => ({ redo: true }),
  });
  await screen.show(<ReviewScreen />);
});
afterEach(() => screen.remove());

const table = () => screen.get('grid');
const row = (lineId: number) => screen.get('row', new RegExp(`^1\\.${lineId}LANE`));
const selected = () => screen.texts('[role="row"][aria-selected="true"] [role="gridcell"]:first-child');
const key = (name: string, modifiers: KeyboardEventInit = {}) => screen.pressOn(table(), name, modifiers);

describe('the table of takes', () => {
  it('starts with the most suspicious takes, each with its reason', async () => {
    expect(screen.requests('review.list')[0]).toEqual({ sort: 'suspicion' });
    expect(screen.text).toContain('6 takes');
    expect(screen.text).toContain('3 suspicious');
    expect(row(1).textContent).toContain('3.1 s dead air');
    expect(row(2).textContent).toContain('clips');
    expect(row(3).textContent).toContain('1.9× slow');
    expect(row(4).textContent).not.toContain('×');
  });

  it('is sorted by its column headers in both directions', async () => {
    const sorts: unknown[] = [];
    for (const head of ['s', 's ↓', '#', '# ↑']) {
      await screen.click('button', head);
      sorts.push(screen.requests('review.list').findLast((asked) => !Object.hasOwn(asked as object, 'verdict')));
    }
    expect(sorts).toEqual([
      { sort: 'duration' },
      { sort: 'duration', reversed: true },
      { sort: 'script' },
      { sort: 'script', reversed: true },
    ]);
  });

  it('shows lines with notes, and saves them as CSV', async () => {
    await screen.choose('Show', 'With notes');
    await screen.click('button', 'Save as CSV…');
    expect(screen.requests('review.notesTable')).toEqual([{ sort: 'suspicion', withNote: true }]);
    expect(screen.requests('dialog.saveText')).toEqual([{ name: 'notes.csv', text: 'line,note\r\n' }]);
    expect(screen.text).toContain('/saved/notes.csv');
  });
});

describe('notes', () => {
  it('stay with their line when its take is rejected and rendered again, until they are removed', async () => {
    expect(row(4).textContent).toContain('Say it more slowly.');
    expect(row(3).textContent).not.toContain('Say it more slowly.');
    await screen.clickOn(row(4));
    expect(screen.texts('ul[aria-label="Earlier notes"] li')).toEqual([
      expect.stringContaining('Take 1 (rejected): Say it more slowly.'),
    ]);
    await screen.click('button', 'Remove the note on take 1');
    expect(screen.requests('take.setNote')).toEqual([{ takeId: 204, note: '' }]);
    await screen.undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'note 204' }]);
  });
});

describe('several selected rows', () => {
  it('are approved in one step with the keyboard, with undo', async () => {
    await key('ArrowDown', { shiftKey: true });
    await key('ArrowDown', { shiftKey: true });
    expect(selected()).toEqual(['1.1', '1.2', '1.3']);
    await key('a');
    expect(screen.requests('take.setVerdicts')).toEqual([{ lineIds: [1, 2, 3], verdict: 'approved' }]);
    expect(row(1).textContent).toContain('approved');
    await screen.undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'verdicts' }]);
  });

  it('are rejected in one step with the mouse', async () => {
    await screen.clickOn(row(2));
    await screen.clickOn(row(5), { ctrlKey: true });
    const bar = screen.get('region', 'Selected lines');
    expect(bar.textContent).toContain('2 lines selected');
    const [reject, ...others] = screen.all('button', 'Reject').filter((button) => bar.contains(button));
    expect(others).toEqual([]);
    await screen.clickOn(reject as HTMLElement);
    expect(screen.requests('take.setVerdicts')).toEqual([{ lineIds: [2, 5], verdict: 'rejected' }]);
  });

  it('are all rows after Ctrl+A, until Escape', async () => {
    await key('a', { ctrlKey: true });
    expect(selected()).toHaveLength(LINES.length);
    await key('u');
    expect(screen.requests('take.setVerdicts')).toEqual([{ lineIds: LINES, verdict: null }]);
    await key('Escape');
    expect(selected()).toHaveLength(1);
  });
});

describe('the listed takes without a verdict', () => {
  it('are approved in one step, with undo', async () => {
    await screen.act(() => decide([2, 5], 'rejected'));
    await screen.click('button', 'Approve 4 unreviewed');
    expect(screen.requests('take.setVerdicts')).toEqual([{ lineIds: [1, 3, 4, 6], verdict: 'approved' }]);
    expect(screen.text).toContain('4 lines approved.');
    await screen.click('button', 'Undo');
    expect(screen.requests('undo.undo')).toEqual([{ step: 'verdicts' }]);
  });

  it('are none that the filter hides', async () => {
    await screen.act(() => decide([2, 5], 'rejected'));
    await screen.fill('searchbox', 'Search line text', 'Line 3');
    expect(screen.all('row', /^1\.\dLANE/)).toEqual([row(3)]);
    await screen.click('button', 'Approve 1 unreviewed');
    expect(screen.requests('take.setVerdicts')).toEqual([{ lineIds: [3], verdict: 'approved' }]);
  });

  it('are none where only takes with another verdict are listed', async () => {
    await screen.act(() => decide([2, 5], 'rejected'));
    await screen.choose('Show', 'Rejected');
    expect(screen.all('button', /^Approve \d+ unreviewed$/)).toEqual([]);
  });
});

describe('another take', () => {
  it('is rendered without rejecting the current one', async () => {
    await key('t');
    expect(screen.requests('take.retake')).toEqual([{ lineIds: [1], reject: false, takes: 1 }]);
    expect(screen.requests('take.setVerdict')).toEqual([]);
  });
});

describe('the take panel', () => {
  it('shows the newly selected row as soon as Tab is pressed', async () => {
    const panel = () => screen.get('region', /^Take /).getAttribute('aria-label');
    expect(panel()).toBe('Take 1 of line 1.1');
    const press = (name: string) =>
      table().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
    // Outside `act`, so that React renders when it would in the window.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    press('ArrowDown');
    for (let turns = 0; turns < 100 && selected()[0] !== '1.2'; turns += 1) await Promise.resolve();
    press('Tab');
    expect([selected(), panel()]).toEqual([['1.2'], 'Take 1 of line 1.2']);
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  });

  it('belongs to the line that a verdict moves on to', async () => {
    await key('a');
    expect(screen.requests('take.setVerdict')).toEqual([{ takeId: 101, verdict: 'approved' }]);
    expect(useView.getState().selectedLineId).toBe(2);
    expect(selected()).toEqual(['1.2']);
  });
});
