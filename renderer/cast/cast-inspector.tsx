// The role that is chosen: who speaks it, how, and which of its lines differ.
import { Button } from '@mantine/core';
import type { CastRole } from '../../shared/ipc/cast-requests.ts';
import { NARRATOR } from '../../shared/model/cast.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatCounted } from '../ui/format.ts';
import { RoleName, useRoleColours } from '../ui/role-name.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { Editable } from '../ui/writing.tsx';
import { hearLine, useChosenLine } from './audition/hear-line.ts';
import { LineChooser } from './audition/line-chooser.tsx';
import { castRole } from './cast-changes.ts';
import styles from './cast-inspector.module.css';
import { useCast } from './cast-store.ts';
import { useChosenRole } from './chosen-role.ts';
import { RoleOverrides } from './role-overrides.tsx';
import { RoleParameters } from './role-parameters.tsx';
import { whyNot } from './voices/voice-words.ts';

export function CastInspector() {
  const role = useChosenRole();
  return <div className={styles.inspector}>{role && <Role key={role.name} role={role} />}</div>;
}

function Role({ role }: { readonly role: CastRole }) {
  const colourOf = useRoleColours();
  const { openDialog, browseVoices } = useCast.getState();
  return (
    <>
      <h2 className="label">
        Role · {formatCounted(role.lines, 'line')} · {formatCounted(role.characters, 'character')}
      </h2>
      <div className={styles.role}>
        <span className="cut" title={role.name}>
          <RoleName role={role.name} colour={colourOf(role.name)} />
        </span>
        {role.name !== NARRATOR && (
          <Editable>
            <span className={styles.names}>
              <Button onClick={() => openDialog({ kind: 'rename', role: role.name })}>Rename…</Button>
              <Button onClick={() => openDialog({ kind: 'merge', role: role.name, into: null })}>Merge…</Button>
            </span>
          </Editable>
        )}
      </div>
      <h2 className="label">Voice</h2>
      <button type="button" className={styles.voice} onClick={browseVoices}>
        <span>{role.voice === null ? 'No voice yet: choose one' : (role.voiceName ?? role.voice)}</span>
        {role.voiceTraits && <small className="dim">{role.voiceTraits}</small>}
        {role.voice !== null && <small className={styles.change}>Choose another voice</small>}
      </button>
      <h2 className="label">Audition</h2>
      <LineChooser role={role} />
      <Audition role={role} />
      <h2 className="label">How it speaks</h2>
      <Editable>
        <RoleParameters role={role} />
      </Editable>
      <RoleOverrides role={role} />
    </>
  );
}

/** The chosen line by the voice that is cast, and by the one that the keyboard is on among all voices. */
function Audition({ role }: { readonly role: CastRole }) {
  const line = useChosenLine(role);
  const colour = useRoleColours()(role.name);
  const { data: voices } = useAsk('cast.voices', {});
  const looking = useCast(({ section, voice }) => (section === 'voices' ? voice : null));
  const other = voices?.find(({ id }) => id === looking && id !== role.voice);
  const say = (voice: string, voiceName: string) => {
    if (line) hearLine({ role: role.name, line, voice, voiceName, colour }).catch(notifyFailure);
  };
  const { voice, voiceName } = role;
  return (
    <div className={styles.deeds}>
      {voice !== null && (
        <Button disabled={line === null} onClick={() => say(voice, voiceName ?? 'its voice')}>
          Hear it by {voiceName ?? 'its voice'}
        </Button>
      )}
      {other && (
        <Button disabled={line === null} onClick={() => say(other.id, other.name)}>
          Hear it by {other.name}
        </Button>
      )}
      {other?.isCastable && (
        <Editable>
          <Button variant="filled" onClick={() => castRole(role.name, other.id, other.name)}>
            Cast {other.name}
          </Button>
        </Editable>
      )}
      {other && whyNot(other) && <small className={styles.whyNot}>{whyNot(other)}</small>}
      {line && <small className="dim">{formatCounted([...line.text].length, 'character')} each time</small>}
    </div>
  );
}
