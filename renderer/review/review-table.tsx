// The table of lines and takes: virtual, so that it holds a book.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { useRoleColours } from '../ui/role-colours.ts';
import { Row, rowElementId } from './review-row.tsx';
import styles from './review-table.module.css';
import { useReviewRows } from './use-review-rows.ts';
import { WaveColumn } from './wave-column.tsx';

const ROW_HEIGHT = 38;
/** The heading row stays in sight at the top of what scrolls. */
const HEAD_HEIGHT = 32;

/** Rows drawn beyond each edge. */
const OVERSCAN = 6;

const HEADINGS = [
  ['number', '#'],
  ['role', 'Role'],
  ['line', 'Line'],
  ['waveform', 'Take'],
  ['seconds', 's'],
  ['flags', 'Flags'],
  ['verdict', 'Verdict'],
] as const;

interface ReviewTableProps {
  readonly lineIds: readonly number[];
  readonly selectedLineId: number | null;
  /** Counts up when the table should take the focus. */
  readonly focusCount: number;
  onSelect(lineId: number): void;
  /** A key was pressed while the table has the focus; `row` is the selected one. */
  onKey(event: KeyboardEvent, row: ReviewRow | null, page: number): void;
  onPlay(row: ReviewRow): void;
  /** The selected row as it is known, for what acts on it. */
  onRow(row: ReviewRow | null): void;
}

/** Lines in the order given, one of them selected. */
export function ReviewTable(props: ReviewTableProps) {
  const { lineIds, selectedLineId, focusCount, onSelect, onKey, onPlay, onRow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const colourOf = useRoleColours();
  const table = useVirtualizer({
    count: lineIds.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const items = table.getVirtualItems();
  const rows = useReviewRows(lineIds, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const selected = useMemo(
    () => (selectedLineId === null ? -1 : lineIds.indexOf(selectedLineId)),
    [lineIds, selectedLineId],
  );
  const selectedRow = (selectedLineId !== null && rows.get(selectedLineId)) || null;
  useEffect(() => onRow(selectedRow), [onRow, selectedRow]);
  useEffect(() => {
    if (selected >= 0) table.scrollToIndex(selected);
  }, [table, selected]);
  useEffect(() => {
    if (focusCount > 0) scroller.current?.focus();
  }, [focusCount]);
  const select = useCallback(
    (index: number) => {
      const lineId = lineIds[index];
      if (lineId !== undefined) onSelect(lineId);
    },
    [lineIds, onSelect],
  );
  const play = useCallback(
    (index: number) => {
      const row = rows.get(lineIds[index] ?? -1);
      if (row) onPlay(row);
    },
    [lineIds, onPlay, rows],
  );
  const height = scroller.current?.clientHeight ?? 0;
  const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
  // As many as are ever drawn at once: a row that leaves at one edge comes back at the other, with other words.
  const slots = Math.max(items.length, Math.ceil(height / ROW_HEIGHT) + 1 + 2 * OVERSCAN);
  return (
    <div className={styles.table}>
      <div
        ref={scroller}
        role="grid"
        aria-label="Takes"
        aria-rowcount={lineIds.length + 1}
        aria-activedescendant={selected >= 0 ? rowElementId(selected) : undefined}
        tabIndex={0}
        className={styles.rows}
        onKeyDown={(event) => onKey(event, selectedRow, page)}
      >
        <div ref={head} role="row" aria-rowindex={1} className={styles.head}>
          {HEADINGS.map(([name, heading]) => (
            <span key={name} role="columnheader" className={styles[name]}>
              {heading}
            </span>
          ))}
        </div>
        <div role="rowgroup" className={styles.all} style={{ height: table.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <Row
              key={index % slots}
              row={rows.get(lineIds[index] ?? -1) ?? null}
              index={index}
              top={start}
              isSelected={index === selected}
              colourOf={colourOf}
              onSelect={select}
              onPlay={play}
            />
          ))}
          <WaveColumn
            head={head}
            lineIds={lineIds}
            rows={rows}
            first={items[0]?.index ?? 0}
            last={items.at(-1)?.index ?? -1}
            most={slots}
            rowHeight={ROW_HEIGHT}
            top={HEAD_HEIGHT}
          />
        </div>
      </div>
    </div>
  );
}
