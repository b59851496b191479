import styles from './figures.module.css';

export interface Figure {
  readonly value: string;
  /** What it counts; it may hold a count itself. */
  readonly label: string;
}

/** Large figures in a row, each with what it counts. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ value, label }) => (
        <div key={label.replace(/[\d,]+/g, '')}>
          <dd>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}
