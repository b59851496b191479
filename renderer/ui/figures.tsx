import styles from './figures.module.css';

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
