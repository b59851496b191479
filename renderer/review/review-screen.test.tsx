// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { Corrections } from '../../shared/model/corrections.ts';
import type { LineNote } from '../../shared/model/note.ts';
import type { Suspicion, TakeSummary, Verdict } from '../../shared/model/take.ts';
import { usePlayer } from '../ui/sound/player-store.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { ReviewScreen } from './review-screen.tsx';

const LINES = [1, 2, 3, 4, 5, 6];
const FLAGS: Readonly<Record<number, Suspicion>> = {
  1: { kind: 'dead-air', seconds: 3.1, place: 'end' },
  2: { kind: 'clipping', samples: 40 },
  3: { kind: 'slow', ratio: 1.9 },
};

/** Notes on an earlier take of line 4, and on the take of line 5 that is shown. */
const NOTES: readonly LineNote[] = [
  { id: 1, lineId: 4, text: 'Say it more slowly.', takeId: 204, take: 1, seconds: 0.5, createdAt: 0, doneAt: null },
  { id: 2, lineId: 5, text: 'A click.', takeId: 105, take: 2, seconds: 2.5, createdAt: 0, doneAt: null },
];
const CORRECTIONS: Corrections = {
  title: 'The Play',
  lines: [
    {
      lineId: 4,
      line: '1.4',
      chapterId: 1,
      chapterTitle: 'One',
      roles: ['LANE'],
      turns: [{ role: 'LANE', text: '=Tea, sir.' }],
      take: 2,
      verdict: 'rejected',
      flags: [],
      chapterSeconds: 3_661.5,
      notes: [{ id: 1, text: 'Slower.', take: 1, seconds: 0.5, createdAt: 0, doneAt: null, chapterSeconds: 3_662.25 }],
      findings: [],
    },
  ],
  notes: 1,
  hidden: 2,
};

/** Filters outlive the screen, for each project. */
let project = 0;
let verdicts: Map<number, Verdict>;
let notes: readonly LineNote[];
let corrections: Corrections;
let screen: Rendered;

