import { Button, Progress } from '@mantine/core';
import type { ExportProgress } from '../../shared/model/export.ts';
import { ask } from '../bridge/ask.ts';
import { Figures } from '../ui/figures.tsx';
import { formatCount, formatDuration } from '../ui/format.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { useFocusAtFirst } from '../ui/use-focus-at-first.ts';
import { ExportFrame } from './export-frame.tsx';
import styles from './export-progress.module.css';

interface ExportProgressViewProps {
  readonly progress: ExportProgress;
  /** The folder; null where it is not known. */
  readonly path: string | null;
}

/** How far the export is, and the way to end it. */
export function ExportProgressView({ progress, path }: ExportProgressViewProps) {
  const { done, total, file, secondsLeft } = progress;
  const button = useFocusAtFirst<HTMLButtonElement>();
  const words = total > 0 ? `${formatCount(done)} of ${formatCount(total)} files` : 'Looking at what is there…';
  return (
    <ExportFrame
      about={path === null ? 'Files are being written.' : `Files are being written to ${path}.`}
      actions={
        <Button ref={button} onClick={() => void ask('export.cancel', {}).catch(notifyFailure)}>
          Cancel the export
        </Button>
      }
    >
      <Figures
        figures={[
          { value: total > 0 ? `${formatCount(done)} / ${formatCount(total)}` : '–', label: 'files written' },
          { value: secondsLeft === null ? '–' : formatDuration(secondsLeft), label: 'left' },
        ]}
      />
      <div className={styles.progress}>
        <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={words} />
        <p role="status" className="unseen">
          {total > 0 ? 'The export is under way.' : words}
        </p>
        <p className={styles.file}>{file ?? words}</p>
        <p className="dim">
          You may go on working. If you cancel, what is complete stays, and a later export writes the rest.
        </p>
      </div>
    </ExportFrame>
  );
}
