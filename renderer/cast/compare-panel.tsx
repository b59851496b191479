import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { useDeferredValue, useEffect, useRef } from 'react';
import type { CastRole, CastVoice } from '../../shared/ipc/cast-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { castVoice, costText } from '../ui/cast/cast-change.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable } from '../ui/read-only.tsx';
import { useRoleColours } from '../ui/role-name.tsx';
import { Kbd } from '../ui/shortcuts.tsx';
import { usePlayer } from '../ui/sound/player-store.ts';
import { describeError } from '../ui/wording/errors.ts';
import { LineChooser, notCastableReason, traitText, useChosenLine } from './audition.tsx';
import styles from './cast.module.css';
import {
  areNamesHidden,
  type ComparedText,
  playAllVoices,
  playVoice,
  stopComparison,
  useComparison,
  voiceLetter,
} from './comparison-store.ts';

const t = words('cast');

interface ComparePanelProps {
  readonly voices: readonly CastVoice[];
  readonly role: CastRole;
}

export function ComparePanel({ voices, role }: ComparePanelProps) {
  const { typed, blind, isPlayingAll } = useComparison();
  const { end, type, setBlind, reveal } = useComparison.getState();
  const hearing = useComparedText(voices, role);
  useDigitKeys(hearing, voices);
  const isHidden = areNamesHidden(blind);
  const all = () => hearing && void playAllVoices(hearing).catch(notifyFailure);
  return (
    <section className={styles.compare} aria-label={t('audition.compare')}>
      <div className={styles.compareHead}>
        <h3 className="label">{t('audition.heading')}</h3>
        <Checkbox
          label={t('audition.blind')}
          title={t('audition.blindHint')}
          checked={blind !== null}
          onChange={(event) => setBlind(event.currentTarget.checked)}
        />
        <Button onClick={() => type(typed === null ? '' : null)}>
          {t(typed === null ? 'audition.type' : 'audition.takeLine')}
        </Button>
        {isHidden && <Button onClick={reveal}>{t('audition.reveal')}</Button>}
        <Button disabled={hearing === null} onClick={isPlayingAll ? stopComparison : all}>
          {t(isPlayingAll ? 'audition.stop' : 'audition.hearAll')}
        </Button>
        <ActionIcon size={28} aria-label={t('audition.end')} title={t('audition.end')} onClick={end}>
          <X size={15} aria-hidden />
        </ActionIcon>
      </div>
      {typed === null ? <LineChooser role={role} /> : <TypedTextField typed={typed} />}
      <Cost hearing={hearing} voices={voices} />
      <div className={styles.voices}>
        {voices.map((voice, at) => (
          <ComparedVoice key={voice.id} voice={voice} at={at} role={role} text={hearing} />
        ))}
      </div>
    </section>
  );
}

const MAX_TYPED_LENGTH = 2_000;

function TypedTextField({ typed }: { readonly typed: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      aria-label={t('audition.typed')}
      placeholder={t('audition.typedHint')}
      maxLength={MAX_TYPED_LENGTH}
      value={typed}
      onChange={(event) => useComparison.getState().type(event.currentTarget.value)}
    />
  );
}

function useComparedText(voices: readonly CastVoice[], role: CastRole): ComparedText | null {
  const line = useChosenLine(role);
  const colour = useRoleColours()(role.name);
  const { typed, blind } = useComparison();
  if (line === null || typed?.trim() === '') return null;
  const isHidden = areNamesHidden(blind);
  const nameOf = (id: string): string => {
    const at = voices.findIndex((voice) => voice.id === id);
    return isHidden ? t('audition.hidden', { letter: voiceLetter(at) }) : (voices[at]?.name ?? id);
  };
  return {
    words: { role: role.name, lineId: line.lineId, text: typed },
    label: (voice, characters) => ({
      title: t('audition.title', { voice: nameOf(voice), role: role.name }),
      detail: t('audition.compared', { line: typed === null ? line.label : t('audition.typed'), characters }),
      colour,
    }),
  };
}

/** The digit keys play the voices. They work wherever the focus is, except in text fields. */
function useDigitKeys(hearing: ComparedText | null, voices: readonly CastVoice[]): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented } = event;
      if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented || !/^[1-9]$/.test(key)) return;
      if (target instanceof HTMLElement && target.matches('input:not([type=checkbox]):not([type=radio]), textarea'))
        return;
      const voice = voices[Number(key) - 1];
      if (!voice || !hearing || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      playVoice(hearing, voice.id).catch(notifyFailure);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hearing, voices]);
}

