import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useEvent } from '../bridge/on-event.ts';
import { formatCount } from '../ui/format.ts';
import { useFocusAtFirst } from '../ui/use-focus-at-first.ts';
import styles from './export-dialog.module.css';

/** How far the export is. */
export function ExportProgress({ cancel }: { readonly cancel: () => void }) {
  const [{ done, total }, setProgress] = useState({ done: 0, total: 0 });
  const button = useFocusAtFirst<HTMLButtonElement>();
  useEvent('export-progress', setProgress);
  const words = total > 0 ? `${formatCount(done)} of ${formatCount(total)} files` : 'Looking at what is there…';
  return (
    <div className={styles.form}>
      <p role="status">{words}</p>
      <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={words} />
      <div className={styles.actions}>
        <Button ref={button} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
