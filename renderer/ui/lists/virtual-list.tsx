import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import styles from './virtual-rows.module.css';
import { useVirtualRows, type VirtualRowsOptions } from './virtual-rows.ts';

interface VirtualListProps<T> extends VirtualRowsOptions<T> {
  readonly label: string;
  readonly isFirst?: boolean;
  /** In pixels, if different from `rowHeight`. */
  readonly heightOf?: (item: T) => number;
  readonly render: (item: T, state: { readonly selected: boolean }) => ReactNode;
  /** `before` is the row before which the dragged row was dropped, or null at the end. */
  readonly onMove?: ((item: T, before: T | null) => void) | undefined;
  readonly isMovable?: (item: T) => boolean;
}

/** Arrow keys change the selection immediately. The selected row always stays rendered and in view. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, isFirst, items, render, selectedIndex, onSelect, heightOf } = props;
  // The position of the keyboard cursor, which can be on a row even if no row is selected.
  const [active, setActive] = useState(selectedIndex);
  useEffect(() => {
    if (selectedIndex >= 0) setActive(selectedIndex);
  }, [selectedIndex]);
  const cursor = Math.min(Math.max(active, 0), items.length - 1);
  const select = (item: T, index: number) => {
    setActive(index);
    onSelect(item, index);
  };
  const { drawn, totalHeight, boxProps, rowProps } = useVirtualRows(
    { ...props, onSelect: select },
    { cursor, heightOf },
  );
  const drag = useDraggedRow(props);
  return (
    <div
      {...boxProps}
      role="listbox"
      aria-label={label}
      data-autofocus={isFirst}
      tabIndex={0}
      className={styles.box}
      style={{ height: totalHeight }}
    >
      <div role="presentation" className={styles.sheet} style={{ height: totalHeight }}>
        {drawn.map((row) => (
          <div
            {...rowProps(row)}
            key={row.key}
            role="option"
            aria-selected={row.index === selectedIndex}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            data-active={row.index === cursor}
            className={styles.option}
            style={{ height: row.size, transform: `translateY(${row.start}px)` }}
            {...drag(row.item, row.index)}
          >
            {render(row.item, { selected: row.index === selectedIndex })}
          </div>
        ))}
      </div>
    </div>
  );
}

function useDraggedRow<T>({ items, onMove, isMovable = () => true }: VirtualListProps<T>) {
  const [dragged, setDragged] = useState<T | null>(null);
  /** The row before which the dragged row would be dropped, or `items.length` for the end. */
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
        // Browsers don't start a drag operation without data.
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
