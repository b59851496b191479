// Rows of a list or a table of any length, of which those in view are drawn. One stop of the tab key; arrows move in it.
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { at } from '../../shared/rules/at.ts';
import { isMenuKey, type MenuPlace, placeAt, placeOf } from './context-menu.tsx';

/** Rows drawn beyond each edge of what is in view, where their owner does not say. */
const OVERSCAN = 8;

/** What is drawn, and which of it is kept in view. */
export interface DrawnRowsOptions<T> {
  readonly items: readonly T[];
  /** Pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string | number;
  /** -1: none. */
  readonly selectedIndex: number;
  /** Counts up when the rows should take the keyboard. */
  readonly focusCount?: number;
}

/** What the owner of a list or a table says of its rows. */
export interface VirtualRowsOptions<T> extends DrawnRowsOptions<T> {
  readonly onSelect: (item: T, index: number) => void;
  /** A key that no row is moved to by; the item is that of the row with the keyboard. Answers whether it was taken. */
  readonly onKey?: (event: KeyboardEvent, item: T | undefined) => boolean;
  /** The menu of a row is asked for, by the pointer or by a key, and opens at a place of the window. */
  readonly onMenu?: (item: T, place: MenuPlace) => void;
}

interface RowsLayout<T> {
  /** The row with the keyboard; -1: none. It stays drawn, so that it can be named to those who hear the rows. */
  readonly cursor: number;
  /** Pixels that a head covers, at the top of what scrolls. */
  readonly headHeight?: number;
  /** Of rows that are not all of one height, in pixels. */
  readonly heightOf?: ((item: T) => number) | undefined;
  /** Rows drawn beyond each edge of what is in view. */
  readonly overscan?: number;
}

/** A row that is drawn. Pixels, from the top of what scrolls. */
interface DrawnRow<T> {
  readonly key: string | number;
  readonly item: T;
  readonly index: number;
  readonly start: number;
  readonly size: number;
}

/** Which rows are drawn and where. The selected row is kept in view. */
export function useDrawnRows<T>(options: DrawnRowsOptions<T>, layout: RowsLayout<T>) {
  const { items, rowHeight, keyOf, selectedIndex, focusCount = 0 } = options;
  const { cursor, headHeight = 0, heightOf, overscan = OVERSCAN } = layout;
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf?.(at(items, index)) ?? rowHeight,
    overscan,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: useCallback((range: Range) => withCursor(defaultRangeExtractor(range), cursor), [cursor]),
  });
  const heights = heightOf ? items.map(heightOf).join() : rowHeight;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights are what is measured
  useLayoutEffect(() => rows.measure(), [heights, rows]);
  useKeptInView(rows, selectedIndex, headHeight);
  useEffect(() => {
    if (focusCount > 0) box.current?.focus();
  }, [focusCount]);
  const drawn = rows.getVirtualItems().map(({ index, start, size }): DrawnRow<T> => {
    const item = at(items, index);
    return { key: keyOf(item), item, index, start, size };
  });
  return {
    box,
    drawn,
    /** Pixels that all rows take, the head with them. */
    totalHeight: rows.getTotalSize(),
    /** Pixels of the box, as it was told last: to read it there would lay out the page for each step of scrolling. */
    height: rows.scrollRect?.height ?? 0,
    inView: withOverscan(rows.range, items.length, overscan),
    scrollTo: (index: number) => rows.scrollToIndex(index, { align: 'auto' }),
  };
}

/**
 * Keeps a row in view when it is another one than before, and when the box becomes lower, unless the producer had
 * scrolled away from it.
 *
 * @param index -1: none
 */
