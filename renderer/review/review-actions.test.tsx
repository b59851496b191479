// @vitest-environment happy-dom
import { act, type KeyboardEvent } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { useView } from '../ui/view-store.ts';
import { type ReviewActions, reviewKey, useKeysInOrder } from './review-actions.ts';

describe('keys on the table of takes', () => {
  let root: Root;
  let did: string[];
  let keys: ReturnType<typeof useKeysInOrder>;

  const rowOf = (lineId: number) => ({ lineId }) as ReviewRow;
  const goTo = (lineId: number) => useView.getState().selectLine(lineId);
  const actions = {
    approve({ lineId }: ReviewRow) {
      did.push(`approve ${lineId}`);
      goTo(lineId + 1);
    },
    note: ({ lineId }: ReviewRow) => did.push(`note ${lineId}`),
    move(by: number) {
      did.push(`move ${by}`);
      goTo((useView.getState().selectedLineId ?? 0) + by);
    },
  } as unknown as ReviewActions;
  const onKey = (event: KeyboardEvent, row: ReviewRow | null) => reviewKey(event, actions, row, 10);

  function Table({ row, isComing }: { readonly row: ReviewRow | null; readonly isComing: boolean }) {
    keys = useKeysInOrder(row, isComing, onKey);
    return null;
  }

  const show = (row: ReviewRow | null, isComing = row === null) =>
    act(async () => root.render(<Table row={row} isComing={isComing} />));
  const press = (key: string) => {
    let isDefault = true;
    const preventDefault = () => {
      isDefault = false;
    };
    keys.press({ key, preventDefault } as KeyboardEvent);
    return isDefault ? 'left alone' : 'taken';
  };

  beforeEach(async () => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    did = [];
    goTo(1);
    root = createRoot(document.createElement('div'));
    await show(null);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    useView.getState().selectLine(null);
  });

  it('wait for the words of the row, and act in the order in which they were pressed', async () => {
    expect(['a', 'A', 'ArrowUp', 'n'].map(press)).toEqual(['taken', 'taken', 'taken', 'taken']);
    expect(press('Tab')).toBe('left alone');
    expect(did).toEqual([]);
    await show(rowOf(1));
    expect(did).toEqual(['approve 1']);
    await show(null);
    await show(rowOf(2));
    expect(did).toEqual(['approve 1', 'approve 2']);
    await show(rowOf(3));
    expect(did).toEqual(['approve 1', 'approve 2', 'move -1']);
    await show(rowOf(2));
    expect(did.at(-1)).toBe('note 2');
    press('a');
    expect(did.at(-1)).toBe('approve 2');
  });

  it('move the cursor at once where none waits', () => {
    press('j');
    press('ArrowDown');
    expect(did).toEqual(['move 1', 'move 1']);
  });

  it('are dropped by the pointer, and where no words will come', async () => {
    press('a');
    keys.drop();
    await show(rowOf(1));
    await show(null);
    press('a');
    await show(null, false);
    press('a');
    await show(rowOf(1));
    expect(did).toEqual([]);
  });
});
