// What an export would come to, in figures and in sentences.
import { Button } from '@mantine/core';
import type { ExportOutlook } from '../../shared/ipc/export-requests.ts';
import { runCommand } from '../ui/commands.ts';
import { Figures } from '../ui/figures.tsx';
import { formatCount, formatCounted, formatDuration, nounFor } from '../ui/format.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { statusHint } from '../ui/wording/status.ts';
import { FailedLines } from './failed-lines.tsx';
import styles from './outlook-view.module.css';

/** The large figures. */
export function OutlookFigures({ outlook }: { readonly outlook: ExportOutlook }) {
  const { lines, sizeBytes, durationSeconds } = outlook;
  return (
    <Figures
      figures={[
        { value: formatCount(lines.exported), label: nounFor(lines.exported, 'file') },
        { value: formatDuration(durationSeconds), label: 'of audio' },
        { value: `~${formatBytes(sizeBytes)}`, label: 'in size' },
        { value: formatCount(lines.withoutTake), label: 'without a take' },
        {
          value: formatCount(lines.exportedStale + lines.staleLeftOut),
          label: lines.staleLeftOut > 0 ? 'stale, left out' : 'stale, exported',
          hint: statusHint('stale'),
        },
      ]}
    />
  );
}

/** What is left out and why, and what would fail. */
export function OutlookRemarks({ outlook }: { readonly outlook: ExportOutlook }) {
  const { lines, damaged, hasPauseMarks } = outlook;
  return (
    <div className={styles.remarks}>
      {hasPauseMarks && <p>The script’s [pause] marks are in no file: each file holds its line alone.</p>}
      {lines.withoutTake > 0 && (
        <p>
          {formatCounted(lines.withoutTake, 'line')} of {formatCount(lines.inScope)}{' '}
          {lines.withoutTake === 1 ? 'has no take and is' : 'have no take and are'} left out.{' '}
          <Button size="compact-xs" onClick={() => runCommand('go.production')}>
            Render them…
          </Button>
        </p>
      )}
      {lines.notApproved > 0 && (
        <p>
          {formatCounted(lines.notApproved, 'line')} {lines.notApproved === 1 ? 'is' : 'are'} not approved and left out.{' '}
          <Button size="compact-xs" onClick={() => runCommand('go.review')}>
            Review them…
          </Button>
        </p>
      )}
      {damaged.count > 0 && (
        <section className={styles.damaged} aria-labelledby="export-damaged">
          <h2 id="export-damaged">
            {formatCounted(damaged.count, 'line')} would fail: {damaged.count === 1 ? 'its' : 'their'} audio is not as
            it was kept
          </h2>
          <FailedLines label="Lines that would fail" lines={damaged.lines} count={damaged.count} />
        </section>
      )}
    </div>
  );
}
