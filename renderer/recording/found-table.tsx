import { Checkbox } from '@mantine/core';
import { Play, Square } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { FoundLine } from '../../shared/ipc/conform-requests.ts';
import { words } from '../locales/words.ts';
import { IconButton } from '../ui/fields/icon-button.tsx';
import { formatPercent, formatPosition } from '../ui/format.ts';
import { RoleName, useRoleColours } from '../ui/role-name.tsx';
import { canBeAdded, type RecordingCut, type RecordingRow } from './found-rows.ts';
import styles from './recording.module.css';

const t = words('recording');

interface FoundTableProps {
  readonly rows: readonly RecordingRow[];
  readonly added: ReadonlySet<number>;
  /** The key of the row that is playing; null if none is. */
  readonly heard: string | null;
  readonly replaceApproved: boolean;
  onAdd(lineId: number, isAdded: boolean): void;
  onHear(row: RecordingRow, cut: RecordingCut): void;
}

export function FoundTable({ rows, added, heard, replaceApproved, onAdd, onHear }: FoundTableProps) {
  const colourOf = useRoleColours();
  const scroll = useRef<HTMLDivElement>(null);
  // The focused button of the search is gone.
  useEffect(() => scroll.current?.focus({ preventScroll: true }), []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable
    <div ref={scroll} className={`framed ${styles.scroll}`} role="region" aria-label={t('table')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{t('column.add')}</span>
            </th>
            <th scope="col">{t('column.line')}</th>
            <th scope="col">{t('column.text')}</th>
            <th scope="col">{t('column.cut')}</th>
            <th scope="col">{t('column.match')}</th>
            <th scope="col">
              <span className="unseen">{t('column.hear')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              isAdded={row.kind === 'line' && added.has(row.line.lineId)}
              isHeard={heard === row.key}
              replaceApproved={replaceApproved}
              colourOf={colourOf}
              onAdd={onAdd}
              onHear={onHear}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<FoundTableProps, 'replaceApproved' | 'onAdd' | 'onHear'> {
  readonly row: RecordingRow;
  readonly isAdded: boolean;
  readonly isHeard: boolean;
  readonly colourOf: (role: string) => string;
}

const Row = memo(({ row, isAdded, isHeard, replaceApproved, colourOf, onAdd, onHear }: RowProps) => {
  const cut = row.kind === 'line' ? row.line.stretch : row.cut;
  return (
    <tr data-kind={row.kind} data-added={isAdded}>
      <td>
        {row.kind === 'line' && canBeAdded(row.line) && (
          <Checkbox
            size="xs"
            classNames={{ body: styles.box ?? '' }}
            aria-label={t('add', { line: row.line.line })}
            checked={isAdded}
            onChange={({ currentTarget }) => onAdd(row.line.lineId, currentTarget.checked)}
          />
        )}
      </td>
      <td className="figures">{row.kind === 'line' ? row.line.line : ''}</td>
      <td className={styles.text}>
        {row.kind === 'line' ? (
          <span className="cut-at-two" dir="auto" title={row.line.text}>
            {row.line.roles.map((role) => (
              <RoleName key={role} role={role} colour={colourOf(role)} />
            ))}{' '}
            {row.line.text}
          </span>
        ) : (
          <span className="dim">
            {row.kind === 'extra' ? t('extra') : t(`repeat.${row.isComplete ? 'complete' : 'falseStart'}`)}
          </span>
        )}
      </td>
      <td className={`figures ${styles.cut}`}>
        {cut && t('range', { from: formatPosition(cut.startSeconds), to: formatPosition(cut.endSeconds) })}
      </td>
      <td>{row.kind === 'line' && <Match line={row.line} replaceApproved={replaceApproved} />}</td>
      <td>
        {cut && (
          <IconButton
            icon={isHeard ? Square : Play}
            size={24}
            label={isHeard ? t('stop') : hearLabel(row, cut)}
            onClick={() => onHear(row, cut)}
          />
        )}
      </td>
    </tr>
  );
});

function hearLabel(row: RecordingRow, { startSeconds }: RecordingCut): string {
  if (row.kind === 'extra') return t('hearExtra', { from: formatPosition(startSeconds) });
  return t(row.kind === 'line' ? 'hear' : 'hearRepeat', { line: row.line.line });
}

function Match({ line, replaceApproved }: { readonly line: FoundLine; readonly replaceApproved: boolean }) {
  const { confidence } = line;
  const note = noteOf(line, replaceApproved);
  return (
    <span className={styles.match}>
      {confidence !== null && <span className="figures">{formatPercent(100 * confidence)}</span>}
      {note && (
        <span className="tag" title={t(`stateHint.${note}`)} style={{ ['--c' as string]: COLOURS[note] }}>
          {t(`state.${note}`)}
        </span>
      )}
    </span>
  );
}

const COLOURS = {
  missing: 'var(--fail)',
  blocked: 'var(--fail)',
  doubtful: 'var(--stale)',
  approved: 'var(--fresh)',
} as const;

function noteOf({ state, isDoubtful }: FoundLine, replaceApproved: boolean): keyof typeof COLOURS | null {
  if (state === 'missing' || state === 'blocked') return state;
  if (isDoubtful) return 'doubtful';
  return state === 'approved-kept' && !replaceApproved ? 'approved' : null;
}
