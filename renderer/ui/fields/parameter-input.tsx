import {
  type ChoiceRules,
  isWithin,
  type NumberRules,
  type ParameterName,
  SPEECH_PARAMETERS,
} from '@lectern/tts-protocol';
import { NumberInput, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../../locales/words.ts';
import { parameterText } from '../wording/parameters.ts';
import { numberOrKnown, useFieldDraft } from './use-field-draft.ts';

const t = words('ui');

type ParameterValue = number | string | null;

interface ParameterInputProps {
  readonly name: ParameterName;
  readonly value: ParameterValue;
  readonly mark: ReactNode;
  readonly markWidth: number;
  /** Resolves once `value` is the saved value. */
  readonly onSet: (value: ParameterValue) => Promise<unknown>;
  readonly describedBy?: string;
}

export function ParameterInput(props: ParameterInputProps) {
  const { rules } = SPEECH_PARAMETERS[props.name];
  return rules.kind === 'number' ? <NumberField {...props} rules={rules} /> : <ChoiceField {...props} rules={rules} />;
}

function ChoiceField({
  name,
  value,
  rules,
  mark,
  markWidth,
  onSet,
  describedBy,
}: ParameterInputProps & { readonly rules: ChoiceRules }) {
  const field = useFieldDraft<string, ParameterValue>({
    value,
    read: (choice) => choice,
    save: onSet,
    dropsFailed: true,
  });
  const shown = field.draft ?? field.value;
  const { label, none } = parameterText(name);
  return (
    <Select
      aria-label={label}
      {...(describedBy && { 'aria-describedby': describedBy })}
      searchable={rules.values.length > 8}
      data={rules.values.map((choice) => ({ value: choice, label: capitalised(choice) }))}
      value={shown === null ? null : String(shown)}
      placeholder={none}
      rightSection={mark}
      rightSectionWidth={markWidth}
      onChange={(next) => {
        if (next === null) return;
        field.type(next);
        field.save();
      }}
    />
  );
}

/** Saves on blur or Enter, so that incomplete numbers aren't sent. */
function NumberField({
  name,
  value,
  rules,
  mark,
  markWidth,
  onSet,
  describedBy,
}: ParameterInputProps & { readonly rules: NumberRules }) {
  const { draft, ...field } = useFieldDraft<number | string, ParameterValue>({
    value,
    read(typed, known) {
      const next = numberOrKnown(typed, known);
      return typeof next === 'number' && !isWithin(rules, next) ? known : next;
    },
    save: onSet,
  });
  const { min, max, step, digits } = rules;
  const { label, none } = parameterText(name);
  const isWrong = typeof draft === 'number' && !isWithin(rules, draft);
  return (
    <NumberInput
      aria-label={label}
      {...(describedBy && { 'aria-describedby': describedBy })}
      value={draft ?? field.value ?? ''}
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
      onChange={field.type}
      onBlur={field.save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') field.save();
        if (key === 'Escape') field.drop();
      }}
    />
  );
}

const boundsText = (min: number, max: number | undefined): string =>
  max === undefined ? t('bounds.from', { min }) : t('bounds.between', { min, max });

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
