// What screens are made of: their frame, their large figures, and what stands where there is nothing yet.
import { type ReactNode, useId } from 'react';
import styles from './screen-parts.module.css';

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

export interface Figure {
  readonly value: string;
  /** What it counts; it may hold a count itself. */
  readonly label: string;
  /** What a word of it means. */
  readonly hint?: string;
}

/** Large figures in a row, each with what it counts. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ value, label, hint }) => (
        <div key={label.replace(/[\d,]+/g, '')} title={hint}>
          <dd>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}

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
      {children && <div className={styles.emptyActions}>{children}</div>}
    </div>
  );
}

/** How many figures and rows what is awaited is drawn with. */
const AWAITED = { figures: 4, rows: 6 } as const;

/** Where figures and a table are being worked out: their shape, which is seen once that takes a moment. @param label said of it */
export function Awaited({ label }: { readonly label: string }) {
  const several = (count: number) => Array.from({ length: count }, (_, at) => at);
  return (
    <div role="status" aria-label={label} aria-busy className={styles.awaited}>
      <div className={styles.figures}>
        {several(AWAITED.figures).map((at) => (
          <i key={at} className={styles.awaitedFigure} />
        ))}
      </div>
      {several(AWAITED.rows).map((at) => (
        <i key={at} className={styles.awaitedRow} />
      ))}
    </div>
  );
}

/** A name and what it is, in a list of such. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
