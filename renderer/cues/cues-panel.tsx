import { Button, NumberInput, Select, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { AudioLines, type LucideIcon, Music, Play, Trees, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ListedCue } from '../../shared/ipc/cue-requests.ts';
import { type CueSound, SOUND_LIMITS, type SoundEnd, type SoundSettings } from '../../shared/model/cue-sounds.ts';
import type { CueKind } from '../../shared/rules/cue-labels.ts';
import { ask } from '../bridge/ask.ts';
import { useRefetch } from '../bridge/keep-fresh.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { IconButton } from '../ui/fields/icon-button.tsx';
import { numberOrKnown, useFieldDraft } from '../ui/fields/use-field-draft.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable } from '../ui/read-only.tsx';
import { Section } from '../ui/screen-parts.tsx';
import { playAudition } from '../ui/sound/audition.ts';
import { awaitBeforeUndo, undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import styles from './cues-panel.module.css';

const t = words('cues');

const ICONS: Readonly<Record<CueKind, LucideIcon>> = { music: Music, effect: AudioLines, ambience: Trees };

/** Lists the script's cues, and edits the sound of one. Renders `whenNone` if there are no cues. */
export function CuesPanel({ whenNone = null }: { readonly whenNone?: ReactNode }) {
  const { data: cues } = useAsk('cue.list', {});
  const atCursor = useView(({ selectedParagraphId }) => selectedParagraphId);
  const [chosen, setChosen] = useState<{ readonly key: string | null; readonly atCursor: number | null } | null>(null);
  if (!cues || cues.length === 0) return whenNone;
  const found = cues.find(({ paragraphId }) => paragraphId === atCursor);
  // A choice in the list lasts until the cursor moves to another paragraph.
  const open = chosen?.atCursor === atCursor ? chosen.key : found ? keyOf(found) : null;
  const missing = cues.filter(({ sound, isStop, isMissing }) => isMissing || (sound === null && !isStop)).length;
  return (
    <div className="inspector-sections">
      <Section title={t('heading')}>
        <p className="dim">{t('summary', { cues: cues.length, missing })}</p>
        <ul className={styles.list}>
          {cues.map((cue) => {
            const key = keyOf(cue);
            const toggle = () => setChosen({ key: key === open ? null : key, atCursor });
            return <CueRow key={key} cue={cue} isOpen={key === open} onToggle={toggle} />;
          })}
        </ul>
        <p className={styles.note}>{t('atExport')}</p>
      </Section>
    </div>
  );
}

const keyOf = ({ paragraphId, position }: ListedCue): string => `${paragraphId}.${position}`;

interface CueRowProps {
  readonly cue: ListedCue;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function CueRow({ cue, isOpen, onToggle }: CueRowProps) {
  const id = useId();
  const Icon = ICONS[cue.kind];
  const { sound, nextLine, isStop, isMissing } = cue;
  const file = isMissing ? t('gone') : (sound?.name ?? t(isStop ? 'stop' : 'none'));
  return (
    <li>
      <UnstyledButton className={styles.cue ?? ''} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <Icon size={14} aria-label={t(`kind.${cue.kind}`)} />
        <span className="cut" title={cue.text}>
          {cue.text}
        </span>
        <span className={styles.place}>{nextLine ? t('before', { line: nextLine.number }) : t('last')}</span>
        <span className={`cut ${styles.file}`} data-missing={isMissing || (sound === null && !isStop)}>
          {file}
        </span>
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={styles.sound}>
          <SoundEditor cue={cue} />
        </div>
      )}
    </li>
  );
}

function useCueChanges({ paragraphId, position, text }: ListedCue) {
  const refetch = useRefetch('cue.list');
  const place = { paragraphId, position };
  const record = async (work: Promise<{ readonly step: string | null } | null>, message: string) => {
    const noted = work.then((reply) => {
      if (reply) notify(message, { id: 'cue', undo: undoOf(reply.step) });
    });
    await awaitBeforeUndo(noted);
    await refetch();
  };
  return {
    attach: () => record(ask('dialog.attachSound', place), t('attached', { cue: text })).catch(notifyFailure),
    detach: () => record(ask('cue.detach', place), t('detached', { cue: text })).catch(notifyFailure),
    change: (settings: SoundSettings) => record(ask('cue.change', { ...place, settings }), t('changed', { cue: text })),
    play: () =>
      playAudition(async () => {
        const { auditionId, name } = await ask('cue.play', place);
        return { auditionId, title: name, detail: text };
      }).catch(notifyFailure),
  };
}

function SoundEditor({ cue }: { readonly cue: ListedCue }) {
  const { sound, isMissing } = cue;
  const changes = useCueChanges(cue);
  return (
    <>
      <div className={styles.buttons}>
        <Editable>
          <Button size="compact-sm" onClick={() => void changes.attach()}>
            {t(sound ? 'replace' : 'attach')}
          </Button>
        </Editable>
        {sound && !isMissing && (
          <IconButton icon={Play} label={t('play', { name: sound.name })} onClick={() => void changes.play()} />
        )}
        {sound && (
          <Editable>
            <IconButton icon={X} label={t('detach')} onClick={() => void changes.detach()} />
          </Editable>
        )}
      </div>
      {sound && (
        <Editable>
          <SoundFields sound={sound} onChange={changes.change} />
        </Editable>
      )}
    </>
  );
}

interface SoundFieldsProps {
  readonly sound: CueSound;
  /** Resolves once the sound is saved. */
  readonly onChange: (settings: SoundSettings) => Promise<unknown>;
}

function SoundFields({ sound, onChange }: SoundFieldsProps) {
  const { until } = sound;
  const save = (change: Partial<SoundSettings>): Promise<unknown> => onChange({ ...sound, ...change });
  const setEnd = (kind: string | null) => {
    const ends: Readonly<Record<string, SoundEnd>> = {
      next: { kind: 'next' },
      end: { kind: 'end' },
      seconds: { kind: 'seconds', seconds: Math.max(SOUND_LIMITS.forSeconds.min, Math.round(sound.durationSeconds)) },
    };
    const next = kind === null ? undefined : ends[kind];
    if (next) save({ until: next }).catch(notifyFailure);
  };
  const seconds = { unit: ' s', step: 0.1 } as const;
  const decibels = { unit: ' dB', step: 1 } as const;
  return (
    <>
      <NumberField
        label={t('gain')}
        value={sound.gainDb}
        limits={SOUND_LIMITS.gainDb}
        {...decibels}
        onSave={(gainDb) => save({ gainDb })}
      />
      <NumberField
        label={t('duck')}
        hint={t('duckHint')}
        value={sound.duckDb}
        limits={SOUND_LIMITS.duckDb}
        {...decibels}
        onSave={(duckDb) => save({ duckDb })}
      />
      {sound.duckDb > 0 && (
        <>
          <NumberField
            label={t('attack')}
            hint={t('attackHint')}
            value={sound.attackSeconds}
            limits={SOUND_LIMITS.rampSeconds}
            {...seconds}
            onSave={(attackSeconds) => save({ attackSeconds })}
          />
          <NumberField
            label={t('release')}
            hint={t('releaseHint')}
            value={sound.releaseSeconds}
            limits={SOUND_LIMITS.rampSeconds}
            {...seconds}
            onSave={(releaseSeconds) => save({ releaseSeconds })}
          />
        </>
      )}
      <NumberField
        label={t('fadeIn')}
        value={sound.fadeInSeconds}
        limits={SOUND_LIMITS.fadeSeconds}
        {...seconds}
        onSave={(fadeInSeconds) => save({ fadeInSeconds })}
      />
      <NumberField
        label={t('fadeOut')}
        value={sound.fadeOutSeconds}
        limits={SOUND_LIMITS.fadeSeconds}
        {...seconds}
        onSave={(fadeOutSeconds) => save({ fadeOutSeconds })}
      />
      <NumberField
        label={t('from')}
        hint={t('fromHint')}
        value={sound.fromSeconds}
        limits={SOUND_LIMITS.fromSeconds}
        {...seconds}
        onSave={(fromSeconds) => save({ fromSeconds })}
      />
      <NumberField
        label={t('delay')}
        hint={t('delayHint')}
        value={sound.delaySeconds}
        limits={SOUND_LIMITS.delaySeconds}
        {...seconds}
        onSave={(delaySeconds) => save({ delaySeconds })}
      />
      <div className="labelled-field">
        <span title={t('untilHint')}>{t('until')}</span>
        <Select
          aria-label={t('until')}
          data={[
            { value: 'next', label: t('untilNext') },
            { value: 'end', label: t('untilEnd') },
            { value: 'seconds', label: t('untilSeconds') },
          ]}
          value={until.kind}
          allowDeselect={false}
          onChange={setEnd}
        />
      </div>
      {until.kind === 'seconds' && (
        <NumberField
          label={t('seconds')}
          value={until.seconds}
          limits={SOUND_LIMITS.forSeconds}
          {...seconds}
          onSave={(length) => save({ until: { kind: 'seconds', seconds: length } })}
        />
      )}
      <div className="labelled-field">
        <span>{t('loop')}</span>
        <Switch
          aria-label={t('loop')}
          checked={sound.loop}
          onChange={(event) => void save({ loop: event.currentTarget.checked }).catch(notifyFailure)}
        />
      </div>
      <TextField
        label={t('licence')}
        placeholder={t('licencePlaceholder')}
        value={sound.licence}
        onSave={(licence) => save({ licence })}
      />
      <TextField
        label={t('credit')}
        placeholder={t('creditPlaceholder')}
        value={sound.credit}
        onSave={(credit) => save({ credit })}
      />
    </>
  );
}

interface SoundNumberProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: number;
  readonly limits: { readonly min: number; readonly max: number };
  readonly unit: string;
  readonly step: number;
  readonly onSave: (value: number) => Promise<unknown>;
}

