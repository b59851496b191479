// The line of a role that auditions are heard with: to choose it, and to hear it by any voice.
import { ActionIcon, Tooltip } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { CastRole } from '../../../shared/ipc/cast-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { hear } from '../../ui/audition.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { useCast } from '../cast-store.ts';
import styles from './audition.module.css';

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

interface ChosenLine {
  readonly lineId: number;
  readonly label: string;
  readonly text: string;
}

/** The line of a role that auditions are heard with. */
export function useChosenLine(role: CastRole | null): ChosenLine | null {
  const lineAt = useCast((state) => state.lineAt);
  const at = Math.min(lineAt, Math.max(0, (role?.lines ?? 1) - 1));
  const asked = { role: role?.name ?? '', at };
  const { data } = useAsk('cast.lineAt', asked, { enabled: role !== null, placeholderData: keepPreviousData });
  return data ?? null;
}

interface Spoken {
  readonly role: string;
  readonly line: ChosenLine;
  readonly voice: string;
  readonly voiceName: string;
  readonly colour: string;
}

/** Has a line spoken. @returns whether it was heard to its end @throws BridgeFailure */
export const hearLine = ({ role, line, voice, voiceName, colour }: Spoken): Promise<boolean> =>
  hear(async () => {
    const { auditionId, characters } = await ask('cast.audition', { role, lineId: line.lineId, voice });
    const detail = `${line.label} · audition · ${formatCounted(characters, 'character')} used`;
    return { auditionId, title: `${voiceName} as ${role}`, colour, detail };
  });
