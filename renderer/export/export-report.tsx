import { Button } from '@mantine/core';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { ask } from '../bridge/ask.ts';
import { formatCount, formatCounted } from '../ui/format.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { useFocusAtFirst } from '../ui/use-focus-at-first.ts';
import styles from './export-dialog.module.css';

interface ExportReportProps {
  readonly report: ReplyOf<'export.lines'>;
  readonly close: () => void;
  readonly again: () => void;
}

/** What came of an export. */
export function ExportReport({ report, close, again }: ExportReportProps) {
  const button = useFocusAtFirst<HTMLButtonElement>();
  const { files, folder, failed, notices } = report;
  return (
    <div className={styles.form}>
      <p role="status">
        <b>{formatCounted(files, 'file')}</b> in {folder}
      </p>
      {notices.length > 0 && (
        <ul className={styles.notices}>
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {failed.length > 0 && (
        <section>
          <h3 className={styles.failed}>{formatCounted(failed.length, 'line')} could not be exported</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul className={styles.reasons} tabIndex={0} aria-label="Lines that could not be exported">
            {failed.map(({ line, reason }) => (
              <li key={line}>
                Line {formatCount(line)}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles.actions}>
        <Button onClick={again}>Export again</Button>
        <Button onClick={() => void ask('shell.reveal', { what: 'export' }).catch(notifyFailure)}>
          Show in folder
        </Button>
        <Button ref={button} variant="filled" onClick={close}>
          Done
        </Button>
      </div>
    </div>
  );
}
