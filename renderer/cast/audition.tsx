// Auditions of a role: which of its lines is heard, by one voice, or by several side by side.
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { CastRole, CastVoice } from '../../shared/ipc/cast-requests.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { hear } from '../ui/audition.ts';
import { formatCount, formatCounted } from '../ui/format.ts';
import { usePlayer } from '../ui/player-store.ts';
import { useRoleColours } from '../ui/role-name.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { Editable } from '../ui/writing.tsx';
import styles from './audition.module.css';
import { castRole } from './cast-changes.ts';
import { useCast } from './cast-store.ts';
import { traitWords, whyNot } from './cast-words.ts';

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

interface ComparePanelProps {
  readonly voices: readonly CastVoice[];
  readonly role: CastRole;
}

/** Up to four voices side by side, each saying the same line of the role. */
export function ComparePanel({ voices, role }: ComparePanelProps) {
  const line = useChosenLine(role);
  const colour = useRoleColours()(role.name);
  const { endComparing } = useCast.getState();
  const say = ({ id, name }: CastVoice): Promise<boolean> =>
    line === null ? Promise.resolve(false) : hearLine({ role: role.name, line, voice: id, voiceName: name, colour });
  const sayAll = async () => {
    for (const voice of voices) if (!(await say(voice))) return;
  };
  return (
    <section className={styles.compare} aria-label="Voices side by side">
      <div className={styles.head}>
        <h3 className="label">Side by side</h3>
        <Button disabled={line === null} onClick={() => void sayAll().catch(notifyFailure)}>
          Hear all in turn
        </Button>
        <Button onClick={endComparing}>End</Button>
      </div>
      <LineChooser role={role} />
      <div className={styles.voices}>
        {voices.map((voice) => (
          <Compared key={voice.id} voice={voice} role={role} onHear={() => void say(voice).catch(notifyFailure)} />
        ))}
      </div>
    </section>
  );
}

interface ComparedProps {
  readonly voice: CastVoice;
  readonly role: CastRole;
  onHear(): void;
}

function Compared({ voice, role, onHear }: ComparedProps) {
  const isPlaying = usePlayer(
    ({ track, status }) => status === 'playing' && track?.title === `${voice.name} as ${role.name}`,
  );
  const isCast = role.voice === voice.id;
  return (
    <article className={styles.voice} aria-label={voice.name} data-playing={isPlaying}>
      <div className={styles.title}>
        <b className="cut">{voice.name}</b>
        <ActionIcon
          size={20}
          aria-label={`Leave ${voice.name} out`}
          onClick={() => useCast.getState().compare(voice.id)}
        >
          <X size={12} aria-hidden />
        </ActionIcon>
      </div>
      <p className={styles.traits} title={traitWords(voice)}>
        {whyNot(voice) ?? traitWords(voice)}
      </p>
      <div className={styles.deeds}>
        <Button aria-label={`Hear the line by ${voice.name}`} onClick={onHear}>
          Hear
        </Button>
        <Editable>
          <Button
            aria-label={`${isCast ? 'Is cast' : 'Cast'}: ${voice.name}`}
            disabled={!voice.isCastable || isCast}
            onClick={() => castRole(role.name, voice.id, voice.name)}
          >
            {isCast ? 'Is cast' : 'Cast'}
          </Button>
        </Editable>
      </div>
    </article>
  );
}
