import { useMediaQuery } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
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
import type { Suspicion } from '../../shared/model/take.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { askQuery } from '../bridge/use-ask.ts';
import { listed, words } from '../locales/words.ts';
import { ConsentTag } from '../ui/consents/consent-tag.tsx';
import { useConsentMarks } from '../ui/consents/voice-consents.tsx';
import { formatClock, formatSigned } from '../ui/format.ts';
import { useDrawnRows } from '../ui/lists/virtual-rows.ts';
import { isMenuKey, type MenuPosition, positionAt, positionOf } from '../ui/overlays/context-menu.tsx';
import { hasUnheardRetake, useRetakes } from '../ui/retakes.ts';
import { RoleName, useRoleColours } from '../ui/role-name.tsx';
import { playTakeFrom, shareAt } from '../ui/sound/play-line.ts';
import { StatusDot } from '../ui/status-marks.tsx';
import { useView } from '../ui/view-store.ts';
import { flagText } from '../ui/wording/flags.ts';
import { STATUS, statusHint } from '../ui/wording/status.ts';
import { useKeysInOrder } from './review-actions.ts';
import styles from './review-table.module.css';
import { type RowSelection, type SelectionMode, useCursorRow } from './row-selection.tsx';
import { WaveColumn } from './wave-column.tsx';

const t = words('review');

/** In pixels. In a low window, rows are lower. */
const ROW_HEIGHT = 34;
const COMPACT_ROW_HEIGHT = 28;
const LOW_WINDOW = '(max-height: 760px)';
const HEADER_HEIGHT = 28;

const OVERSCAN = 6;

/** The columns, and the order by which their headers sort. The waveform column sorts by duration. */
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
  /** Returns false if the key needs a row that hasn't been loaded yet. */
  onKey(event: KeyboardEvent, row: ReviewRow | null, page: number): boolean;
  onPlay(row: ReviewRow): void;
  onMenu(row: ReviewRow, place: MenuPosition): void;
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
      onMenu(cursorRow, positionAt(document.getElementById(rowElementId(cursor))));
    } else keys.press(event);
  };
  const onContextMenu = (event: MouseEvent) => {
    const index = rowIndexOf(event.target);
    const row = rows.get(lineIds[index ?? -1] ?? -1);
    if (index === null || !row) return;
    event.preventDefault();
    // A right click on a row in a multiple selection keeps the selection.
    if (!selection.has(row.lineId)) handlers.onSelect(index, 'only');
    onMenu(row, positionOf(event));
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
            maxRows={slots}
            rowHeight={rowHeight}
            selected={cursor}
            top={HEADER_HEIGHT}
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
    // Rows far outside the viewport aren't kept rendered, because elements are reused.
    { cursor: -1, headHeight: HEADER_HEIGHT, overscan: OVERSCAN },
  );
  const page = Math.max(1, Math.floor(height / rowHeight) - 1);
  // The maximum number of rows rendered at once, so that a row that disappears at one edge can be reused at the other.
  const slots = Math.max(drawn.length, Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN);
  return { box, drawn, totalHeight, rowHeight, page, slots };
}

/** If none of the table's lines is selected, selects the first one. Returns -1 if the table is empty. */
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
  <div ref={ref} role="row" aria-rowindex={1} className={`label ${styles.head}`}>
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

/**
 * Pages are loaded when they scroll into view. Until then, lines keep showing earlier data, so that the table doesn't
 * flicker.
 */
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

