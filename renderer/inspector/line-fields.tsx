import {
  PARAMETERS_IN_DISPLAY_ORDER,
  type ParameterName,
  parameterPatchSchema,
  SPEECH_PARAMETERS,
} from '@lectern/tts-protocol';
import { NumberInput, Select, type SelectProps, TextInput } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { memo } from 'react';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import { MAX_READ_AS_LENGTH } from '../../shared/model/cast.ts';
import { MAX_PAUSE_SECONDS } from '../../shared/model/pauses.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { createWordFinder } from '../../shared/rules/search-pattern.ts';
import { defaultTurnPrefix } from '../../shared/rules/turn-prefix.ts';
import { ask } from '../bridge/ask.ts';
import { useRefetch } from '../bridge/keep-fresh.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { castVoice, setTurnPrefix } from '../ui/cast/cast-change.ts';
import { CollapsibleFields } from '../ui/fields/collapsible-fields.tsx';
import { IconButton } from '../ui/fields/icon-button.tsx';
import { ParameterInput } from '../ui/fields/parameter-input.tsx';
import { numberOrKnown, useFieldDraft } from '../ui/fields/use-field-draft.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { RoleName, useRoleColours } from '../ui/role-name.tsx';
import { awaitBeforeUndo, undoOf } from '../ui/undo-history.ts';
import { parameterText } from '../ui/wording/parameters.ts';
import styles from './inspector.module.css';

const t = words('inspector');

type Speaker = LineDetail['speakers'][number];

/** Memoised, so that it doesn't re-render while the line's text is edited. */
export const VoiceFields = memo(({ speakers }: { readonly speakers: readonly Speaker[] }) => {
  const colourOf = useRoleColours();
  return speakers.map((speaker) => {
    const others = speakers.filter((other) => other !== speaker);
    const colour = colourOf(speaker.role);
    return (
      <div key={speaker.role} className={`labelled-field ${styles.field}`}>
        {others.length > 0 ? (
          <PrefixField speaker={speaker} others={others} colour={colour} />
        ) : (
          <span className={`cut ${styles.role}`} title={speaker.role}>
            <RoleName role={speaker.role} colour={colour} />
          </span>
        )}
        <VoiceSelect speaker={speaker} />
      </div>
    );
  });
});

function VoiceSelect({ speaker }: { readonly speaker: Speaker }) {
  const readDetail = useRefetch('line.detail');
  const { data: voices, isError } = useAsk('voices.list', {});
  const known = voices?.map(({ id, name, traits }) => ({ value: id, label: name, traits })) ?? [];
  const own = speaker.voice === null || known.some(({ value }) => value === speaker.voice) ? [] : [ownVoice(speaker)];
  const data = [...own, ...known];
  const nameOf = (voice: string) => data.find(({ value }) => value === voice)?.label ?? voice;
  const field = useFieldDraft<string, string>({
    value: speaker.voice ?? '',
    read: (voice) => voice,
    save: (voice) => castVoice(speaker.role, voice, nameOf(voice)).then(readDetail),
    dropsFailed: true,
  });
  const { voiceName, voiceTraits: traits } = speaker;
  return (
    <Select
      aria-label={t('voice.label', { role: speaker.role })}
      {...(traits === null ? {} : { title: t('voice.traits', { voice: voiceName ?? '', traits }) })}
      rightSection={<em className={`cut ${styles.traits}`}>{traits}</em>}
      rightSectionWidth={traits === null ? 12 : widthBesideName(voiceName ?? '')}
      rightSectionPointerEvents="none"
      searchable
      data={data}
      value={field.draft ?? speaker.voice}
      placeholder={t(isError ? 'voice.noService' : 'voice.choose')}
      error={speaker.voice === null}
      disabled={speaker.voiceOrigin === 'line'}
      nothingFoundMessage={t(isError ? 'voice.noServiceInList' : 'voice.noMatch')}
      maxDropdownHeight={320}
      comboboxProps={{ width: 340, position: 'bottom-end' }}
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      renderOption={renderVoice}
      filter={({ options, search }) => {
        const isFound = createWordFinder(search);
        return options.filter((option) => isFound('value' in option ? optionText(option) : ''));
      }}
      limit={200}
      onChange={(voice) => {
        if (voice === null) return;
        field.type(voice);
        field.save();
      }}
    />
  );
}

/** Even next to the longest name, there is space for some traits. */
const widthBesideName = (name: string): string => `max(24%, calc(100% - ${name.length + 3}ch))`;

