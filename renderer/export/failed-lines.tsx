// Lines that could not be exported, each with its reason and the way to it.
import type { FailedExport } from '../../shared/model/export.ts';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useView } from '../ui/view-store.ts';
import styles from './export-screen.module.css';
import { useRoving } from './use-roving.ts';

interface FailedLinesProps {
  readonly label: string;
  readonly lines: readonly FailedExport[];
  /** Of all of them, named or not. */
  readonly count: number;
}

function show(lineId: number): void {
  const { selectLine, goTo } = useView.getState();
  selectLine(lineId, true);
  goTo('script');
}

/** The named ones, each a way to its line in the script. */
export function FailedLines({ label, lines, count }: FailedLinesProps) {
  const roving = useRoving(lines.length);
  return (
    <>
      <ul className={styles.lines} aria-label={label} onKeyDown={roving.onKeyDown}>
        {lines.map(({ lineId, number, label: name, reason }, at) => (
          <li key={lineId}>
            <button type="button" className="text-button" onClick={() => show(lineId)} {...roving.control(at)}>
              Line {name ?? formatCount(number)}
            </button>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      {count > lines.length && <p className="dim">and {formatCounted(count - lines.length, 'line')} more</p>}
    </>
  );
}
