import type { StatusCounts } from '../../shared/ipc/project-requests.ts';
import type { LineStatus } from '../../shared/model/line-status.ts';
import { listed, words } from '../locales/words.ts';
import styles from './status-marks.module.css';
import { PROGRESS_PARTS, STATUS, statusHint } from './wording/status.ts';

const t = words('ui');

export function StatusDot({ status }: { readonly status: LineStatus }) {
  const { label, colour, form } = STATUS[status];
  return (
    <span
      role="img"
      aria-label={label}
      title={statusHint(status)}
      className={styles[form]}
      style={{ ['--c' as string]: colour }}
    />
  );
}

export function progressText(counts: StatusCounts, lines: number): string {
  const parts = PROGRESS_PARTS.map(({ label, statuses }) => ({ label, count: sum(counts, statuses) }));
  const states = parts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => t('progress.part', { lines: count, state: label }));
  return states.length > 0 ? t('progress.all', { parts: listed(states), lines }) : t('progress.none', { lines });
}

/** Hidden from screen readers, so `progressText` must be shown next to it. */
export function ProgressBar({ counts, lines }: { readonly counts: StatusCounts; readonly lines: number }) {
  return (
    <div aria-hidden className={styles.bar}>
      {PROGRESS_PARTS.map(({ label, statuses, colour }) => {
        const count = sum(counts, statuses);
        return count > 0 && lines > 0 ? (
          <i key={label} style={{ width: `${(100 * count) / lines}%`, background: colour }} />
        ) : null;
      })}
    </div>
  );
}

const sum = (counts: StatusCounts, statuses: readonly (keyof StatusCounts)[]) =>
  statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);