const ownVoice = ({ voice, voiceName, voiceTraits }: Speaker) => ({
  value: voice ?? '',
  label: voiceName ?? voice ?? '',
  traits: voiceTraits ?? t('voice.unlisted'),
});

const optionText = (option: { readonly label: string }): string =>
  'traits' in option ? `${option.label} ${String(option.traits)}` : option.label;

const renderVoice: NonNullable<SelectProps['renderOption']> = ({ option }) => (
  <span className={styles.voice}>
    <span>{option.label}</span>
    <small className="dim">{'traits' in option ? String(option.traits) : ''}</small>
  </span>
);

interface PrefixFieldProps {
  readonly speaker: Speaker;
  readonly others: readonly Speaker[];
  readonly colour: string;
}

/** Saves on blur or Enter. If the prefix is cleared, the default (the name and a colon) is restored. */
function PrefixField({ speaker, others, colour }: PrefixFieldProps) {
  const readDetail = useRefetch('line.detail');
  const usual = defaultTurnPrefix(speaker.role);
  const field = useFieldDraft<string, string>({
    value: speaker.turnPrefix,
    read(prefix) {
      if (prefixProblem(prefix, others) !== null) return;
      return prefix.trim() === '' ? usual : prefix;
    },
    save: (prefix) => setTurnPrefix(speaker.role, prefix === usual ? null : prefix).then(readDetail),
  });
  const shown = field.draft ?? field.value;
  return (
    <TextInput
      aria-label={t('turnPrefix.label', { role: speaker.role })}
      title={t('turnPrefix.hint', { role: speaker.role })}
      className={styles.prefix}
      styles={{ input: { color: colour } }}
      value={shown}
      placeholder={usual}
      error={prefixProblem(shown, others)}
      onChange={(event) => field.type(event.currentTarget.value)}
      onBlur={field.save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') field.save();
        if (key === 'Escape') field.drop();
      }}
    />
  );
}

function prefixProblem(prefix: string, others: readonly Speaker[]): string | null {
  if (prefix === '') return null;
  if (/[\r\n]/.test(prefix)) return t('turnPrefix.manyRows');
  const other = others.find(({ turnPrefix }) => turnPrefix.includes(prefix) || prefix.includes(turnPrefix));
  return other ? t('turnPrefix.collides', { prefix: other.turnPrefix }) : null;
}

type LineParameter = LineDetail['parameters'][number];

/** In pixels. */
const MARK_WIDTH: Readonly<Record<LineParameter['origin'], number>> = { line: 28, role: 70, project: 56, service: 8 };

export function DeliveryFields({ detail }: { readonly detail: LineDetail }) {
  const { id, parameters } = detail;
  const shown = parameters
    .filter(({ name, value }) => !SPEECH_PARAMETERS[name].isRare || value !== null)
    .toSorted((a, b) => PARAMETERS_IN_DISPLAY_ORDER.indexOf(a.name) - PARAMETERS_IN_DISPLAY_ORDER.indexOf(b.name));
  return (
    <CollapsibleFields
      fields={[
        ...shown.map((parameter) => ({
          key: parameter.name,
          label: parameterText(parameter.name).label,
          isSet: parameter.value !== null,
          field: <ParameterField lineId={id} parameter={parameter} />,
        })),
        {
          key: 'pause',
          label: t('pause.label'),
          isSet: detail.pause.setSeconds !== null,
          field: <PauseField detail={detail} />,
        },
      ]}
    />
  );
}

interface ParameterFieldProps {
  readonly lineId: number;
  readonly parameter: LineParameter;
}

/** Memoised, so that it doesn't re-render while the line's text is edited. */
const ParameterField = memo(({ lineId, parameter }: ParameterFieldProps) => {
  const { name, value, origin } = parameter;
  const { label, what } = parameterText(name);
  const readDetail = useRefetch('line.detail');
  const set = (next: number | string | null) => setOverride(lineId, name, next).then(readDetail);
  const mark =
    origin === 'line' ? (
      <Reset
        label={t('parameter.reset', { parameter: parameterText(name).name })}
        hint={t('parameter.resetHint')}
        onReset={() => void set(null).catch(notifyFailure)}
      />
    ) : (
      <em className={`cut ${styles.origin}`}>{origin === 'service' ? '' : t(`origin.${origin}`)}</em>
    );
  return (
    <div className={`labelled-field ${styles.field}`} data-own={origin === 'line'}>
      <span title={what}>{label}</span>
      <ParameterInput name={name} value={value} mark={mark} markWidth={MARK_WIDTH[origin]} onSet={set} />
    </div>
  );
});

