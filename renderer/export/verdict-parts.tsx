import { Button, Group } from '@mantine/core';
import type { ExportVerdict, ReportedExport } from '../../shared/model/export/export.ts';
import type { ExportTarget } from '../../shared/model/export/export-target.ts';
import { verdictRowText, verdictSummary } from '../../shared/words/verdict-words.ts';
import { listed, tDelivery, words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './export-screen.module.css';
import { FailedLines } from './failed-lines.tsx';

const t = words('exporting');

interface IncompleteDialogProps {
  readonly verdict: ExportVerdict;
  onExport(): void;
  onClose(): void;
}

export function IncompleteDialog({ verdict, onExport, onClose }: IncompleteDialogProps) {
  const { missing, missingLines, outdated, outdatedLines } = verdict;
  return (
    <Dialog title={t('ask.title')} width={620} onClose={onClose}>
      <div className={styles.ask}>
        <p>{verdictSummary(tDelivery, verdict)}</p>
        {missingLines > 0 && (
          <section aria-labelledby="ask-missing">
            <h3 id="ask-missing">{tDelivery('verdict.missingLines')}</h3>
            <FailedLines label={tDelivery('verdict.missingLines')} lines={missing} count={missingLines} />
          </section>
        )}
        {outdatedLines > 0 && (
          <section aria-labelledby="ask-outdated">
            <h3 id="ask-outdated">{tDelivery('verdict.outdatedLines')}</h3>
            <FailedLines label={tDelivery('verdict.outdatedLines')} lines={outdated} count={outdatedLines} />
          </section>
        )}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('ask.cancel')}
          </Button>
          <Button onClick={() => runCommand('go.production')}>{t('ask.render')}</Button>
          <Button variant="filled" onClick={onExport}>
            {t('ask.export')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

const NO_COVER = { cover: null };

interface VerdictPartProps {
  readonly verdict: ExportVerdict | null;
  /** Omitted for an export without a cover. */
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