function Cost({ hearing, voices }: { readonly hearing: ComparedText | null; readonly voices: readonly CastVoice[] }) {
  const said = useComparison((state) => state.results);
  const text = useDeferredValue(hearing?.words.text ?? null);
  const asked = {
    role: hearing?.words.role ?? '',
    lineId: hearing?.words.lineId ?? 0,
    text,
    voices: voices.map(({ id }) => id).toSorted(),
  };
  const { data, refetch } = useAsk('cast.compareOutlook', asked, { enabled: hearing !== null });
  const spoken = Object.values(said).filter(({ kind }) => kind !== 'asking').length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: finished previews change the cost
  useEffect(() => void (hearing && refetch()), [spoken]);
  if (!data || !hearing) return <p className={`dim small`}>{t('audition.nothing')}</p>;
  const fresh = data.voices.filter(({ isKept, problem }) => !isKept && problem === null).length;
  return (
    <p className={`dim small`} role="status">
      {fresh === 0
        ? t('audition.sendsNothing')
        : t('audition.sends', { voices: fresh, cost: costText({ characters: data.characters, price: data.price }) })}
    </p>
  );
}

interface ComparedVoiceProps {
  readonly voice: CastVoice;
  /** 0-based. */
  readonly at: number;
  readonly role: CastRole;
  readonly text: ComparedText | null;
}

function ComparedVoice({ voice, at, role, text }: ComparedVoiceProps) {
  const became = useComparison(({ results }) => results[voice.id]);
  const blind = useComparison((state) => state.blind);
  const isPlaying = usePlayer(
    ({ track, status }) =>
      status === 'playing' &&
      became?.kind === 'here' &&
      track?.source.kind === 'audition' &&
      track.source.auditionId === became.auditionId,
  );
  const isHidden = areNamesHidden(blind);
  const name = isHidden ? t('audition.hidden', { letter: voiceLetter(at) }) : voice.name;
  const isPreferred = blind?.preferred === voice.id;
  return (
    <article
      className={`card ${styles.voice}`}
      aria-label={name}
      data-playing={isPlaying}
      data-preferred={isPreferred}
      aria-busy={became?.kind === 'asking'}
    >
      <div className={styles.title}>
        <Kbd keys={String(at + 1)} />
        <b className="cut" title={name}>
          {name}
        </b>
        {!isHidden && (
          <ActionIcon
            size={20}
            aria-label={t('audition.leaveOut', { voice: voice.name })}
            onClick={() => useComparison.getState().compare(voice.id)}
          >
            <X size={12} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <VoiceDescription voice={voice} isHidden={isHidden} />
      <div className={styles.actions}>
        <Button
          aria-label={t('audition.previewHint', { voice: name })}
          disabled={text === null}
          loading={became?.kind === 'asking'}
          onClick={() => text && void playVoice(text, voice.id).catch(notifyFailure)}
        >
          {t('audition.preview')}
        </Button>
        {isHidden ? (
          <Button
            aria-pressed={isPreferred}
            variant={isPreferred ? 'light' : 'default'}
            aria-label={t('audition.preferHint', { voice: name })}
            onClick={() => useComparison.getState().prefer(voice.id)}
          >
            {t(isPreferred ? 'audition.preferred' : 'audition.prefer')}
          </Button>
        ) : (
          <CastButton voice={voice} role={role} isPreferred={isPreferred} />
        )}
      </div>
    </article>
  );
}

function VoiceDescription({ voice, isHidden }: { readonly voice: CastVoice; readonly isHidden: boolean }) {
  const became = useComparison(({ results }) => results[voice.id]);
  const failure = became?.kind === 'failed' ? describeError(became.error) : null;
  if (failure) {
    return (
      <p className={styles.traits} role="status" title={failure.detail}>
        {t('audition.failed', { why: failure.title })}
      </p>
    );
  }
  const isLevel = became?.kind !== 'here' || became.loudnessLufs !== null;
  const about = isHidden ? '' : (notCastableReason(voice) ?? traitText(voice));
  return (
    <p className={styles.traits} title={about}>
      {isLevel ? about : t('audition.notMeasured')}
    </p>
  );
}

function CastButton({
  voice,
  role,
  isPreferred,
}: Pick<ComparedVoiceProps, 'voice' | 'role'> & { readonly isPreferred: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  // Focused when the names are revealed, so that a single key press casts the preferred voice.
  useEffect(() => {
    if (isPreferred) button.current?.focus();
  }, [isPreferred]);
  const isCast = role.voice === voice.id;
  return (
    <Editable>
      <Button
        ref={button}
        variant={isPreferred && !isCast ? 'filled' : 'default'}
        aria-label={t(isCast ? 'audition.isCastHint' : 'audition.castHint', { voice: voice.name })}
        disabled={!voice.isCastable || isCast}
        onClick={() => void castVoice(role.name, voice.id, voice.name).catch(notifyFailure)}
      >
        {t(isCast ? 'audition.isCast' : 'audition.cast')}
      </Button>
    </Editable>
  );
}
