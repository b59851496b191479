// Beside the screen: presets, and the latest export.
import { Button } from '@mantine/core';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatCounted, formatMoment } from '../ui/format.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { useDraft } from './export-draft.ts';
import styles from './export-inspector.module.css';
import { PresetsPart } from './presets-part.tsx';

export function ExportInspector() {
  return (
    <div className={styles.inspector}>
      <PresetsPart />
      <LatestPart />
    </div>
  );
}

const OUTCOMES = {
  done: 'finished',
  cancelled: 'cancelled',
  closed: 'ended when the project was closed',
  stopped: 'stopped',
} as const;

/** The latest export stays readable for as long as the project remembers it. */
function LatestPart() {
  const { data: state } = useAsk('export.state', {});
  if (!state?.report || state.running) return null;
  const { report } = state;
  return (
    <section aria-labelledby="latest-export">
      <h2 id="latest-export" className="label">
        Latest export
      </h2>
      <div className={styles.latest}>
        <p>
          {formatMoment(report.finishedAt)}, {OUTCOMES[report.outcome]}: {formatCounted(report.files, 'file')}
          {report.failedLines > 0 && (
            <span className={styles.failed}>, {formatCounted(report.failedLines, 'line')} failed</span>
          )}
        </p>
        <p className="dim">{report.outDir}</p>
        <div className={styles.buttons}>
          <Button onClick={() => useDraft.getState().putAway(0)}>Show the report</Button>
          <Button onClick={() => void ask('shell.reveal', { what: 'export' }).catch(notifyFailure)}>
            Show its folder
          </Button>
        </div>
      </div>
    </section>
  );
}
