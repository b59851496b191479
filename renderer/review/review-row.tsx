import { memo } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { formatClock } from '../ui/format.ts';
import { RoleName } from '../ui/role-name.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { flagWords } from '../ui/wording/flags.ts';
import { STATUS, statusHint } from '../ui/wording/status.ts';
import styles from './review-table.module.css';

interface RowProps {
  /** Null until it has come. */
  readonly row: ReviewRow | null;
  readonly index: number;
  /** Pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  readonly colourOf: (role: string) => string;
  onSelect(index: number): void;
  onPlay(index: number): void;
}

/** There is room for the worst one; the take's panel has them all. */
const SHOWN_FLAGS = 1;

/** The element's id of a row, to which the table points while it has the focus. */
export const rowElementId = (index: number): string => `review-row-${index}`;

/** The class of a cell. @param isFull whether it holds what may be too long for it */
const cell = (name: 'role' | 'flags' | 'verdict', isFull: boolean): string =>
  isFull ? `${styles[name]} ${styles.cut}` : (styles[name] ?? '');

/** A line with the take that it exports. */
export const Row = memo(({ row, index, top, isSelected, colourOf, onSelect, onPlay }: RowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the table takes the keys for its rows
  <div
    id={rowElementId(index)}
    role="row"
    aria-rowindex={index + 2}
    aria-selected={isSelected}
    className={styles.row}
    style={{ top }}
    onClick={() => onSelect(index)}
    onDoubleClick={() => onPlay(index)}
  >
    {row && <Cells row={row} colourOf={colourOf} />}
  </div>
));

interface CellsProps extends Pick<RowProps, 'colourOf'> {
  readonly row: ReviewRow;
}

function Cells({ row, colourOf }: CellsProps) {
  const { take, roles, status } = row;
  const hidden = (take?.flags.length ?? 0) - SHOWN_FLAGS;
  return (
    <>
      <span role="gridcell" className={styles.number}>
        {row.number}
      </span>
      <span role="gridcell" className={cell('role', roles.length > 1)} title={roles.join(', ')}>
        {roles.map((role, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the row is given other lines while it is scrolled
          <RoleName key={at} role={role} colour={colourOf(role)} />
        ))}
      </span>
      <span role="gridcell" className={styles.line} title={row.excerpt}>
        {row.excerpt}
      </span>
      <span role="gridcell" className={styles.waveform}>
        {!take && (
          <span className={styles.none}>
            <StatusDot status={status} /> {STATUS[status].label}
          </span>
        )}
      </span>
      <span role="gridcell" className={styles.seconds}>
        {take ? take.durationSeconds.toFixed(1) : ''}
      </span>
      <span role="gridcell" className={cell('flags', (take?.flags.length ?? 0) > 0)}>
        {take?.flags.slice(0, SHOWN_FLAGS).map((flag, at) => {
          const { label, meaning, colour } = flagWords(flag);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={at} className="tag" title={meaning} style={{ ['--c' as string]: colour }}>
              {label}
            </span>
          );
        })}
        {hidden > 0 && <span className="dim">+{hidden}</span>}
      </span>
      <span role="gridcell" className={cell('verdict', take?.verdict === 'rejected' || take?.audioProblem != null)}>
        <VerdictTag row={row} />
      </span>
    </>
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
  if (status === 'in-flight') return tag('on its way', 'var(--flight)');
  if (take.verdict === 'approved') return tag('approved', 'var(--fresh)');
  if (take.verdict === 'rejected') return tag('rejected', 'var(--fail)', { when: formatClock(take.createdAt) });
  if (take.audioProblem) return tag(`file ${take.audioProblem}`, 'var(--fail)');
  if (status === 'stale') return tag('stale', 'var(--stale)', { meaning: statusHint('stale') });
  if (take.isKept) return tag('kept', 'var(--fresh)');
  return <span className="dim">–</span>;
}
