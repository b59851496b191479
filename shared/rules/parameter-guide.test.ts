import { describe, expect, it } from 'vitest';
import { speechParametersSchema, speechParametersShape } from '../service/input-parameters.ts';
import { boundsInWords, isWithin, PARAMETER_GUIDE, PARAMETER_NAMES } from './parameter-guide.ts';

describe('the guide to parameters', () => {
  it('has every parameter that the service takes for a role, and no other', () => {
    expect(PARAMETER_NAMES.toSorted()).toEqual(Object.keys(speechParametersShape).toSorted());
  });

  it.each(PARAMETER_NAMES)('gives %s the very bounds at which the schema refuses', (name) => {
    const { rules } = PARAMETER_GUIDE[name];
    const takes = (value: unknown) => speechParametersSchema.safeParse({ [name]: value }).success;
    if (rules.kind === 'choice') {
      expect(rules.values.every(takes)).toBe(true);
      expect(takes('something else')).toBe(false);
      return;
    }
    expect(takes(rules.min)).toBe(true);
    expect(takes(rules.min - rules.step)).toBe(false);
    expect(isWithin(rules, rules.min - rules.step)).toBe(false);
    const most = rules.max ?? 1_000_000;
    expect(takes(most)).toBe(true);
    expect(isWithin(rules, most)).toBe(true);
    expect(rules.max === undefined || !takes(rules.max + rules.step)).toBe(true);
  });

  it('words bounds with their unit', () => {
    expect(boundsInWords(PARAMETER_GUIDE.speed)).toBe('0.1 to 5 times');
    expect(boundsInWords(PARAMETER_GUIDE.sample_rate)).toBe('8000 to 48000 Hz');
    expect(boundsInWords(PARAMETER_GUIDE.seed)).toBe('0 or more');
    expect(boundsInWords(PARAMETER_GUIDE.language)).toBeNull();
  });
});
