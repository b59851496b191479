import type { LineStatus } from '../../shared/model/line-status.ts';
import styles from './status-dot.module.css';
import { STATUS, statusHint } from './wording/status.ts';

/** A line's state as a dot of 8 pixels: colour and form both tell it; its name is read out. */
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
