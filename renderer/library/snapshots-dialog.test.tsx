// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { ProjectSnapshot } from '../../shared/model/snapshot.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useUndoHistory } from '../ui/undo-history.ts';
import { SnapshotsDialog } from './snapshots-dialog.tsx';

let dialog: Rendered;
afterEach(() => dialog.remove());

const snapshots: ProjectSnapshot[] = [
  { id: 3, madeAt: 2_000, reason: { kind: 'cast', role: 'EMMA' }, lines: 40, rendered: 12 },
  { id: 1, madeAt: 1_000, reason: { kind: 'named', name: 'First draft' }, lines: 38, rendered: 0 },
];

it('takes a named snapshot, restores one as a step, and deletes one', async () => {
  const asked: unknown[] = [];
  dialog = await render(<SnapshotsDialog />, {
    'snapshots.list': () => ({ snapshots, now: { lines: 41, rendered: 30 } }),
    'snapshots.take': (input) => {
      asked.push(input);
      return { id: 4 };
    },
    'snapshots.restore': (input) => {
      asked.push(input);
      return { step: 'step-3' };
    },
    'snapshots.delete': (input) => {
      asked.push(input);
      return { step: 'step-2' };
    },
  });
  expect(dialog.all('row').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Snapshot'),
    expect.stringMatching(/^Now.*41.*30/),
    expect.stringContaining('Before the cast change of EMMA'),
    expect.stringContaining('First draft'),
  ]);
  await dialog.fill('textbox', 'Name', 'Second draft');
  await dialog.click('button', 'Take snapshot');
  await dialog.click('button', 'Delete snapshot: First draft');
  await dialog.click('button', 'Restore snapshot: Before the cast change of EMMA');
  expect(asked).toEqual([{ name: 'Second draft' }, { id: 1 }, { id: 3 }]);
  expect(useUndoHistory.getState().done.map(({ what }) => what)).toEqual([
    'Deleted the snapshot “First draft”',
    'Restored the snapshot “Before the cast change of EMMA”',
  ]);
});
