// A field for one parameter of the service, with its bounds, wherever one is set.
import { NumberInput, Select } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import {
  isWithin,
  type NumberRules,
  type ParameterName,
  SPEECH_PARAMETERS,
} from '../../shared/service/speech-parameters.ts';
import { words } from '../locales/words.ts';
import { parameterWords } from './wording/parameters.ts';

const t = words('ui');

type ParameterValue = number | string | null;

interface ParameterInputProps {
  readonly name: ParameterName;
  readonly value: ParameterValue;
  /** What stands at the right of the field, and how wide it is in pixels. */
  readonly mark: ReactNode;
  readonly markWidth: number;
  readonly onSet: (value: number | string) => void;
  /** The id of what describes it. */
  readonly describedBy?: string;
}

export function ParameterInput(props: ParameterInputProps) {
  const { name, value, mark, markWidth, onSet } = props;
  const { rules } = SPEECH_PARAMETERS[name];
  const { label, none } = parameterWords(name);
  if (rules.kind === 'number') return <NumberField {...props} rules={rules} />;
  return (
    <Select
      aria-label={label}
      {...(props.describedBy && { 'aria-describedby': props.describedBy })}
      searchable={rules.values.length > 8}
      data={rules.values.map((choice) => ({ value: choice, label: capitalised(choice) }))}
      value={value === null ? null : String(value)}
      placeholder={none}
      rightSection={mark}
      rightSectionWidth={markWidth}
      onChange={(next) => next !== null && next !== value && onSet(next)}
    />
  );
}

/** Takes a number when the field is left or Enter is pressed, so that no half of one is sent. */
function NumberField({
  name,
  value,
  rules,
  mark,
  markWidth,
  onSet,
  describedBy,
}: ParameterInputProps & { readonly rules: NumberRules }) {
  const [draft, setDraft] = useState<number | string>(value ?? '');
  useEffect(() => setDraft(value ?? ''), [value]);
  const { min, max, step, digits } = rules;
  const { label, none } = parameterWords(name);
  const isWrong = typeof draft === 'number' && !isWithin(rules, draft);
  const take = () => {
    if (typeof draft !== 'number' || isWrong) setDraft(value ?? '');
    else if (draft !== value) onSet(draft);
  };
  return (
    <NumberInput
      aria-label={label}
      {...(describedBy && { 'aria-describedby': describedBy })}
      value={draft}
      min={min}
      {...(max === undefined ? {} : { max })}
      step={step}
      decimalScale={digits}
      clampBehavior="none"
      hideControls
      placeholder={none}
      error={isWrong ? boundsText(min, max) : null}
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

const boundsText = (min: number, max: number | undefined): string =>
  max === undefined ? t('bounds.from', { min }) : t('bounds.between', { min, max });

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
