import { ENGINE_LIMITS, type EngineProbe, type ServerVoice } from '@lectern/tts-protocol';
import { ActionIcon, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { createWordFinder } from '../../../shared/rules/search-pattern.ts';
import { ask } from '../../bridge/ask.ts';
import { locale, words } from '../../locales/words.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { hearVoice, silence, useIsVoicePlaying } from '../../ui/sound/voice-sound.ts';
import settings from '../settings.module.css';
import { type EngineDraft, setupOf, withVoice } from './engine-draft.ts';
import styles from './engines.module.css';

const t = words('engines');

interface EngineVoicesProps {
  readonly draft: EngineDraft;
  readonly onDraft: (draft: EngineDraft) => void;
  readonly url: string;
  readonly question: () => EngineProbe;
}

const MAX_SHOWN = 200;

export function EngineVoices({ draft, onDraft, url, question }: EngineVoicesProps) {
  const { voices, chosen } = draft;
  const [search, setSearch] = useState('');
  const [sentence, setSentence] = useState(() => t('form.sample'));
  const [took, setTook] = useState<number | null>(null);
  const { error, run } = useAttempt();
  const isFound = createWordFinder(search);
  const shown = [...voices.entries()].filter(([, voice]) => isFound(voiceLabel(voice)));
  const choose = (next: Iterable<number>) => onDraft({ ...draft, chosen: new Set(next) });
  const hear = (at: number, name: string) =>
    void run(async () => {
      setTook(null);
      await hearVoice(name, async () => {
        const trial = { ...question(), setup: setupOf(draft, url, at), voice: 0, text: sentence.trim() };
        const { auditionId, milliseconds } = await ask('engines.try', trial);
        setTook(milliseconds);
        return { auditionId };
      });
      return null;
    });
  return (
    <section className={styles.voices} aria-label={t('form.voices')}>
      <div className={settings.head}>
        <h3 className="label">{t('form.voices')}</h3>
        <span className="dim">{t('form.chosen', { chosen: chosen.size, voices: voices.length })}</span>
        <Group>
          <Button onClick={() => choose([...chosen, ...shown.map(([at]) => at)])}>{t('form.all')}</Button>
          <Button onClick={() => choose([...chosen].filter((at) => !shown.some(([other]) => other === at)))}>
            {t('form.none')}
          </Button>
        </Group>
      </div>
      {voices.length > 8 && (
        <SearchField label={t('form.search')} placeholder={t('form.searchHint')} value={search} onChange={setSearch} />
      )}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.slice(0, MAX_SHOWN).map(([at, voice]) => (
            <VoiceRow
              key={at}
              voice={voice}
              isChosen={chosen.has(at)}
              onChoose={(isChosen) => choose(isChosen ? [...chosen, at] : [...chosen].filter((other) => other !== at))}
              onHear={() => hear(at, auditionName(voice))}
            />
          ))}
        </ul>
      )}
      {draft.kind === 'openai' && <NewVoice onAdd={(name) => onDraft(withVoice(draft, name))} />}
      <TextInput
        label={t('form.sentence')}
        maxLength={ENGINE_LIMITS.sentence}
        value={sentence}
        onChange={(event) => setSentence(event.currentTarget.value)}
      />
      {error && <ProblemNotice error={error} inPlace />}
      <p role="status" className="dim">
        {took !== null && t('form.heard', { milliseconds: took })}
      </p>
    </section>
  );
}

const auditionName = ({ voice, speaker }: ServerVoice): string => `${voice} ${speaker ?? ''}`;

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([locale()], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

const voiceLabel = ({ name, languageCode }: ServerVoice): string =>
  languageCode === null ? name : `${name} · ${languageName(languageCode)}`;

interface VoiceRowProps {
  readonly voice: ServerVoice;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onHear: () => void;
}

function VoiceRow({ voice, isChosen, onChoose, onHear }: VoiceRowProps) {
  const isHeard = useIsVoicePlaying(auditionName(voice));
  return (
    <li className={styles.row}>
      <ActionIcon
        size={24}
        aria-label={t(isHeard ? 'form.stop' : 'form.hear', { voice: voice.name })}
        onClick={() => (isHeard ? silence() : onHear())}
      >
        {isHeard ? <Square size={11} aria-hidden /> : <Play size={12} aria-hidden />}
      </ActionIcon>
      <Checkbox
        label={voiceLabel(voice)}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
    </li>
  );
}

/** For servers that don't list all voices. */
function NewVoice({ onAdd }: { readonly onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const add = () => {
    onAdd(name.trim());
    setName('');
  };
  return (
    <div className={styles.pair}>
      <TextInput
        label={t('form.voiceName')}
        placeholder={t('form.voiceNameHint')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || name.trim() === '') return;
          event.preventDefault();
          add();
        }}
      />
      <Button disabled={name.trim() === ''} onClick={add}>
        {t('form.addVoice')}
      </Button>
    </div>
  );
}
