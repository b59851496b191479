// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FoundLine, FoundLines } from '../../shared/ipc/conform-requests.ts';
import { failWith } from '../bridge/testing/fake-bridge.ts';
import { runCommand } from '../ui/commands.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { ImportRecording } from './import-recording.tsx';

const line = (lineId: number, change: Partial<FoundLine> = {}): FoundLine => ({
  lineId,
  line: `1.${lineId}`,
  roles: ['LANE'],
  text: `Yes, sir, number ${lineId}.`,
  state: 'taken',
  stretch: { startSeconds: lineId, endSeconds: lineId + 1 },
  confidence: 0.9,
  isDoubtful: false,
  ...change,
});

const FOUND: FoundLines = {
  durationSeconds: 60,
  lines: [
    line(1),
    line(2, { confidence: 0.3, isDoubtful: true }),
    line(3, { state: 'missing', stretch: null, confidence: null }),
    line(4, { state: 'approved-kept' }),
  ],
  repeats: [{ lineId: 1, startSeconds: 20, endSeconds: 21, isComplete: true }],
  extras: [],
};

let dialog: Rendered;
let search: PromiseWithResolvers<FoundLines>;

beforeEach(async () => {
  search = Promise.withResolvers();
  dialog = await render(<ImportRecording />, {
    'project.current': () => ({ id: 'p' }) as never,
    'project.chapters': () => [],
    'project.roles': () => [],
    'dialog.chooseRecordings': () => [
      { recordingId: 'a', name: 'first.wav' },
      { recordingId: 'b', name: 'second.wav' },
    ],
    'conform.search': () => search.promise,
    'conform.close': () => null,
    'conform.addTakes': ({ lineIds }) => ({ step: '1', added: lineIds.length, leftOut: [] }),
  } as Parameters<typeof render>[1]);
  useView.setState({ chapterId: 7 });
});
afterEach(() => dialog.remove());

async function open(): Promise<void> {
  await dialog.act(() => void runCommand('project.importRecording'));
  await dialog.advance(0);
}

async function openFound(): Promise<void> {
  await open();
  await dialog.act(() => search.resolve(FOUND));
}

it('shows the progress, and cancels the search', async () => {
  await open();
  expect(dialog.requests('conform.search')).toEqual([{ recordingId: 'a', chapterId: 7 }]);
  await act(async () => dialog.bridge.emit('conform-progress', { share: 0.42 }));
  expect(document.body.textContent).toContain('“first.wav” for the lines: 42');
  await dialog.click('button', 'Cancel');
  expect(dialog.requests('conform.close')).toEqual([{}]);
  expect(dialog.all('dialog')).toEqual([]);
});

it('names doubtful, missing and repeated lines', async () => {
  await openFound();
  expect(document.body.textContent).toContain('3 of 4 lines found, 1 to check, 1 missing, 1 other reading');
  expect(document.querySelectorAll('tbody tr')).toHaveLength(5);
  await dialog.click('radio', 'To check');
  const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(rows).toHaveLength(4);
  expect(rows[1]).toContain('earlier reading');
  expect(rows[2]).toContain('check');
  expect(rows[3]).toContain('missing');
});

it('adds takes of the ticked lines, and continues with the next file', async () => {
  await openFound();
  expect(dialog.all('checkbox')).toHaveLength(3);
  await dialog.click('checkbox', 'Add a take of line 1.2');
  await dialog.click('switch', 'Replace 1 approved take');
  search = Promise.withResolvers();
  await dialog.click('button', 'Add 2 takes');
  expect(dialog.requests('conform.addTakes')).toEqual([{ recordingId: 'a', lineIds: [1, 4], replaceApproved: true }]);
  expect(dialog.requests('conform.search').at(-1)).toEqual({ recordingId: 'b', chapterId: 7 });
});

it('says why a recording can’t be used, and offers the next one', async () => {
  dialog.bridge.answer({
    'conform.search': () => failWith('conform.search', { kind: 'recording', problem: { kind: 'no-lines' } }),
  });
  await open();
  expect(dialog.get('alert').textContent).toContain('The chapter has no lines.');
  await dialog.click('button', 'Skip this file');
  expect(dialog.requests('conform.search').at(-1)).toEqual({ recordingId: 'b', chapterId: 7 });
});
