// A toolbar above a table, with a search field, the number of results, and buttons.
import type { ComponentProps, ReactNode } from 'react';
import { SearchField } from '../ui/fields/search-field.tsx';
import styles from './cast.module.css';

interface SearchBarProps extends Omit<ComponentProps<typeof SearchField>, 'className'> {
  readonly summary: string;
  readonly children?: ReactNode;
}

export function SearchBar({ summary, children, ...field }: SearchBarProps) {
  return (
    <div className={styles.bar}>
      <SearchField {...field} className={styles.field} />
      <p role="status" className="dim figures">
        {summary}
      </p>
      {children && <span className="grow" />}
      {children}
    </div>
  );
}
