import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { Play, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { CastVoice } from '../../../shared/ipc/cast-requests.ts';
import type { ImportRole } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import { hearVoice, silence, silenceOf, useIsVoicePlaying } from '../../ui/sound/voice-sound.ts';
import styles from './import-voice.module.css';

const t = words('library');

interface RoleVoiceProps {
  readonly role: ImportRole;
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
}

/** Renders nothing if the name isn't a role or no voices are known. */
export function RoleVoice({ role, choices, change }: RoleVoiceProps) {
  const { name } = role;
  const { data: voices } = useAsk('cast.voices', {});
  const isHeard = useIsVoicePlaying(name);
  // A service may have hundreds of voices, so they are rendered only when the menu is about to open.
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
        aria-keyshortcuts="Control+Space"
        onClick={() => (isHeard ? silence() : hear(voice))}
      >
        {isHeard ? <Square size={11} aria-hidden /> : <Play size={12} aria-hidden />}
      </ActionIcon>
      <NativeSelect
        className={styles.choice ?? ''}
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

/** Plays the role's sample with Ctrl+Space on its row, as in the script. */
export function onSampleKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('[aria-keyshortcuts]')?.click();
}
