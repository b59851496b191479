import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { CastRole } from '../../../shared/ipc/cast-requests.ts';
import { formatCount } from '../../ui/format.ts';
import { useCast } from '../cast-store.ts';
import styles from './audition.module.css';
import { useChosenLine } from './hear-line.ts';

/** Which line of the role is heard: its words, and the way to the next one. */
export function LineChooser({ role }: { readonly role: CastRole }) {
  const line = useChosenLine(role);
  const lineAt = useCast((state) => state.lineAt);
  const at = Math.min(lineAt, Math.max(0, role.lines - 1));
  const { chooseLine } = useCast.getState();
  return (
    <div className={styles.chooser}>
      <p className={styles.words} title={line?.label}>
        {line?.text ?? ''}
      </p>
      <div className={styles.steps}>
        <span className="dim figures cut">
          {line?.label ?? ''} · {formatCount(at + 1)} of {formatCount(role.lines)}
        </span>
        <Tooltip label="The line before">
          <ActionIcon size={24} aria-label="Line before" disabled={at === 0} onClick={() => chooseLine(at - 1)}>
            <ChevronLeft size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Another line">
          <ActionIcon
            size={24}
            aria-label="Next line"
            disabled={at >= role.lines - 1}
            onClick={() => chooseLine(at + 1)}
          >
            <ChevronRight size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}
