import { type NumberRules, type ParameterName, SPEECH_PARAMETERS } from '@lectern/tts-protocol';
import { words } from '../../locales/words.ts';

const t = words('parameters');

interface ParameterText {
  readonly label: string;
  /** The parameter's name as it appears within a sentence. */
  readonly name: string;
  readonly none: string;
  readonly what: string;
}

export const parameterText = (name: ParameterName): ParameterText => ({
  label: t(`${name}.label`),
  name: t(`${name}.name`),
  none: t(`${name}.none`),
  what: t(`${name}.what`),
});

/** Returns the parameter's limits and unit, such as `0.1 to 5 times`; null for a choice. */
export function parameterBounds(name: ParameterName): string | null {
  const rules: NumberRules | { readonly kind: 'choice' } = SPEECH_PARAMETERS[name].rules;
  if (rules.kind === 'choice') return null;
  const { min, max, unit } = rules;
  return max === undefined ? t('bounds.from', { min, unit }) : t('bounds.between', { min, max, unit });
}
