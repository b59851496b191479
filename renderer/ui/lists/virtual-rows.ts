// The rows are a single tab stop, and arrow keys move between them.
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { at } from '../../../shared/rules/at.ts';
import { isMenuKey, type MenuPosition, positionAt, positionOf } from '../overlays/context-menu.tsx';

const OVERSCAN = 8;

export interface DrawnRowsOptions<T> {
  readonly items: readonly T[];
  /** In pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string | number;
  /** -1 if no row is selected. */
  readonly selectedIndex: number;
  readonly focusCount?: number;
}

export interface VirtualRowsOptions<T> extends DrawnRowsOptions<T> {
  readonly onSelect: (item: T, index: number) => void;
  readonly onKey?: (event: KeyboardEvent, item: T | undefined) => boolean;
  readonly onMenu?: (item: T, place: MenuPosition) => void;
}

interface RowsLayout<T> {
  /** The row that has the focus, or -1. It stays rendered, so that screen readers can announce it. */
  readonly cursor: number;
  /** The height of a sticky header in pixels. */
  readonly headHeight?: number;
  /** In pixels, if different from `rowHeight`. */
  readonly heightOf?: ((item: T) => number) | undefined;
  readonly overscan?: number;
}

/** `start` and `size` are in pixels, relative to the scrolled content. */
interface DrawnRow<T> {
  readonly key: string | number;
  readonly item: T;
  readonly index: number;
  readonly start: number;
  readonly size: number;
}

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: new heights must be measured
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
    totalHeight: rows.getTotalSize(),
    /** Cached, because measuring it would force a layout on every scroll step. */
    height: rows.scrollRect?.height ?? 0,
    inView: withOverscan(rows.range, items.length, overscan),
    scrollTo: (index: number) => rows.scrollToIndex(index, { align: 'auto' }),
  };
}

/**
 * Scrolls to the selected row when the selection changes. Also does so when the viewport shrinks, unless the producer
 * had scrolled away from the row.
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
    // Avoids a forced layout in the usual cases: the row is already in view, or it is one step beyond the edge.
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

/** Lists and tables add their own ARIA roles. */
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
    if (isHandledByChild(event)) return;
    const current = items[cursor];
    if (current !== undefined && onMenu && isMenuKey(event)) {
      event.preventDefault();
      onMenu(current, positionAt(document.getElementById(rowId(cursor))));
      return;
    }
    const isTaken = onKey?.(event, current) === true;
    const seen = ((box.current?.clientHeight ?? 0) - headHeight) / rowHeight;
    const target = isTaken ? null : targetIndex(event, cursor, items.length, Math.max(1, Math.floor(seen) - 1));
    if (target !== null) choose(target);
    if (isTaken || target !== null) event.preventDefault();
  };

  return {
    drawn,
    totalHeight,
    inView,
    boxProps: { ref: box, onKeyDown, 'aria-activedescendant': cursor < 0 ? undefined : rowId(cursor) },
    rowProps: ({ item, index }: DrawnRow<T>) => ({
      id: rowId(index),
      onClick: () => choose(index),
      onContextMenu: (event: MouseEvent) => {
        if (!onMenu) return;
        event.preventDefault();
        choose(index);
        onMenu(item, positionOf(event));
      },
    }),
  };
}

const withCursor = (indexes: number[], cursor: number): number[] =>
  cursor < 0 || indexes.includes(cursor) ? indexes : [...indexes, cursor].sort((one, other) => one - other);

function withOverscan(
  seen: Pick<Range, 'startIndex' | 'endIndex'> | null,
  count: number,
  overscan: number,
): readonly [number, number] {
  return seen ? [Math.max(0, seen.startIndex - overscan), Math.min(count - 1, seen.endIndex + overscan)] : [0, 0];
}

/** Returns whether a key press is typing in an input or activates a button, such as a sortable heading. */
function isHandledByChild({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement) return true;
  return target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ');
}

/** Returns the row that a navigation key moves to, or null for other keys. */
export function targetIndex(event: KeyboardEvent, from: number, count: number, page: number): number | null {
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
