import { ActionIcon, Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { Play, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { CastVoice } from '../../../shared/ipc/cast-requests.ts';
import type { ImportPreview, ImportRole } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { tImport, words } from '../../locales/words.ts';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import { isMac, pressedCommand } from '../../ui/shortcuts.tsx';
import { hearVoice, silence, silenceOf, useIsVoicePlaying } from '../../ui/sound/voice-sound.ts';
import styles from './import-dialog.module.css';

const t = words('library');

interface ImportRolesProps {
  readonly preview: ImportPreview;
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
}

export function ImportRoles({ preview, choices, change }: ImportRolesProps) {
  const { roles, kind } = preview;
  const offered = () => [...roles.map(({ name }) => name), ...choices.merges.map(({ from }) => from)];
  const merge = (from: string, into: string) =>
    change({
      ...choices,
      offered: offered(),
      roles: tickedRoles(preview).filter((name) => name !== from),
      // If other roles have been merged into this one, they are merged along with it.
      merges: [
        ...choices.merges.map((other) => (other.into === from ? { ...other, into } : other)),
        { from, into },
      ].filter((other) => other.from !== other.into),
    });
  const toggle = ({ name }: ImportRole, isRole: boolean) => {
    const now = tickedRoles(preview);
    change({
      ...choices,
      offered: offered(),
      roles: isRole ? [...now, name] : now.filter((other) => other !== name),
    });
  };
  const apart = (from: string) => change({ ...choices, merges: choices.merges.filter((other) => other.from !== from) });
  return (
    <section className={styles.found}>
      <h3 className="label">{t('import.roles.label')}</h3>
      <ol aria-label={t('import.roles.label')}>
        {roles.map((role) => (
          <li key={role.name} className={styles.roleRow} onKeyDown={onSampleKey}>
            <Checkbox
              label={role.name}
              description={
                <>
                  <span className={`cut ${styles.sample}`}>{role.sample}</span>
                  {role.evidence && <span className={`cut ${styles.sample}`}>{tImport.evidence(role.evidence)}</span>}
                </>
              }
              checked={role.isRole}
              disabled={role.isFixed}
              onChange={(event) => toggle(role, event.currentTarget.checked)}
              classNames={{
                root: styles.role ?? '',
                labelWrapper: styles.named ?? '',
                label: 'wraps',
              }}
            />
            <small>{t('import.lines', { lines: role.lines })}</small>
            {role.isRole && <RoleVoice role={role} choices={choices} change={change} />}
            {!role.isFixed && <MergeChoice role={role} roles={roles} merge={merge} />}
          </li>
        ))}
        {choices.merges.map(({ from, into }) => (
          <li key={`merged:${from}`}>
            <span className={`dim cut`}>{t('import.roles.merged', { name: from, role: into })}</span>
            <Button
              variant="subtle"
              aria-label={t('import.roles.apartLabel', { name: from })}
              onClick={() => apart(from)}
            >
              {t('import.roles.apart')}
            </Button>
          </li>
        ))}
      </ol>
      {roles.some(({ isRole }) => !isRole) && <p className="dim">{t(`import.roles.unticked.${kind}`)}</p>}
    </section>
  );
}

const tickedRoles = ({ roles }: ImportPreview): string[] =>
  roles.filter(({ isRole, isFixed }) => isRole && !isFixed).map(({ name }) => name);

interface MergeChoiceProps {
  readonly role: ImportRole;
  readonly roles: readonly ImportRole[];
  readonly merge: (from: string, into: string) => void;
}

function MergeChoice({ role: { name, like, likeEvidence }, roles, merge }: MergeChoiceProps) {
  const others = roles.filter((other) => other.isRole && other.name !== name).map((other) => other.name);
  if (others.length === 0) return null;
  const suggested = like !== null && others.includes(like) ? like : null;
  const evidence = t(`import.roles.evidence.${likeEvidence ?? 'spelling'}`);
  return (
    <NativeSelect
      className={styles.merge ?? ''}
      data-suggested={suggested !== null}
      aria-label={t('import.roles.same', { name })}
      value=""
      onChange={(event) => merge(name, event.currentTarget.value)}
      data={[
        {
          value: '',
          label: suggested ? t('import.roles.suggested', { role: suggested, evidence }) : t('import.roles.choose'),
        },
        ...(suggested ? [suggested] : []),
        ...others.filter((other) => other !== suggested),
      ]}
    />
  );
}

interface RoleVoiceProps {
  readonly role: ImportRole;
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
}

/** Renders nothing if the name isn't a role, or if no voices are known. */
function RoleVoice({ role, choices, change }: RoleVoiceProps) {
  const { name } = role;
  const { data: voices } = useAsk('cast.voices', {});
  const isHeard = useIsVoicePlaying(name);
  // A service may have hundreds of voices, so they are rendered only shortly before the menu opens.
  const [isWanted, setWanted] = useState(false);
  useEffect(() => () => silenceOf(name), [name]);
  const chosen = choices.voices?.find((one) => one.role === name)?.voice ?? role.voiceId;
  const voice = voices?.find(({ id }) => id === chosen);
  if (!voices || !voice) return null;
  const hear = (by: CastVoice) => playRoleSample(role, by);
  const choose = (id: string) => {
    const others = (choices.voices ?? []).filter((one) => one.role !== name);
    change({ ...choices, voices: [...others, { role: name, voice: id }] });
  };
  const shown = isWanted ? voices.filter(({ isCastable }) => isCastable) : [voice];
  return (
    <Group wrap="nowrap" gap="var(--gap-1)" ms={24} flex={1}>
      <ActionIcon
        size={24}
        disabled={role.sample === ''}
        aria-label={t(isHeard ? 'import.voice.stop' : 'import.voice.hear', { role: name, voice: voice.name })}
        aria-keyshortcuts={isMac() ? 'Meta+L' : 'Control+L'}
        onClick={() => (isHeard ? silence() : hear(voice))}
      >
        {isHeard ? <Square size={11} aria-hidden /> : <Play size={12} aria-hidden />}
      </ActionIcon>
      <NativeSelect
        className={styles.voiceChoice ?? ''}
        aria-label={t('import.voice.label', { role: name })}
        value={voice.id}
        onPointerEnter={() => setWanted(true)}
        onFocus={() => setWanted(true)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={shown.map((one) => ({ value: one.id, label: voiceLabel(one) }))}
      />
    </Group>
  );
}

const voiceLabel = ({ name, gender, accent }: CastVoice): string => [name, gender, accent].filter(Boolean).join(' · ');

function playRoleSample({ name, sample }: ImportRole, { id }: Pick<CastVoice, 'id'>): void {
  if (sample === '') return;
  hearVoice(name, () => ask('project.auditionImport', { role: name, text: sample, voice: id })).catch(notifyFailure);
}

/** Plays a sample of the role. Uses the same shortcut as playing a line in the script. */
function onSampleKey(event: KeyboardEvent<HTMLElement>): void {
  if (pressedCommand(event.nativeEvent, isMac()) !== 'script.playLine') return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('[aria-keyshortcuts]')?.click();
}
