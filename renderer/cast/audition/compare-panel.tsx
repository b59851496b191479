// Up to four voices side by side, each saying the same line of the role.
import { ActionIcon, Button } from '@mantine/core';
import { X } from 'lucide-react';
import type { CastRole, CastVoice } from '../../../shared/ipc/cast-requests.ts';
import { usePlayer } from '../../ui/player-store.ts';
import { useRoleColours } from '../../ui/role-colours.ts';
import { notifyFailure } from '../../ui/toast.tsx';
import { Editable } from '../../ui/writing.tsx';
import { castRole } from '../cast-changes.ts';
import { useCast } from '../cast-store.ts';
import { traitWords, whyNot } from '../cast-words.ts';
import styles from './audition.module.css';
import { hearLine, LineChooser, useChosenLine } from './line-chooser.tsx';

interface ComparePanelProps {
  readonly voices: readonly CastVoice[];
  readonly role: CastRole;
}

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
