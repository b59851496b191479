import { type ReactNode, useId } from 'react';
import styles from './screen-frame.module.css';

interface ScreenFrameProps {
  readonly title: string;
  /** A line below the title. */
  readonly about: string;
  /** Stands beside the title. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether there is room below its end; a table goes to the edge. */
  readonly ends?: boolean;
  readonly children: ReactNode;
}

/** A screen: title and actions, then what is to be seen. */
export function ScreenFrame({ title, about, beside, actions, ends, children }: ScreenFrameProps) {
  const id = useId();
  return (
    <section className={styles.screen} aria-labelledby={id} data-ends={ends || undefined}>
      <header className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1 id={id} className="screen-title">
              {title}
            </h1>
            {beside}
          </div>
          <p className="dim">{about}</p>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
