import { StickyNote } from 'lucide-react';
import { memo } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { listed, words } from '../locales/words.ts';
import { formatClock, formatSigned } from '../ui/format.ts';
import { RoleName } from '../ui/role-name.tsx';
import { shareAt } from '../ui/sound/play-line.ts';
import { StatusDot } from '../ui/status-marks.tsx';
import { hasUnheardRetake, useRetakes } from '../ui/use-take-actions.ts';
import { flagText } from '../ui/wording/flags.ts';
import { STATUS, statusHint } from '../ui/wording/status.ts';
import styles from './review-table.module.css';
import type { SelectionMode } from './row-selection.tsx';

const t = words('review');

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

/** Only the worst flag fits; the take panel shows all. */
const SHOWN_FLAGS = 1;

export const rowElementId = (index: number): string => `review-row-${index}`;

export function rowIndexOf(element: EventTarget): number | null {
  const row = element instanceof Element ? element.closest('[id^="review-row-"]') : null;
  return row === null ? null : Number(row.id.slice('review-row-'.length));
}

const cellClass = (name: 'role' | 'flags' | 'verdict', isFull: boolean): string =>
  isFull ? `${styles[name]} ${styles.cut}` : (styles[name] ?? '');

export const Row = memo(
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
  const hidden = (take?.flags.length ?? 0) - SHOWN_FLAGS;
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
      <span role="gridcell" className={cellClass('flags', take === null || take.flags.length > 0)}>
        {!take && (
          <span className={styles.none}>
            <StatusDot status={status} /> {STATUS[status].label}
          </span>
        )}
        {take?.flags.slice(0, SHOWN_FLAGS).map((flag, at) => {
          const { label, meaning, colour } = flagText(flag);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={at} className="tag" title={meaning} style={{ ['--c' as string]: colour }}>
              {label}
            </span>
          );
        })}
        {hidden > 0 && <span className="dim">+{hidden}</span>}
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

/** The displayed take's note, or else the latest note on another take of the line. */
function Note({ row: { take, earlierNotes } }: { readonly row: ReviewRow }) {
  const [latest] = earlierNotes;
  const shown = take?.note ? { take: take.number, note: take.note } : latest;
  if (!shown) return null;
  return (
    <span className={styles.noted} title={t('row.noteHint', { take: shown.take, note: shown.note })}>
      <StickyNote size={11} aria-label={t('row.note')} /> {shown.note}
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
