// A list of thousands of rows of one height, of which those in view are drawn. One stop of the tab key; arrows move in it.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { stepTo } from './list-steps.ts';
import styles from './virtual-list.module.css';

interface VirtualListProps<T> {
  /** What the list is, for those who hear it. */
  readonly label: string;
  readonly items: readonly T[];
  /** Pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string | number;
  readonly render: (item: T, state: { readonly selected: boolean }) => ReactNode;
  /** -1: none. */
  readonly selectedIndex: number;
  readonly onSelect: (item: T, index: number) => void;
}

/** A list box: the arrows choose at once, and the row that is chosen stays drawn and in view. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, items, rowHeight, keyOf, render, selectedIndex, onSelect } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  // Where the keyboard is: it may be on a row while none is selected.
  const [active, setActive] = useState(selectedIndex);
  const shown = Math.min(Math.max(active, 0), items.length - 1);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // The active row is drawn wherever it is, so that it can be named to those who hear the list.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(shown >= 0 ? [shown] : [])])].sort((a, b) => a - b),
  });

  useEffect(() => {
    if (selectedIndex < 0) return;
    setActive(selectedIndex);
    rows.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedIndex, rows]);

  const choose = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    setActive(index);
    rows.scrollToIndex(index, { align: 'auto' });
    onSelect(item, index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = stepTo(
      event,
      shown,
      items.length,
      Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight)),
    );
    if (target === null) return;
    event.preventDefault();
    choose(target);
  };

  return (
    <div
      ref={box}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={shown >= 0 ? `${id}-${shown}` : undefined}
      className={styles.box}
      style={{ height: rows.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.sheet} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys
            <div
              key={keyOf(item)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === selectedIndex}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              data-active={index === shown}
              className={styles.row}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              onClick={() => choose(index)}
            >
              {render(item, { selected: index === selectedIndex })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
