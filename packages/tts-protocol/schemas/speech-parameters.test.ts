import { describe, expect, it } from 'vitest';
import { inputParametersShape } from './input-parameters.ts';
import {
  isWithin,
  type NumberRules,
  PARAMETER_NAMES,
  PARAMETERS_IN_DISPLAY_ORDER,
  SPEECH_PARAMETERS,
  speechParametersSchema,
} from './speech-parameters.ts';

describe('the table of parameters', () => {
  it('has every parameter that the service takes for a role, and no other', () => {
    const ofScript = [
      'voice_engine',
      'text',
      'voice',
      'voice_2',
      'turn_prefix',
      'turn_prefix_2',
      'output_format',
      'style',
      'markup',
    ];
    const ofRoles = Object.keys(inputParametersShape).filter((name) => !ofScript.includes(name));
    expect(ofRoles.toSorted()).toEqual([...PARAMETER_NAMES, 'voice_conditioning_seconds_2'].toSorted());
  });

  it('shows numbers first, then choices, then what is rarely set', () => {
    expect(PARAMETERS_IN_DISPLAY_ORDER.toSorted()).toEqual(PARAMETER_NAMES.toSorted());
    const groups = PARAMETERS_IN_DISPLAY_ORDER.map((name) => {
      const { isRare, rules } = SPEECH_PARAMETERS[name];
      return isRare ? 2 : rules.kind === 'choice' ? 1 : 0;
    });
    expect(groups).toEqual(groups.toSorted());
    expect(PARAMETERS_IN_DISPLAY_ORDER.slice(0, 3)).toEqual(['speed', 'temperature', 'seed']);
  });

  it.each(PARAMETER_NAMES)('gives %s the very bounds at which the schema refuses', (name) => {
    const { rules } = SPEECH_PARAMETERS[name];
    const takes = (value: unknown) => speechParametersSchema.safeParse({ [name]: value }).success;
    if (rules.kind === 'choice') {
      expect(rules.values.every(takes)).toBe(true);
      expect(takes('something else')).toBe(false);
      return;
    }
    const { max }: NumberRules = rules;
    expect(takes(rules.min)).toBe(true);
    expect(takes(rules.min - rules.step)).toBe(false);
    expect(isWithin(rules, rules.min - rules.step)).toBe(false);
    const most = max ?? 1_000_000;
    expect(takes(most)).toBe(true);
    expect(isWithin(rules, most)).toBe(true);
    expect(max === undefined || !takes(max + rules.step)).toBe(true);
  });
});
