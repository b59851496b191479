import type { KeyboardEvent } from 'react';
import type { PickupLine, PickupPlace } from '../../../shared/model/pickups.ts';
import { words } from '../../locales/words.ts';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import type { PickupAction, PickupRow } from './pickup-choices.ts';
import styles from './pickups.module.css';

const t = words('pickups');

/** In pixels. */
const ROW = 46;
const BORDERS = 2;

const ACTION_KEYS: Readonly<Record<string, PickupAction>> = { n: 'note', r: 'retake', s: 'skip' };

interface PickupTableProps {
  readonly rows: readonly PickupRow[];
  readonly lines: ReadonlyMap<number, PickupLine>;
  readonly selected: number;
  onSelect(index: number): void;
  onAction(row: PickupRow, action: PickupAction): void;
}

export function PickupTable({ rows, lines, selected, onSelect, onAction }: PickupTableProps) {
  const onKey = (event: KeyboardEvent, row: PickupRow | undefined): boolean => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : ACTION_KEYS[event.key.toLowerCase()];
    if (!row || !action) return false;
    onAction(row, action);
    return true;
  };
  return (
    <div className={styles.table}>
      <div className={`${styles.columns} label`} aria-hidden>
        <span>{t('table.written')}</span>
        <span>{t('table.line')}</span>
        <span>{t('table.match')}</span>
        <span>{t('table.action')}</span>
      </div>
      <div className={`framed ${styles.list}`} style={{ height: `min(${rows.length * ROW + BORDERS}px, 38vh)` }}>
        <VirtualList
          label={t('table.label')}
          focusCount={1}
          items={rows}
          rowHeight={ROW}
          keyOf={({ index }) => index}
          selectedIndex={selected}
          onSelect={(_, index) => onSelect(index)}
          onKey={onKey}
          render={(row) => <PickupCells row={row} line={row.place ? lines.get(row.place.lineId) : undefined} />}
        />
      </div>
    </div>
  );
}

function PickupCells({ row, line }: { readonly row: PickupRow; readonly line: PickupLine | undefined }) {
  const { pickup, place, action } = row;
  return (
    <div className={styles.columns} data-skipped={action === 'skip'}>
      <span className="cut-at-two" dir="auto" title={pickup.text}>
        {pickup.text}
      </span>
      {place && line ? (
        <span className="cut-at-two" dir="auto">
          <span className="figures dim">{line.line}</span> <LineExcerpt line={line} place={place} />
        </span>
      ) : (
        <span className="fail">{t('table.noLine')}</span>
      )}
      <Confidence row={row} />
      <span className={action === 'skip' ? 'dim' : ''}>{t(`action.${action}`)}</span>
    </div>
  );
}

export function Confidence({ row }: { readonly row: PickupRow }) {
  const { confidence, isChosen, isKnown, pickup } = row;
  if (isChosen) return <span className="fresh">{t('confidence.chosen')}</span>;
  if (isKnown && confidence !== 'ask') return <span className="dim">{t('state.known')}</span>;
  if (pickup.isDone) return <span className="dim">{t('state.done')}</span>;
  if (confidence === null) return <span className="fail">{t('confidence.unmatched')}</span>;
  const tone = { sure: 'fresh', likely: '', ask: 'stale' }[confidence];
  return <span className={tone}>{t(`confidence.${confidence}`)}</span>;
}

/** In UTF-16 code units. */
const BEFORE = 36;

/** Shows the words in question with their context. */
function LineExcerpt({ line, place }: { readonly line: PickupLine; readonly place: PickupPlace }) {
  const { words: marked } = place;
  const start = marked === null || marked.from <= BEFORE ? 0 : line.text.indexOf(' ', marked.from - BEFORE) + 1;
  return <MarkedWords text={line.text} marked={marked} from={start} />;
}

interface MarkedWordsProps {
  readonly text: string;
  readonly marked: PickupPlace['words'];
  /** The position where the displayed text starts. */
  readonly from?: number;
}

export function MarkedWords({ text, marked, from = 0 }: MarkedWordsProps) {
  const lead = from > 0 ? '…' : '';
  if (marked === null) return lead + text.slice(from);
  const start = Math.min(from, marked.from);
  return (
    <>
      {start > 0 ? '…' : ''}
      {text.slice(start, marked.from)}
      <mark>{text.slice(marked.from, marked.to)}</mark>
      {text.slice(marked.to)}
    </>
  );
}
