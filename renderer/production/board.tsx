import { Webhook } from 'lucide-react';
import { memo } from 'react';
import type { BatchRow } from '../../shared/ipc/production-requests.ts';
import { words } from '../locales/words.ts';
import { formatClock, formatClockSeconds, formatCount } from '../ui/format.ts';
import { useDrawnRows } from '../ui/lists/virtual-rows.ts';
import { WEBHOOK_COLOURS, webhookLabel, webhookText } from '../ui/wording/webhooks.ts';
import styles from './board.module.css';
import { batchNumber, batchStateText, CELL_COLOURS, cellsText } from './wording.ts';

const t = words('production');

const ROW_HEIGHT = 34;
const HEADER_HEIGHT = 30;

const COLUMNS = ['batch', 'leaves', 'lines', 'characters', 'progress', 'state', 'back'] as const;

/** Virtualised, because a book has thousands of batches. */
export function Board({ batches, label }: { readonly batches: readonly BatchRow[]; readonly label: string }) {
  const { box, drawn, totalHeight } = useDrawnRows(
    { items: batches, rowHeight: ROW_HEIGHT, keyOf: ({ key }) => key, selectedIndex: -1 },
    { cursor: -1, headHeight: HEADER_HEIGHT },
  );
  return (
    <div className={styles.board} role="table" aria-label={label} aria-rowcount={batches.length + 1}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable */}
      <div ref={box} className={styles.rows} role="rowgroup" tabIndex={0}>
        <div role="row" className={`label ${styles.head}`} aria-rowindex={1}>
          {COLUMNS.map((name) => (
            <span key={name} role="columnheader" className={styles[name]}>
              {t(`board.columns.${name}`)}
            </span>
          ))}
        </div>
        <div className={styles.all} style={{ height: totalHeight }}>
          {drawn.map(({ key, item, index, start }) => (
            <Row key={key} batch={item} index={index} top={start} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface BatchRowProps {
  readonly batch: BatchRow;
  readonly index: number;
  readonly top: number;
}

const Row = memo(({ batch, index, top }: BatchRowProps) => {
  const { label, colour } = batchStateText(batch);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      data-state={batch.state}
    >
      <Cell name="batch">{batchNumber(batch)}</Cell>
      <Cell name="leaves">{batch.leavesAt === null ? '–' : formatClockSeconds(batch.leavesAt)}</Cell>
      <Cell name="lines" title={batch.lines}>
        <span className="cut-at-two">{batch.lines}</span>
      </Cell>
      <Cell name="characters">{formatCount(batch.characters)}</Cell>
      <Cell name="progress">
        <BatchCells cells={batch.cells} />
        <span aria-hidden className={`cut-at-two ${styles.said}`}>
          {cellsText(batch.cells)}
        </span>
      </Cell>
      <Cell name="state">
        <span className="tag" title={label} style={{ ['--c' as string]: colour }}>
          {label}
        </span>
        {batch.webhook && (
          <span
            role="img"
            aria-label={t('board.webhook', { outcome: webhookLabel(batch.webhook) })}
            title={webhookText(batch.webhook)}
            className={styles.webhook}
            style={{ color: WEBHOOK_COLOURS[batch.webhook.state] }}
          >
            <Webhook aria-hidden size={13} />
          </span>
        )}
      </Cell>
      <Cell name="back">{returnedText(batch)}</Cell>
    </div>
  );
});

interface CellProps {
  readonly name: (typeof COLUMNS)[number];
  readonly title?: string;
  readonly children: React.ReactNode;
}

function Cell({ name, title, children }: CellProps) {
  return (
    <span role="cell" className={styles[name]} title={title}>
      {children}
    </span>
  );
}

function returnedText({ state, backAt }: BatchRow): string {
  if (state === 'in-doubt') return t('board.replyLost');
  if (state === 'lost') return t('board.notComing');
  if (backAt === null) return '–';
  return state === 'done' || state === 'failed' ? formatClockSeconds(backAt) : formatClock(backAt);
}

const CELL_SIZE = 9;
const GAP = 2;
const CELLS_PER_ROW = 25;
const WIDTH = CELLS_PER_ROW * (CELL_SIZE + GAP) - GAP;
const HEIGHT = 2 * CELL_SIZE + GAP;

const BatchCells = memo(({ cells }: { readonly cells: string }) => (
  <svg
    role="img"
    aria-label={cellsText(cells)}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio="xMinYMid meet"
    width={WIDTH}
    height={HEIGHT}
    className={styles.cells}
    focusable="false"
  >
    {[...cells].map((letter, place) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order within a batch
        key={place}
        x={(place % CELLS_PER_ROW) * (CELL_SIZE + GAP)}
        y={Math.floor(place / CELLS_PER_ROW) * (CELL_SIZE + GAP)}
        width={CELL_SIZE}
        height={CELL_SIZE}
        rx={2}
        fill={CELL_COLOURS[letter]}
      />
    ))}
  </svg>
));
