// A table of any number of rows of one height, of which those in view are drawn. One stop of the tab key: arrows move in it,
// and what stands in a row is reached by the pointer and by the keys that the table's owner gives a meaning.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { isMenuKey, placeAt, placeOf } from './context-menu.tsx';
import { stepTo } from './virtual-list.tsx';
import styles from './virtual-rows.module.css';

interface Column {
  readonly name: string;
  readonly heading: ReactNode;
  /** Where the rows are ordered by it. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

interface VirtualGridProps<T> {
  /** What the table is, for those who hear it. */
  readonly label: string;
  readonly items: readonly T[];
  readonly columns: readonly Column[];
  /** `grid-template-columns` of head and rows. */
  readonly template: string;
  /** Pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string | number;
  /** A cell for each column, in their order. */
  readonly cells: (item: T, isSelected: boolean) => readonly ReactNode[];
  /** -1: none. */
  readonly selectedIndex: number;
  readonly onSelect: (item: T, index: number) => void;
  /** A key that the table does not know moves by. Answers whether it was taken. */
  readonly onKey?: (event: KeyboardEvent, item: T | undefined) => boolean;
  readonly onOpen?: (item: T) => void;
  /** The menu of a row is asked for, by the pointer or by a key, and opens at a place of the window. */
  readonly onMenu?: (item: T, place: { readonly x: number; readonly y: number }) => void;
  /** Told which rows are drawn, for a table that has only those at hand. */
  readonly onShown?: (first: number, last: number) => void;
  /** Counts up when the table should take the keyboard. */
  readonly focusCount?: number;
}

const HEAD_HEIGHT = 30;
const OVERSCAN = 8;

export function VirtualGrid<T>(props: VirtualGridProps<T>) {
  const { label, items, columns, template, rowHeight, keyOf, selectedIndex, onSelect, onKey, focusCount = 0 } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  useEffect(() => {
    if (selectedIndex >= 0) rows.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedIndex, rows]);
  const drawn = rows.getVirtualItems();
  const [firstDrawn, lastDrawn] = [drawn.at(0)?.index ?? 0, drawn.at(-1)?.index ?? 0];
  const { onShown } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told is the rows, not who is told
  useEffect(() => onShown?.(firstDrawn, lastDrawn), [firstDrawn, lastDrawn]);
  useEffect(() => {
    if (focusCount > 0) box.current?.focus();
  }, [focusCount]);

  const onKeyDown = (event: KeyboardEvent) => {
    // What is typed into a field of a row is the field's.
    if (event.target instanceof HTMLInputElement) return;
    // A button, such as a heading that orders the rows, is pressed by them.
    if (event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' ')) return;
    const current = items[selectedIndex];
    if (current !== undefined && isMenuKey(event) && props.onMenu) {
      event.preventDefault();
      props.onMenu(current, placeAt(document.getElementById(`${id}-${selectedIndex}`)));
      return;
    }
    if (onKey?.(event, current)) {
      event.preventDefault();
      return;
    }
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEAD_HEIGHT) / rowHeight) - 1);
    const target = stepTo(event, selectedIndex, items.length, page);
    const item = target === null ? undefined : items[target];
    if (target === null || item === undefined) return;
    event.preventDefault();
    onSelect(item, target);
  };

  return (
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={items.length + 1}
      aria-activedescendant={selectedIndex >= 0 ? `${id}-${selectedIndex}` : undefined}
      tabIndex={0}
      className={styles.grid}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={styles.head} style={{ gridTemplateColumns: template }}>
        {columns.map(({ name, heading, sorted }) => (
          <span key={name} role="columnheader" data-column={name} {...(sorted && { 'aria-sort': sorted })}>
            {heading}
          </span>
        ))}
      </div>
      <div role="rowgroup" className={styles.sheet} style={{ height: rows.getTotalSize() - HEAD_HEIGHT }}>
        {drawn.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the table takes the keys for its rows
            <div
              key={keyOf(item)}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === selectedIndex}
              className={styles.row}
              style={{
                gridTemplateColumns: template,
                height: rowHeight,
                transform: `translateY(${start - HEAD_HEIGHT}px)`,
              }}
              onClick={() => onSelect(item, index)}
              onDoubleClick={() => props.onOpen?.(item)}
              onContextMenu={(event) => {
                if (!props.onMenu) return;
                event.preventDefault();
                onSelect(item, index);
                props.onMenu(item, placeOf(event));
              }}
            >
              {props.cells(item, index === selectedIndex).map((cell, at) => (
                <span key={columns[at]?.name ?? at} role="gridcell" data-column={columns[at]?.name}>
                  {cell}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
