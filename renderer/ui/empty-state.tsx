import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** What to do next. */
  readonly detail: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** Where there is nothing yet: says so, and what to do next. */
export function EmptyState({ title, detail, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{detail}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
