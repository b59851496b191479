// How the line is spoken: what is in force, where it comes from, and what this line sets in its place.
import { ActionIcon, NumberInput, Select, Tooltip } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import type { LineOverride } from '../../shared/model/cast.ts';
import { BOUNDS, speechParametersSchema } from '../../shared/service/input-parameters.ts';
import { LANGUAGES, QUALITIES } from '../../shared/service/vocabulary.ts';
import { ask } from '../bridge/ask.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import styles from './inspector.module.css';

type Parameter = LineDetail['parameters'][number];
type Name = Parameter['name'];

const ORIGINS: Readonly<Record<Parameter['origin'], string>> = {
  line: 'this line',
  role: 'from cast',
  project: 'project',
  service: '',
};

/** Pixels of what stands at the right of a field. */
const MARK_WIDTH: Readonly<Record<Parameter['origin'], number>> = { line: 28, role: 70, project: 56, service: 8 };

const LABELS: Readonly<Record<Name, string>> = {
  speed: 'Speed',
  temperature: 'Temperature',
  seed: 'Seed',
  language: 'Language',
  quality: 'Quality',
  sample_rate: 'Sample rate',
  voice_conditioning_seconds: 'Conditioning',
};

const NUMBERS: Readonly<Partial<Record<Name, NumberRules>>> = {
  speed: { ...BOUNDS.speed, step: 0.05, digits: 2, none: 'the voice’s own' },
  temperature: { ...BOUNDS.temperature, step: 0.05, digits: 2, none: 'the service’s own' },
  seed: { ...BOUNDS.seed, step: 1, digits: 0, none: 'new each take' },
  sample_rate: { ...BOUNDS.sampleRateHz, step: 1, digits: 0, none: 'the voice’s own' },
  voice_conditioning_seconds: { min: 0, step: 1, digits: 0, none: 'the service’s own' },
};

interface NumberRules {
  readonly min: number;
  readonly max?: number;
  readonly step: number;
  readonly digits: number;
  /** What holds where nothing is set. */
  readonly none: string;
}

const CHOICES: Readonly<Partial<Record<Name, { readonly values: readonly string[]; readonly none: string }>>> = {
  language: { values: LANGUAGES, none: 'the voice’s own' },
  quality: { values: QUALITIES, none: 'the service’s own' },
};

const ORDER = Object.keys(LABELS);

/** Rarely set: shown only where they are. */
const RARE: readonly Name[] = ['sample_rate', 'voice_conditioning_seconds'];

export function ParameterFields({ detail }: { readonly detail: LineDetail }) {
  const shown = detail.parameters
    .filter(({ name, value }) => !RARE.includes(name) || value !== null)
    .toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
  return shown.map((parameter) => <ParameterField key={parameter.name} detail={detail} parameter={parameter} />);
}

function ParameterField({ detail, parameter }: { readonly detail: LineDetail; readonly parameter: Parameter }) {
  const { name, value, origin } = parameter;
  const numbers = NUMBERS[name];
  const choices = CHOICES[name];
  const set = (next: number | string | null) => setOverride(detail, name, next);
  const mark =
    origin === 'line' ? (
      <Reset name={name} onReset={() => set(null)} />
    ) : (
      <em className={styles.origin}>{ORIGINS[origin]}</em>
    );
  return (
    <div className={styles.field} data-own={origin === 'line'}>
      <span>{LABELS[name]}</span>
      {numbers && (
        <NumberField
          label={LABELS[name]}
          value={value}
          rules={numbers}
          mark={mark}
          markWidth={MARK_WIDTH[origin]}
          onSet={set}
        />
      )}
      {choices && (
        <Select
          aria-label={LABELS[name]}
          searchable={choices.values.length > 8}
          data={choices.values.map((choice) => ({ value: choice, label: capitalised(choice) }))}
          value={value === null ? null : String(value)}
          placeholder={choices.none}
          rightSection={mark}
          rightSectionWidth={MARK_WIDTH[origin]}
          onChange={(next) => next !== null && next !== value && set(next)}
        />
      )}
    </div>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: Parameter['value'];
  readonly rules: NumberRules;
  readonly mark: ReactNode;
  readonly markWidth: number;
  readonly onSet: (value: number) => void;
}

/** Takes a number when the field is left or Enter is pressed, so that no half of one is sent. */
function NumberField({ label, value, rules, mark, markWidth, onSet }: NumberFieldProps) {
  const [draft, setDraft] = useState<number | string>(value ?? '');
  useEffect(() => setDraft(value ?? ''), [value]);
  const { min, max, step, digits, none } = rules;
  const isWrong = typeof draft === 'number' && (draft < min || (max !== undefined && draft > max));
  const take = () => {
    if (typeof draft !== 'number' || isWrong) setDraft(value ?? '');
    else if (draft !== value) onSet(draft);
  };
  return (
    <NumberInput
      aria-label={label}
      value={draft}
      min={min}
      {...(max === undefined ? {} : { max })}
      step={step}
      decimalScale={digits}
      clampBehavior="none"
      hideControls
      placeholder={none}
      error={isWrong ? `${min} to ${max ?? 'any'}` : null}
      rightSection={mark}
      rightSectionWidth={markWidth}
      onChange={setDraft}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setDraft(value ?? '');
      }}
    />
  );
}

function Reset({ name, onReset }: { readonly name: Name; readonly onReset: () => void }) {
  const label = `Set back ${LABELS[name].toLowerCase()} of this line`;
  return (
    <Tooltip label="Only this line. Click to set back.">
      <ActionIcon size={22} aria-label={label} onClick={onReset} className={styles.reset}>
        <RotateCcw size={13} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Null takes the line's own value away. */
function setOverride({ id, override }: LineDetail, name: Name, value: number | string | null): void {
  const { [name]: _, ...others } = override ?? {};
  const voice = override?.voice;
  const parsed = speechParametersSchema.safeParse(
    value === null ? without(others) : { ...without(others), [name]: value },
  );
  if (!parsed.success) return;
  const next: LineOverride = voice === undefined ? parsed.data : { ...parsed.data, voice };
  ask('line.setOverride', { lineId: id, override: Object.keys(next).length === 0 ? null : next })
    .then(({ previous }) => {
      const said = value === null ? 'as the cast has it again' : `${value} for this line only`;
      const run = () => void ask('line.setOverride', { lineId: id, override: previous }).catch(notifyFailure);
      notify(`${LABELS[name]}: ${said}.`, { id: 'override', undo: { run } });
    })
    .catch(notifyFailure);
}

const without = ({ voice: _, ...parameters }: LineOverride) => parameters;

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
