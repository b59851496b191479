import { useState } from 'react';
import { useAsk } from '../bridge/use-ask.ts';
import { formatClockSeconds } from '../ui/format.ts';
import styles from './production-inspector.module.css';
import { logWords } from './wording.ts';

/** Up to this many of the newest entries are shown. */
const SHOWN = 200;

/** What happened in the run, newest first; open on request. */
export function RunLog() {
  const [isOpen, setOpen] = useState(false);
  const { data: log } = useAsk('production.log', {});
  if (!log || log.length === 0) return null;
  return (
    <details className={styles.log} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="label">Log</summary>
      {isOpen && (
        <ol>
          {log
            .slice(-SHOWN)
            .toReversed()
            .map((entry) => (
              <li key={`${entry.at} ${entry.kind} ${entry.batch} ${entry.line}`}>
                <time>{formatClockSeconds(entry.at)}</time> {logWords(entry)}
              </li>
            ))}
        </ol>
      )}
    </details>
  );
}
