import { type ReactNode, useEffect } from 'react';
import styles from './virtual-rows.module.css';
import { useVirtualRows, type VirtualRowsOptions } from './virtual-rows.ts';

interface GridColumn {
  readonly name: string;
  readonly heading: ReactNode;
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

interface VirtualGridProps<T> extends VirtualRowsOptions<T> {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly template: string;
  readonly cells: (item: T, isSelected: boolean) => readonly ReactNode[];
  readonly onOpen?: (item: T) => void;
  /** Used by tables that load rows on demand. */
  readonly onShown?: (first: number, last: number) => void;
}

const HEADER_HEIGHT = 30;

export function VirtualGrid<T>(props: VirtualGridProps<T>) {
  const { label, items, columns, template, rowHeight, cells, selectedIndex, onOpen, onShown } = props;
  const { drawn, totalHeight, inView, boxProps, rowProps } = useVirtualRows(props, {
    cursor: selectedIndex,
    headHeight: HEADER_HEIGHT,
  });
  const [first, last] = inView;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback alone must not report the rows again
  useEffect(() => onShown?.(first, last), [first, last]);
  return (
    <div
      {...boxProps}
      role="grid"
      aria-label={label}
      aria-rowcount={items.length + 1}
      tabIndex={0}
      className={styles.grid}
    >
      <div role="row" aria-rowindex={1} className={`label ${styles.head}`} style={{ gridTemplateColumns: template }}>
        {columns.map(({ name, heading, sorted }) => (
          <span key={name} role="columnheader" data-column={name} {...(sorted && { 'aria-sort': sorted })}>
            {heading}
          </span>
        ))}
      </div>
      <div role="rowgroup" className={styles.sheet} style={{ height: totalHeight - HEADER_HEIGHT }}>
        {drawn.map((row) => (
          <div
            {...rowProps(row)}
            key={row.key}
            role="row"
            aria-rowindex={row.index + 2}
            aria-selected={row.index === selectedIndex}
            className={styles.row}
            style={{
              gridTemplateColumns: template,
              height: rowHeight,
              transform: `translateY(${row.start - HEADER_HEIGHT}px)`,
            }}
            onDoubleClick={() => onOpen?.(row.item)}
          >
            {cells(row.item, row.index === selectedIndex).map((cell, at) => (
              <span key={columns[at]?.name ?? at} role="gridcell" data-column={columns[at]?.name}>
                {cell}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
