// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import styles from './review-table.module.css';
import { WaveColumn } from './wave-column.tsx';

const ROW_HEIGHT = 34;
const OVERVIEW = btoa('\xff'.repeat(4));

/** Canvases without pixels: only the rows that have something drawn in them are kept, by the row's top edge. */
const painted = new Map<HTMLCanvasElement, Set<number>>();

function fakeContext(this: HTMLCanvasElement) {
  const rows = painted.get(this) ?? new Set<number>();
  painted.set(this, rows);
  let y: number | null = null;
  return {
    canvas: this,
    setTransform: (...[, , , , , top]: number[]) => {
      y = top ?? 0;
    },
    resetTransform: () => {
      y = null;
    },
    clearRect: () => (y === null ? rows.clear() : rows.delete(y)),
    fillRect: () => y !== null && rows.add(y),
    fillStyle: '',
  };
}

let resized: (() => void)[];
let root: Root;
let head: HTMLDivElement;
let column: { left: number; width: number };

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(fakeContext as never);
  resized = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #observed: Element[] = [];
      #size = '';
      constructor(callback: () => void) {
        resized.push(() => {
          // As in a browser, nothing is reported unless the size of an observed element has changed.
          const size = this.#observed.map((element) => (element as HTMLElement).offsetWidth).join();
          if (size !== this.#size) callback();
          this.#size = size;
        });
      }
      observe(element: Element): void {
        this.#observed.push(element);
      }
      disconnect(): void {}
    },
  );
  column = { left: 300, width: 100 };
  head = document.createElement('div');
  const cell = head.appendChild(document.createElement('span'));
  cell.className = String(styles.waveform);
  Object.defineProperties(cell, {
    offsetLeft: { get: () => column.left },
    offsetWidth: { get: () => column.width },
  });
  Object.defineProperty(head, 'offsetWidth', { get: () => 2 * column.left });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  painted.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const show = (element: ReactElement) => act(async () => root.render(element));
const resize = () =>
  act(async () => {
    for (const report of resized) report();
  });

async function showLines(lineIds: readonly number[], first: number, last: number): Promise<void> {
  const rows = new Map(
    lineIds.map((id) => [id, { lineId: id, take: { id, overview: OVERVIEW } } as unknown as ReviewRow]),
  );
  await show(
    <WaveColumn
      head={{ current: head }}
      lineIds={lineIds}
      rows={rows}
      first={first}
      last={last}
      maxRows={20}
      selected={-1}
      rowHeight={ROW_HEIGHT}
      top={0}
    />,
  );
  await resize();
}

const canvases = () => [...document.querySelectorAll('canvas')];
/** Returns the indices of rows with a waveform. */
const waves = (): number[] =>
  canvases()
    .flatMap((canvas) =>
      [...(painted.get(canvas) ?? [])].map((y) => Math.floor((Number.parseFloat(canvas.style.top) + y) / ROW_HEIGHT)),
    )
    .sort((a, b) => a - b);
const bottom = (): number =>
  Math.max(0, ...canvases().map(({ style }) => Number.parseFloat(style.top) + Number.parseFloat(style.height)));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

it('has a waveform for each row, and ends with the last row', async () => {
  await showLines(upTo(40), 20, 39);
  expect(waves()).toEqual(upTo(20).map((index) => index + 20));
  expect(bottom()).toBe(40 * ROW_HEIGHT);
});

it('leaves no waveforms below the last row when a filter hides rows', async () => {
  await showLines(upTo(40), 0, 19);
  await showLines([7], 0, 0);
  expect(waves()).toEqual([0]);
  expect(bottom()).toBe(ROW_HEIGHT);
  await showLines([], 0, -1);
  expect(canvases()).toEqual([]);
});

it('clears those of rows that have scrolled away, and draws them again', async () => {
  await showLines(upTo(100), 0, 19);
  await showLines(upTo(100), 30, 49);
  expect(waves()).toEqual(upTo(20).map((index) => index + 30));
  await showLines(upTo(31), 20, 30);
  expect(waves()).toEqual(upTo(11).map((index) => index + 20));
  expect(bottom()).toBe(31 * ROW_HEIGHT);
});

it('stays in its column when the column moves without changing its width', async () => {
  await showLines(upTo(3), 0, 2);
  column = { left: 220, width: 100 };
  await resize();
  expect(canvases().map(({ style }) => style.left)).toEqual(['220px']);
});
