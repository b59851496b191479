// A list of thousands of rows of one height, of which those in view are drawn. One stop of the tab key; arrows move in it.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isMenuKey, placeAt, placeOf } from './context-menu.tsx';
import styles from './virtual-rows.module.css';

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

interface VirtualListProps<T> {
  /** What the list is, for those who hear it. */
  readonly label: string;
  readonly items: readonly T[];
  /** Pixels. */
  readonly rowHeight: number;
  /** Of rows that are higher than that, in pixels. */
  readonly heightOf?: (item: T) => number;
  readonly keyOf: (item: T) => string | number;
  readonly render: (item: T, state: { readonly selected: boolean }) => ReactNode;
  /** -1: none. */
  readonly selectedIndex: number;
  readonly onSelect: (item: T, index: number) => void;
  /** A key that the list does not know moves by. Answers whether it was taken. */
  readonly onKey?: (event: KeyboardEvent, item: T) => boolean;
  /** The menu of a row is asked for, by the pointer or by a key, and opens at a place of the window. */
  readonly onMenu?: (item: T, place: { readonly x: number; readonly y: number }) => void;
  /** Rows can be dragged, those that are `isMovable`: one is to stand before another; null: at the end. */
  readonly onMove?: ((item: T, before: T | null) => void) | undefined;
  readonly isMovable?: (item: T) => boolean;
}

/** A list box: the arrows choose at once, and the row that is chosen stays drawn and in view. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, items, rowHeight, keyOf, render, selectedIndex, onSelect, heightOf = () => rowHeight } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  // Where the keyboard is: it may be on a row while none is selected.
  const [active, setActive] = useState(selectedIndex);
  const shown = Math.min(Math.max(active, 0), items.length - 1);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => {
      const item = items[index];
      return item === undefined ? rowHeight : heightOf(item);
    },
    overscan: 6,
    // The active row is drawn wherever it is, so that it can be named to those who hear the list.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(shown >= 0 ? [shown] : [])])].sort((a, b) => a - b),
  });

  const heights = items.map(heightOf).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights are what is measured
  useLayoutEffect(() => rows.measure(), [heights, rows]);

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
    const current = items[shown];
    if (current !== undefined && isMenuKey(event) && props.onMenu) {
      event.preventDefault();
      props.onMenu(current, placeAt(document.getElementById(`${id}-${shown}`)));
      return;
    }
    if (current !== undefined && props.onKey?.(event, current)) {
      event.preventDefault();
      return;
    }
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

  const drag = useDraggedRow(props);
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
        {rows.getVirtualItems().map(({ index, start, size }) => {
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
              className={styles.option}
              style={{ height: size, transform: `translateY(${start}px)` }}
              onClick={() => choose(index)}
              onContextMenu={(event) => {
                if (!props.onMenu) return;
                event.preventDefault();
                choose(index);
                props.onMenu(item, placeOf(event));
              }}
              {...drag(item, index)}
            >
              {render(item, { selected: index === selectedIndex })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** What a row needs to be dragged, and to have others dropped before and behind it. */
function useDraggedRow<T>({ items, onMove, isMovable = () => true }: VirtualListProps<T>) {
  const [dragged, setDragged] = useState<T | null>(null);
  /** The row before which the dragged one would stand; `items.length`: at the end. */
  const [place, setPlace] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setPlace(null);
  };
  return (item: T, index: number) => {
    if (!onMove) return {};
    const placeUnder = (event: DragEvent): number => {
      const { top, height } = event.currentTarget.getBoundingClientRect();
      return event.clientY > top + height / 2 ? index + 1 : index;
    };
    const isLast = index === items.length - 1;
    return {
      draggable: isMovable(item),
      'data-drop': place === index ? 'before' : isLast && place === items.length ? 'behind' : undefined,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        // Without any data nothing is dragged.
        event.dataTransfer.setData('text/plain', '');
        setDragged(item);
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setPlace(placeUnder(event));
      },
      onDrop: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        onMove(dragged, items[placeUnder(event)] ?? null);
        end();
      },
      onDragEnd: end,
    };
  };
}