function useKeptInView(rows: Virtualizer<HTMLDivElement, Element>, index: number, headHeight: number): void {
  const height = rows.scrollRect?.height ?? 0;
  const last = useRef({ index: -1, height: 0 });
  useEffect(() => {
    const { index: before, height: heightBefore } = last.current;
    last.current = { index, height };
    const box = rows.scrollElement;
    if (index < 0) return;
    const row = rows.measurementsCache[index];
    // What is in view already is the usual case: neither it nor one step beyond the edge needs the page laid out first.
    if (index !== before && (Math.abs(index - before) > 1 || height === 0 || !row)) {
      rows.scrollToIndex(index, { align: 'auto' });
      return;
    }
    if (!box || !row) return;
    const above = row.start - headHeight;
    const offset = rows.scrollOffset ?? 0;
    if (index === before && (above < offset || row.end - heightBefore > offset)) return;
    if (above < offset) box.scrollTop = above;
    else if (row.end - height > offset) box.scrollTop = row.end - height;
  }, [rows, index, headHeight, height]);
}

/**
 * Which rows are drawn and where, and how they are chosen: the selected row is kept in view, keys and clicks choose, and
 * both ask for a row's menu. What the elements are for those who hear them is said by the list or the table.
 */
export function useVirtualRows<T>(options: VirtualRowsOptions<T>, layout: RowsLayout<T>) {
  const { items, rowHeight, onSelect, onKey, onMenu } = options;
  const { cursor, headHeight = 0 } = layout;
  const { box, drawn, totalHeight, inView, scrollTo } = useDrawnRows(options, layout);
  const id = useId();
  const rowId = (index: number) => `${id}-${index}`;

  const choose = (index: number) => {
    scrollTo(index);
    onSelect(at(items, index), index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfPart(event)) return;
    const current = items[cursor];
    if (current !== undefined && onMenu && isMenuKey(event)) {
      event.preventDefault();
      onMenu(current, placeAt(document.getElementById(rowId(cursor))));
      return;
    }
    const isTaken = onKey?.(event, current) === true;
    const seen = ((box.current?.clientHeight ?? 0) - headHeight) / rowHeight;
    const target = isTaken ? null : stepTo(event, cursor, items.length, Math.max(1, Math.floor(seen) - 1));
    if (target !== null) choose(target);
    if (isTaken || target !== null) event.preventDefault();
  };

  return {
    drawn,
    totalHeight,
    inView,
    /** For what scrolls. */
    boxProps: { ref: box, onKeyDown, 'aria-activedescendant': cursor < 0 ? undefined : rowId(cursor) },
    /** For the element of a row. */
    rowProps: ({ item, index }: DrawnRow<T>) => ({
      id: rowId(index),
      onClick: () => choose(index),
      onContextMenu: (event: MouseEvent) => {
        if (!onMenu) return;
        event.preventDefault();
        choose(index);
        onMenu(item, placeOf(event));
      },
    }),
  };
}

const withCursor = (indexes: number[], cursor: number): number[] =>
  cursor < 0 || indexes.includes(cursor) ? indexes : [...indexes, cursor].sort((one, other) => one - other);

/** The first and the last row that are in view or near it. */
function withOverscan(
  seen: Pick<Range, 'startIndex' | 'endIndex'> | null,
  count: number,
  overscan: number,
): readonly [number, number] {
  return seen ? [Math.max(0, seen.startIndex - overscan), Math.min(count - 1, seen.endIndex + overscan)] : [0, 0];
}

/** What is typed into a field of a row is the field's, and what presses a button, such as a heading that sorts, is the button's. */
function isOfPart({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement) return true;
  return target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ');
}

/**
 * The row that a key leads to, or null for a key that leads nowhere.
 *
 * @param page rows that are seen at once
 */
export function stepTo(event: KeyboardEvent, from: number, count: number, page: number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return null;
  const within = (index: number) => Math.min(Math.max(index, 0), count - 1);
  switch (event.key) {
    case 'ArrowDown':
      return within(from + 1);
    case 'ArrowUp':
      return within(from - 1);
    case 'PageDown':
      return within(from + page);
    case 'PageUp':
      return within(from - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'Enter':
    case ' ':
      return within(from);
    default:
      return null;
  }
}
