import { type ReactNode, useId } from 'react';
import styles from './screen-parts.module.css';

interface ScreenFrameProps {
  readonly title: string;
  readonly about: string;
  readonly besideTitle?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether to add space at the bottom. Tables extend to the edge instead. */
  readonly hasBottomSpace?: boolean;
  readonly children: ReactNode;
}

export function ScreenFrame({ title, about, besideTitle, actions, hasBottomSpace, children }: ScreenFrameProps) {
  const id = useId();
  return (
    <section className={styles.screen} aria-labelledby={id} data-ends={hasBottomSpace || undefined}>
      <header className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1 id={id} className="screen-title">
              {title}
            </h1>
            {besideTitle}
          </div>
          <p className="dim">{about}</p>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

interface SectionProps {
  readonly title: string;
  /** Needed only if other elements refer to the heading. */
  readonly id?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A section with a small heading as its label. */
export function Section({ title, id, className, children }: SectionProps) {
  const ownId = useId();
  const headingId = id ?? ownId;
  return (
    <section className={className} aria-labelledby={headingId}>
      <h2 id={headingId} className="label">
        {title}
      </h2>
      {children}
    </section>
  );
}

export interface Figure {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

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
  readonly detail: ReactNode;
  readonly children?: ReactNode;
}

export function EmptyState({ title, detail, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{detail}</p>
      {children && <div className={styles.emptyActions}>{children}</div>}
    </div>
  );
}

const PLACEHOLDER_COUNTS = { figures: 4, rows: 6 } as const;

export function LoadingPlaceholder({ label }: { readonly label: string }) {
  const several = (count: number) => Array.from({ length: count }, (_, at) => at);
  return (
    <div role="status" aria-label={label} aria-busy className={styles.awaited}>
      <div className={styles.figures}>
        {several(PLACEHOLDER_COUNTS.figures).map((at) => (
          <i key={at} className={styles.awaitedFigure} />
        ))}
      </div>
      {several(PLACEHOLDER_COUNTS.rows).map((at) => (
        <i key={at} className={styles.awaitedRow} />
      ))}
    </div>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
