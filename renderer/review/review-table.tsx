import { useMediaQuery } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import type { ReviewFilter, ReviewRow } from '../../shared/ipc/review-requests.ts';
import { askQuery } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { useDrawnRows } from '../ui/lists/virtual-rows.ts';
import { isMenuKey, type MenuPlace, placeAt, placeOf } from '../ui/overlays/context-menu.tsx';
import { useRoleColours } from '../ui/role-name.tsx';
import { playTakeFrom } from '../ui/sound/play-line.ts';
import { useView } from '../ui/view-store.ts';
import { useKeysInOrder } from './review-actions.ts';
import { Row, rowElementId, rowIndexOf } from './review-row.tsx';
import styles from './review-table.module.css';
import { type RowSelection, type SelectionMode, useCursorRow } from './row-selection.tsx';
import { WaveColumn } from './wave-column.tsx';

const t = words('review');

/** In pixels; rows are lower in a low window. */
const ROW_HEIGHT = 34;
const COMPACT_ROW_HEIGHT = 28;
const LOW_WINDOW = '(max-height: 760px)';
const HEAD_HEIGHT = 28;

const OVERSCAN = 6;

/** Columns and the sort order of their headers; waveforms sort by duration. */
const HEADINGS = [
  ['number', 'script'],
  ['role', 'role'],
  ['line', 'text'],
  ['waveform', 'duration'],
  ['seconds', 'duration'],
  ['flags', 'suspicion'],
  ['verdict', 'verdict'],
] as const;
const LARGEST_FIRST: readonly string[] = ['duration', 'suspicion'];

interface ReviewTableProps {
  readonly lineIds: readonly number[];
  readonly isBusy: boolean;
  readonly sort: ReviewFilter['sort'];
  readonly isReversed: boolean;
  onSort(sort: ReviewFilter['sort'], isReversed: boolean): void;
  readonly focusCount: number;
  readonly selection: RowSelection;
  onSelect(lineId: number, how: SelectionMode): void;
  /** Returns false if the key needs a row that isn't loaded. */
  onKey(event: KeyboardEvent, row: ReviewRow | null, page: number): boolean;
  onPlay(row: ReviewRow): void;
  onMenu(row: ReviewRow, place: MenuPlace): void;
}

export const ReviewTable = memo((props: ReviewTableProps) => {
  const { lineIds, isBusy, selection, sort, isReversed, onSort, onKey, onMenu } = props;
  const head = useRef<HTMLDivElement>(null);
  const colourOf = useRoleColours();
  const cursor = useCursor(lineIds);
  const { box, drawn, totalHeight, rowHeight, page, slots } = useTableRows(lineIds, cursor, props.focusCount);
  const [first, last] = [drawn[0]?.index ?? 0, drawn.at(-1)?.index ?? -1];
  const { rows, isComing } = useReviewRows(lineIds, first, Math.max(last, 0));
  const cursorRow = usePublishCursorRow(rows);
  const carryOut = useCallback((event: KeyboardEvent, row: ReviewRow | null) => onKey(event, row, page), [onKey, page]);
  const keys = useKeysInOrder(cursorRow, isComing, carryOut);
  const handlers = useRowHandlers(props, rows);
  const onKeyDown = (event: KeyboardEvent) => {
    // Column headers handle keys themselves.
    if (event.target instanceof HTMLButtonElement) return;
    if (cursorRow && isMenuKey(event)) {
      event.preventDefault();
      onMenu(cursorRow, placeAt(document.getElementById(rowElementId(cursor))));
    } else keys.press(event);
  };
  const onContextMenu = (event: MouseEvent) => {
    const index = rowIndexOf(event.target);
    const row = rows.get(lineIds[index ?? -1] ?? -1);
    if (index === null || !row) return;
    event.preventDefault();
    // A right click on a multiple selection keeps it.
    if (!selection.has(row.lineId)) handlers.onSelect(index, 'only');
    onMenu(row, placeOf(event));
  };
  return (
    <div className={styles.table} style={{ ['--row-height' as string]: `${rowHeight}px` }}>
      <div
        ref={box}
        role="grid"
        aria-label={t('table.label')}
        aria-busy={isBusy}
        aria-multiselectable
        aria-rowcount={lineIds.length + 1}
        aria-activedescendant={cursor >= 0 ? rowElementId(cursor) : undefined}
        tabIndex={0}
        className={styles.rows}
        onKeyDown={onKeyDown}
        onPointerDown={keys.drop}
        onContextMenu={onContextMenu}
      >
        <TableHeader ref={head} sort={sort} isReversed={isReversed} onSort={onSort} />
        <div role="rowgroup" className={styles.all} style={{ height: totalHeight }}>
          {drawn.map(({ item, index, start }) => (
            <Row
              key={index % slots}
              row={rows.get(item) ?? null}
              index={index}
              top={start}
              hasCursor={index === cursor}
              isSelected={index === cursor || selection.has(item)}
              colourOf={colourOf}
              {...handlers}
            />
          ))}
          <WaveColumn
            head={head}
            lineIds={lineIds}
            rows={rows}
            first={first}
            last={last}
            most={slots}
            rowHeight={rowHeight}
            selected={cursor}
            top={HEAD_HEIGHT}
          />
        </div>
      </div>
    </div>
  );
});

