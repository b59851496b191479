import type { ComponentProps, ReactNode } from 'react';
import { SearchField } from '../ui/search-field.tsx';
import styles from './cast.module.css';

interface SearchBarProps extends Omit<ComponentProps<typeof SearchField>, 'className'> {
  /** How much there is, and how much of it was found. */
  readonly summary: string;
  /** Buttons at the end. */
  readonly children?: ReactNode;
}

/** Stands above a table. */
export function SearchBar({ summary, children, ...field }: SearchBarProps) {
  return (
    <div className={styles.bar}>
      <SearchField {...field} className={styles.field} />
      <p role="status" className="dim figures">
        {summary}
      </p>
      {children && <span className={styles.room} />}
      {children}
    </div>
  );
}