interface ReviewRowProps {
  readonly row: ReviewRow | null;
  readonly index: number;
  /** In pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  readonly hasCursor: boolean;
  readonly colourOf: (role: string) => string;
  onSelect(index: number, mode: SelectionMode): void;
  onPlay(index: number): void;
  onPlayFrom(index: number, share: number): void;
}

const NEW_TAKE = { ['--c' as string]: 'var(--flight)' };

/**
 * Returns a flag for each finding, so that they are counted like other flags. There is only space for the most serious
 * flag. The take panel shows all of them.
 */
const singleFlags = (flag: Suspicion): readonly Suspicion[] =>
  flag.kind === 'words' ? flag.findings.map((finding) => ({ ...flag, findings: [finding] })) : [flag];

const rowElementId = (index: number): string => `review-row-${index}`;

function rowIndexOf(element: EventTarget): number | null {
  const row = element instanceof Element ? element.closest('[id^="review-row-"]') : null;
  return row === null ? null : Number(row.id.slice('review-row-'.length));
}

const cellClass = (name: 'role' | 'flags' | 'verdict', isFull: boolean): string =>
  isFull ? `${styles[name]} ${styles.cut}` : (styles[name] ?? '');

const Row = memo(
  ({ row, index, top, isSelected, hasCursor, colourOf, onSelect, onPlay, onPlayFrom }: ReviewRowProps) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles keys for its rows
    <div
      id={rowElementId(index)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-cursor={hasCursor}
      className={styles.row}
      style={{ top }}
      onClick={(event) => onSelect(index, selectionMode(event))}
      onDoubleClick={() => onPlay(index)}
    >
      {row && <Cells row={row} colourOf={colourOf} onPlayFrom={(share) => onPlayFrom(index, share)} />}
    </div>
  ),
);

const selectionMode = (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): SelectionMode => {
  if (event.shiftKey) return 'extend';
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only';
};

interface CellsProps extends Pick<ReviewRowProps, 'colourOf'> {
  readonly row: ReviewRow;
  onPlayFrom(share: number): void;
}

function Cells({ row, colourOf, onPlayFrom }: CellsProps) {
  const { take, roles, status } = row;
  const isNew = useRetakes((retakes) => hasUnheardRetake(retakes, row));
  const mark = useConsentMarks().get(row.lineId);
  const flags = (take?.flags ?? []).flatMap(singleFlags).map(flagText);
  const flag = mark ? undefined : flags[0];
  const others = mark ? flags : flags.slice(1);
  return (
    <>
      <span role="gridcell" className={styles.number}>
        {lineNumber(row)}
      </span>
      <span role="gridcell" className={cellClass('role', roles.length > 1)} title={listed(roles)}>
        {roles.map((role, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are reused for other lines while scrolling
          <RoleName key={at} role={role} colour={colourOf(role)} />
        ))}
      </span>
      <span role="gridcell" className={styles.line} title={row.turns.map(({ text }) => text).join('\n')}>
        <span className={styles.words}>{row.excerpt}</span>
        {isNew && (
          <span className="tag" title={t('row.newTakeHint')} style={NEW_TAKE}>
            {t('row.newTake')}
          </span>
        )}
        <Note row={row} />
      </span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table handles keys for its rows */}
      <span
        role="gridcell"
        className={styles.waveform}
        data-plays={take !== null}
        onClick={take ? (event) => selectionMode(event) === 'only' && onPlayFrom(shareAt(event)) : undefined}
        // Each click seeks, so a double click must not trigger the row's own action.
        onDoubleClick={(event) => event.stopPropagation()}
      />
      <span role="gridcell" className={styles.seconds}>
        {take ? formatSigned(take.durationSeconds, 1) : ''}
      </span>
      <span
        role="gridcell"
        className={cellClass('flags', take === null || take.flags.length > 0 || mark !== undefined)}
      >
        {!take && (
          <span className={styles.none}>
            <StatusDot status={status} /> {STATUS[status].label}
          </span>
        )}
        {mark && <ConsentTag state={mark} />}
        {flag && (
          <span className="tag" title={`${flag.label}\n${flag.meaning}`} style={{ ['--c' as string]: flag.colour }}>
            {flag.label}
          </span>
        )}
        {others.length > 0 && (
          <span className={styles.more} title={others.map(({ label }) => label).join('\n')}>
            +{others.length}
          </span>
        )}
      </span>
      <span
        role="gridcell"
        className={cellClass('verdict', take?.verdict === 'rejected' || take?.audioProblem != null)}
      >
        <VerdictTag row={row} />
      </span>
    </>
  );
}

/** The latest open note or, if all are done, the latest one. The tooltip shows all of them. */
function Note({ row: { notes } }: { readonly row: ReviewRow }) {
  const open = notes.filter(({ doneAt }) => doneAt === null);
  const shown = open.at(-1) ?? notes.at(-1);
  if (!shown) return null;
  const hints = notes.map(({ take, text, doneAt }) =>
    t('row.noteHint', { take: take ?? 0, note: text, state: doneAt === null ? 'open' : 'done' }),
  );
  return (
    <span className={styles.noted} data-done={shown.doneAt !== null} title={hints.join('\n')}>
      <StickyNote size={11} aria-label={t('row.note')} /> {open.length > 1 && <b>{open.length} </b>}
      {shown.text}
    </span>
  );
}

function VerdictTag({ row: { take, status } }: { readonly row: ReviewRow }) {
  if (!take) return null;
  const tag = (label: string, colour: string, { when, meaning }: { when?: string; meaning?: string } = {}) => (
    <span className="tag" title={meaning} style={{ ['--c' as string]: colour }}>
      {label}
      {when && <span className={styles.when}> {when}</span>}
    </span>
  );
  if (status === 'in-flight') return tag(t('row.inFlight'), 'var(--flight)');
  if (take.verdict === 'approved') return tag(t('row.approved'), 'var(--fresh)');
  if (take.verdict === 'rejected') return tag(t('row.rejected'), 'var(--fail)', { when: formatClock(take.createdAt) });
  if (take.audioProblem) return tag(t(`row.file.${take.audioProblem}`), 'var(--fail)');
  if (status === 'stale') return tag(t('row.stale'), 'var(--stale)', { meaning: statusHint('stale') });
  if (take.isKept) return tag(t('row.kept'), 'var(--fresh)');
  return <span className="dim">–</span>;
}
