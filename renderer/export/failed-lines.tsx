import type { FailedExport } from '../../shared/model/export/export.ts';
import { tExport, words } from '../locales/words.ts';
import { formatCount } from '../ui/format.ts';
import { useView } from '../ui/view-store.ts';
import styles from './export-screen.module.css';
import { useRoving } from './use-roving.ts';

const t = words('exporting');

interface FailedLinesProps {
  readonly label: string;
  readonly lines: readonly FailedExport[];
  /** The total number of lines, including those that aren't listed. */
  readonly count: number;
}

export function showLine(lineId: number): void {
  const { selectLine, goTo } = useView.getState();
  selectLine(lineId, true);
  goTo('script');
}

export function FailedLines({ label, lines, count }: FailedLinesProps) {
  const roving = useRoving(lines.length);
  return (
    <>
      <ul className={styles.lines} aria-label={label} onKeyDown={roving.onKeyDown}>
        {lines.map(({ lineId, number, label: name, roles, words: said, reason }, at) => (
          <li key={lineId}>
            <button type="button" className="text-button" onClick={() => showLine(lineId)} {...roving.control(at)}>
              {t('report.line', { line: name ?? formatCount(number) })}
            </button>
            {said !== undefined && (
              <span className="dim">{t('report.said', { roles: roles?.join(' + ') ?? '', words: said })}</span>
            )}
            <span>{tExport.reason(reason)}</span>
          </li>
        ))}
      </ul>
      {count > lines.length && <p className="dim">{t('report.more', { lines: count - lines.length })}</p>}
    </>
  );
}
