// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useView } from '../ui/view-store.ts';
import { type RowSelection, rowsBetween, useRowSelection, withToggled } from './row-selection.tsx';

describe('several rows', () => {
  const order = [40, 10, 30, 20];

  it('are all from one to another, whichever is above', () => {
    expect(rowsBetween(order, 10, 20)).toEqual([10, 30, 20]);
    expect(rowsBetween(order, 20, 10)).toEqual([10, 30, 20]);
    expect(rowsBetween(order, 30, 30)).toEqual([30]);
    expect(rowsBetween(order, 30, 99)).toEqual([]);
  });

  it('are put together one by one, with the one that has the cursor', () => {
    const two = withToggled(new Set(), 10, 30);
    expect([...two]).toEqual([10, 30]);
    expect([...withToggled(two, 10, 20)]).toEqual([10, 30, 20]);
    expect([...withToggled(two, 10, 30)]).toEqual([10]);
    expect([...withToggled(two, 10, 10)]).toEqual([10, 30]);
  });
});

describe('the rows that are selected besides the one with the cursor', () => {
  const order = [40, 10, 30, 20];
  let root: Root;
  let selection: RowSelection;

  function Table() {
    selection = useRowSelection(order);
    return null;
  }

  beforeEach(async () => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    useView.getState().selectLine(40);
    root = createRoot(document.createElement('div'));
    await act(async () => root.render(<Table />));
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    useView.getState().selectLine(null);
  });

  const cursor = () => useView.getState().selectedLineId;

  it('grow and shrink from where they began, as the cursor moves', async () => {
    await act(async () => selection.extendBy(1));
    await act(async () => selection.extendBy(1));
    expect([selection.several, cursor()]).toEqual([[40, 10, 30], 30]);
    await act(async () => selection.extendBy(-1));
    expect([selection.several, cursor()]).toEqual([[40, 10], 10]);
  });

  it('are deselected when a line outside them is selected', async () => {
    await act(async () => selection.extendTo(30));
    await act(async () => useView.getState().selectLine(10));
    expect(selection.several).toEqual([40, 10, 30]);
    await act(async () => useView.getState().selectLine(20));
    expect(selection.several).toEqual([]);
    expect(selection.has(10)).toBe(false);
  });

  it('start over from the cursor', async () => {
    await act(async () => selection.extendTo(30));
    await act(async () => useView.getState().selectLine(20));
    await act(async () => selection.extendBy(-1));
    expect(selection.several).toEqual([30, 20]);
  });
});
