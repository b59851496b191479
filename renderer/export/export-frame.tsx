import type { ReactNode } from 'react';
import styles from './export-screen.module.css';

interface ExportFrameProps {
  /** A line below the title. */
  readonly about: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The screen's frame: title and actions, then what is to be seen. */
export function ExportFrame({ about, actions, children }: ExportFrameProps) {
  return (
    <section className={styles.screen} aria-labelledby="export-title">
      <header className={styles.head}>
        <div>
          <h1 id="export-title" className="screen-title">
            Export
          </h1>
          <p className="dim">{about}</p>
        </div>
        <div className={styles.actions}>{actions}</div>
      </header>
      {children}
    </section>
  );
}
