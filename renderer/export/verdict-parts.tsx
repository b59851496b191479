import type { ExportVerdict, ReportedExport } from '../../shared/model/export/export.ts';
import type { ExportTarget } from '../../shared/model/export/export-target.ts';
import { verdictRowText, verdictSummary } from '../../shared/words/verdict-words.ts';
import { listed, tDelivery, words } from '../locales/words.ts';
import styles from './export-screen.module.css';

const t = words('exporting');

const NO_COVER = { cover: null };

interface VerdictPartProps {
  readonly verdict: ExportVerdict | null;
  /** Omitted if the export has no cover. */
  readonly target?: Pick<ExportTarget, 'cover'> | undefined;
}

export function VerdictPart({ verdict, target = NO_COVER }: VerdictPartProps) {
  if (!verdict) return null;
  return (
    <div className={styles.verdict} data-verdict={verdict.kind}>
      <p>{verdictSummary(tDelivery, verdict)}</p>
      {verdict.rows.length > 0 && (
        <ul aria-label={t('checks')}>
          {verdict.rows
            .map((row) => verdictRowText(tDelivery, target, row, listed))
            .map((text) => (
              <li key={text}>{text}</li>
            ))}
        </ul>
      )}
    </div>
  );
}

export function outcomeTone(
  report: Pick<ReportedExport, 'outcome' | 'failedLines' | 'leftOutLines' | 'verdict'>,
): ReportedExport['outcome'] | 'failed' | 'incomplete' {
  const { outcome, failedLines, leftOutLines, verdict } = report;
  if (failedLines > 0 || outcome !== 'done') return failedLines > 0 ? 'failed' : outcome;
  if (verdict?.kind === 'incomplete' || leftOutLines > 0) return 'incomplete';
  return verdict?.kind === 'failed' ? 'failed' : 'done';
}