function useTableRows(lineIds: readonly number[], cursor: number, focusCount: number) {
  const isLow = useMediaQuery(LOW_WINDOW, false, { getInitialValueInEffect: false });
  const rowHeight = isLow ? COMPACT_ROW_HEIGHT : ROW_HEIGHT;
  const { box, drawn, totalHeight, height } = useDrawnRows(
    { items: lineIds, rowHeight, keyOf: (lineId) => lineId, selectedIndex: cursor, focusCount },
    // No distant row is kept rendered, because elements are reused.
    { cursor: -1, headHeight: HEAD_HEIGHT, overscan: OVERSCAN },
  );
  const page = Math.max(1, Math.floor(height / rowHeight) - 1);
  // The maximum number of rows ever rendered, so that a row leaving at one edge reuses its element at the other.
  const slots = Math.max(drawn.length, Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN);
  return { box, drawn, totalHeight, rowHeight, page, slots };
}

/** If no line in the table is selected, selects the first one. Returns -1 for an empty table. */
function useCursor(lineIds: readonly number[]): number {
  const selectedLineId = useView((state) => state.selectedLineId);
  const selectLine = useView((state) => state.selectLine);
  const cursor = useMemo(
    () => (selectedLineId === null ? -1 : lineIds.indexOf(selectedLineId)),
    [lineIds, selectedLineId],
  );
  useEffect(() => {
    const [first] = lineIds;
    if (first !== undefined && cursor < 0) selectLine(first);
  }, [lineIds, cursor, selectLine]);
  return cursor;
}

function usePublishCursorRow(rows: ReadonlyMap<number, ReviewRow>): ReviewRow | null {
  const selectedLineId = useView((state) => state.selectedLineId);
  const row = (selectedLineId !== null && rows.get(selectedLineId)) || null;
  useEffect(() => useCursorRow.setState({ row }), [row]);
  useEffect(() => () => useCursorRow.setState({ row: null }), []);
  return row;
}

type RowHandlers = Pick<ReviewTableProps, 'lineIds' | 'onSelect' | 'onPlay'>;

function useRowHandlers({ lineIds, onSelect, onPlay }: RowHandlers, rows: ReadonlyMap<number, ReviewRow>) {
  const select = useCallback(
    (index: number, how: SelectionMode) => {
      const lineId = lineIds[index];
      if (lineId !== undefined) onSelect(lineId, how);
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
  const playFrom = useCallback(
    (index: number, share: number) => {
      const row = rows.get(lineIds[index] ?? -1);
      if (row?.take) playTakeFrom(row.take, row, share * row.take.durationSeconds);
    },
    [lineIds, rows],
  );
  return { onSelect: select, onPlay: play, onPlayFrom: playFrom };
}

type TableHeaderProps = Pick<ReviewTableProps, 'sort' | 'isReversed' | 'onSort'> & {
  readonly ref: RefObject<HTMLDivElement | null>;
};

const TableHeader = memo(({ ref, sort, isReversed, onSort }: TableHeaderProps) => (
  <div ref={ref} role="row" aria-rowindex={1} className={styles.head}>
    {HEADINGS.map(([name, by]) => (
      <span
        key={name}
        role="columnheader"
        className={styles[name]}
        aria-sort={sort === by ? (isReversed === LARGEST_FIRST.includes(by) ? 'ascending' : 'descending') : 'none'}
      >
        <button
          type="button"
          className={styles.sort}
          title={sort === by ? t('table.reverse') : t(`table.sortBy.${by}`)}
          onClick={() => onSort(by, sort === by && !isReversed)}
        >
          {t(`table.columns.${name}`)}
          {sort === by && <span aria-hidden>{isReversed === LARGEST_FIRST.includes(by) ? ' ↑' : ' ↓'}</span>}
        </button>
      </span>
    ))}
  </div>
));

const PAGE = 50;

/** Pages load as they come into view; until then, earlier data of a line stays, so that the table doesn't flicker. */
function useReviewRows(lineIds: readonly number[], first: number, last: number) {
  const seen = useRef(new Map<number, ReviewRow>());
  const pages: number[] = [];
  for (let page = Math.floor(first / PAGE); page * PAGE <= last && page * PAGE < lineIds.length; page += 1) {
    pages.push(page);
  }
  const replies = useQueries({
    queries: pages.map((page) => askQuery('review.rows', { lineIds: lineIds.slice(page * PAGE, (page + 1) * PAGE) })),
  });
  for (const { data } of replies) for (const row of data ?? []) seen.current.set(row.lineId, row);
  useEffect(() => {
    if (seen.current.size < 4 * PAGE + 2 * lineIds.length) return;
    const living = new Set(lineIds);
    for (const id of seen.current.keys()) if (!living.has(id)) seen.current.delete(id);
  }, [lineIds]);
  return { rows: seen.current as ReadonlyMap<number, ReviewRow>, isComing: replies.some(({ isPending }) => isPending) };
}