function NumberField({ label, hint, value, limits, unit, step, onSave }: SoundNumberProps) {
  const field = useFieldDraft<number | string, number>({ value, read: numberOrKnown, save: onSave, dropsFailed: true });
  return (
    <div className="labelled-field">
      <span {...(hint && { title: hint })}>{label}</span>
      <NumberInput
        aria-label={label}
        value={field.draft ?? field.value}
        suffix={unit}
        min={limits.min}
        max={limits.max}
        step={step}
        decimalScale={3}
        clampBehavior="strict"
        hideControls
        onChange={field.type}
        onBlur={field.save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') field.save();
          if (key === 'Escape') field.drop();
        }}
      />
    </div>
  );
}

interface CreditFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSave: (value: string) => Promise<unknown>;
}

function TextField({ label, placeholder, value, onSave }: CreditFieldProps) {
  const field = useFieldDraft<string, string>({ value, read: (text) => text.trim(), save: onSave, dropsFailed: true });
  return (
    <div className="labelled-field">
      <span>{label}</span>
      <TextInput
        aria-label={label}
        placeholder={placeholder}
        maxLength={500}
        value={field.draft ?? field.value}
        onChange={(event) => field.type(event.currentTarget.value)}
        onBlur={field.save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') field.save();
          if (key === 'Escape') field.drop();
        }}
      />
    </div>
  );
}
