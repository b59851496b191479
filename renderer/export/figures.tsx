import styles from './figures.module.css';

interface FiguresProps {
  readonly figures: readonly { readonly value: string; readonly label: string }[];
}

/** Large figures in a row, each with what it counts. */
export function Figures({ figures }: FiguresProps) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ value, label }) => (
        <div key={label}>
          <dd>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}