interface ResetProps {
  readonly label: string;
  readonly hint: string;
  onReset(): void;
}

const Reset = ({ label, hint, onReset }: ResetProps) => (
  <IconButton icon={RotateCcw} label={label} hint={hint} size={24} onClick={onReset} className={styles.reset} />
);

async function setOverride(lineId: number, name: ParameterName, value: number | string | null): Promise<void> {
  const change = parameterPatchSchema.safeParse({ [name]: value });
  if (!change.success) return;
  const work = ask('line.setOverride', { lineId, change: change.data }).then(({ step }) => {
    const parameter = parameterText(name).label;
    const said = value === null ? t('parameter.isReset', { parameter }) : t('parameter.changed', { parameter, value });
    notify(said, { id: 'override', undo: undoOf(step) });
  });
  await awaitBeforeUndo(work);
}

interface ReadAsProps {
  readonly lineId: number;
  readonly heading: NonNullable<LineDetail['heading']>;
}

/** How a heading is read. Saves on blur or Enter; an empty field restores the default. */
export function ReadAsField({ lineId, heading: { spoken, isChosen } }: ReadAsProps) {
  const readDetail = useRefetch('line.detail');
  const save = (words: string) => setReadAs(lineId, words.trim() || null).then(readDetail);
  const field = useFieldDraft<string, string>({ value: spoken, read: (words) => words, save });
  return (
    <div className={`labelled-field ${styles.field}`} data-own={isChosen}>
      <span title={t('readAs.hint')}>{t('readAs.label')}</span>
      <TextInput
        aria-label={t('readAs.label')}
        title={field.draft ?? field.value}
        maxLength={MAX_READ_AS_LENGTH}
        value={field.draft ?? field.value}
        rightSection={
          isChosen && (
            <Reset
              label={t('readAs.reset')}
              hint={t('readAs.resetHint')}
              onReset={() => void save('').catch(notifyFailure)}
            />
          )
        }
        rightSectionWidth={isChosen ? RESET_WIDTH : 0}
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

function setReadAs(lineId: number, spoken: string | null): Promise<void> {
  const work = ask('line.setReadAs', { lineId, spoken }).then(({ step }) => {
    const message = spoken === null ? t('readAs.isReset') : t('readAs.changed', { spoken });
    notify(message, { id: 'read-as', undo: undoOf(step) });
  });
  return awaitBeforeUndo(work);
}

type PausedLine = Pick<LineDetail, 'id' | 'chapterNumber' | 'numberInChapter' | 'pause'>;

const RESET_WIDTH = 28;
const REASON_WIDTH = 'min(112px, 55%)';

/** Saves on blur or Enter. */
export function PauseField({ detail }: { readonly detail: PausedLine }) {
  const { setSeconds, usual } = detail.pause;
  const seconds = setSeconds ?? usual?.seconds ?? 0;
  const readDetail = useRefetch('line.detail');
  const field = useFieldDraft<number | string, number>({
    value: seconds,
    read: numberOrKnown,
    save: (next) => setPause(detail, next).then(readDetail),
  });
  return (
    <div className={`labelled-field ${styles.field}`} data-own={setSeconds !== null}>
      <span title={t('pause.hint')}>{t('pause.label')}</span>
      <NumberInput
        aria-label={t('pause.label')}
        value={field.draft ?? field.value}
        suffix=" s"
        min={0}
        max={MAX_PAUSE_SECONDS}
        step={0.1}
        decimalScale={3}
        allowNegative={false}
        hideControls
        rightSection={
          setSeconds === null ? (
            <em className={`cut ${styles.origin}`}>{t(`pause.reason.${usual?.reason ?? 'none'}`)}</em>
          ) : (
            <Reset
              label={t('pause.reset')}
              hint={t('pause.resetHint')}
              onReset={() => void setPause(detail, null).catch(notifyFailure)}
            />
          )
        }
        rightSectionWidth={setSeconds === null ? REASON_WIDTH : RESET_WIDTH}
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

function setPause(detail: PausedLine, seconds: number | null): Promise<void> {
  const line = lineNumber(detail);
  const work = ask('line.setPause', { lineId: detail.id, seconds }).then(({ step }) => {
    const message = seconds === null ? t('pause.isReset', { line }) : t('pause.changed', { line, seconds });
    notify(message, { id: 'pause', undo: undoOf(step) });
  });
  return awaitBeforeUndo(work);
}