const takeOf = (lineId: number): TakeSummary => ({
  id: 100 + lineId,
  lineId,
  number: 1,
  createdAt: 0,
  durationSeconds: lineId,
  seed: null,
  format: 'wav',
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
  notes: notes.filter((note) => note.lineId === lineId),
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
  notes = NOTES;
  corrections = CORRECTIONS;
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
    'note.add': ({ lineId, text, takeId, seconds }) => {
      const note = { id: 10, lineId, text, takeId, take: takeId && 2, seconds, createdAt: 0, doneAt: null };
      notes = [...notes, note];
      return { step: 'added', note };
    },
    'note.change': ({ noteId, isDone }) => ({
      step: 'changed',
      note: { ...(NOTES.find(({ id }) => id === noteId) as LineNote), doneAt: isDone ? 1 : null },
    }),
    'note.remove': () => ({ step: 'removed' }),
    'review.takes': ({ lineId }) => [takeOf(lineId)],
    'review.peaks': () => ({ peaksPerSecond: 50, peaks: new Uint8Array(50) }),
    'review.corrections': () => corrections,
    'dialog.saveText': ({ name }) => ({ path: `/saved/${name}` }),
    'dialog.saveTable': ({ name }) => ({ path: `/saved/${name}` }),
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

  it('shows lines with notes, and exports them as a table or a marked script', async () => {
    await screen.choose('Show', 'With notes');
    expect(screen.requests('review.list').at(-1)).toMatchObject({ withNote: 'any' });
    await screen.click('button', 'Export notes…');
    expect(screen.requests('review.corrections')).toEqual([{ lines: 'noted' }]);
    expect(screen.get('dialog').textContent).toContain('2 notes on deleted lines are left out');
    await screen.click('button', 'Export…');
    const heads = [
      'Chapter',
      'Line',
      'Role',
      'Text',
      'Note',
      'Take',
      'Time in take',
      'Time in chapter',
      'State',
      'Verdict',
      'Type',
      'As written',
      'As read',
      'Confidence',
    ];
    const cells = [
      'One',
      '1.4',
      'LANE',
      '=Tea, sir.',
      'Slower.',
      '1',
      '00:00:00.500',
      '01:01:02.250',
      'open',
      'rejected',
      ...['', '', '', ''],
    ];
    expect(screen.requests('dialog.saveTable')).toEqual([{ name: 'Notes on The Play.csv', rows: [heads, cells] }]);
    expect(screen.text).toContain('/saved/Notes on The Play.csv');

    await screen.click('button', 'Export notes…');
    await screen.click('radio', /Marked script/);
    await screen.click('button', 'Export…');
    expect(screen.requests('dialog.saveText')).toMatchObject([
      { name: 'Notes on The Play.html', text: expect.stringContaining('Slower.') },
    ]);
  });

  it('can’t export without matching lines', async () => {
    corrections = { ...CORRECTIONS, lines: [], notes: 0 };
    await screen.choose('Show', 'With notes');
    await screen.click('button', 'Export notes…');
    expect(screen.get('dialog').textContent).toContain('No lines to export.');
    expect((screen.get('button', 'Export…') as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('notes', () => {
  const noteField = (line: string) => screen.get('textbox', `New note on line ${line}`);
  const hear = (takeId: number, lineId: number, position: number) =>
    screen.act(() =>
      usePlayer.setState({
        track: { source: { kind: 'take', takeId, lineId }, title: '', detail: '' },
        status: 'playing',
        position,
        duration: 5,
        options: {},
      }),
    );
  const write = async (text: string) => {
    await key('n');
    await screen.act(() => (document.activeElement as HTMLElement).focus());
    await screen.fill('textbox', /^New note/, text);
    await screen.pressOn(document.activeElement as HTMLElement, 'Enter');
  };
  beforeEach(() => useView.setState({ inspectorOpen: false }));
  afterEach(() => {
    useView.setState({ inspectorOpen: true });
    usePlayer.setState({ track: null, status: 'empty', position: 0 });
  });

  it('stay with their line when its take is replaced, until they are done or removed', async () => {
    expect(row(4).textContent).toContain('Say it more slowly.');
    expect(row(3).textContent).not.toContain('Say it more slowly.');
    await screen.clickOn(row(4));
    expect(screen.get('list', 'Notes').textContent).toContain('take 1, 0:00.5');
    await screen.click('checkbox', 'Done: Say it more slowly.');
    expect(screen.requests('note.change')).toEqual([{ noteId: 1, isDone: true }]);
    await screen.undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'changed' }]);
    await screen.click('button', 'Remove note');
    expect(screen.requests('note.remove')).toEqual([{ noteId: 1 }]);
    expect(row(4).textContent).not.toContain('Say it more slowly.');
  });

  it('are written at the playhead, and then return to the table', async () => {
    await screen.clickOn(row(4));
    await hear(104, 4, 1.2345);
    await write('Too fast here.');
    expect(screen.requests('note.add')).toEqual([{ lineId: 4, text: 'Too fast here.', takeId: 104, seconds: 1.235 }]);
    expect(document.activeElement).toBe(table());
    expect(noteField('1.4').value).toBe('');
  });

  it('are about the whole line if another line is playing', async () => {
    await screen.clickOn(row(4));
    await hear(105, 5, 1);
    await write('Warmer.');
    expect(screen.requests('note.add')).toEqual([{ lineId: 4, text: 'Warmer.', takeId: 104, seconds: null }]);
  });

  it('are marked on the waveform of their take, which plays from there', async () => {
    await screen.clickOn(row(4));
    expect(screen.all('button', /^Note at/)).toEqual([]);
    await screen.clickOn(row(5));
    const marker = screen.get('button', 'Note at 0:02.5: A click.');
    expect(marker.style.left).toBe('50.000%');
    await screen.clickOn(marker);
    expect(usePlayer.getState()).toMatchObject({ track: { source: { takeId: 105 } }, options: { from: 2.5 } });
  });

  it('that were typed for a line are saved when another one is selected', async () => {
    await screen.clickOn(row(4));
    await screen.fill('textbox', 'New note on line 1.4', 'Slower');
    await screen.clickOn(row(5));
    expect(screen.requests('note.add')).toMatchObject([{ lineId: 4, text: 'Slower' }]);
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
    await screen.click('button', 'Approve 4 unreviewed lines');
    expect(screen.requests('take.setVerdicts')).toEqual([{ lineIds: [1, 3, 4, 6], verdict: 'approved' }]);
    expect(screen.text).toContain('4 lines approved.');
    await screen.click('button', 'Undo');
    expect(screen.requests('undo.undo')).toEqual([{ step: 'verdicts' }]);
  });

  it('are none that the filter hides', async () => {
    await screen.act(() => decide([2, 5], 'rejected'));
    await screen.fill('searchbox', 'Search line text', 'Line 3');
    expect(screen.all('row', /^1\.\dLANE/)).toEqual([row(3)]);
    await screen.click('button', 'Approve 1 unreviewed line');
    expect(screen.requests('take.setVerdicts')).toEqual([{ lineIds: [3], verdict: 'approved' }]);
  });

  it('are none where only takes with another verdict are listed', async () => {
    await screen.act(() => decide([2, 5], 'rejected'));
    await screen.choose('Show', 'Rejected');
    expect(screen.all('button', /^Approve .*unreviewed/)).toEqual([]);
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
