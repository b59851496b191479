// Every parameter that a role or a line may set, once: what it is called, what it does, and what it may be.
import { BOUNDS, type SpeechParameters } from '../service/input-parameters.ts';
import { LANGUAGES, QUALITIES } from '../service/vocabulary.ts';

export type ParameterName = keyof SpeechParameters;

/** What a field takes that holds a number. */
export interface NumberRules {
  readonly kind: 'number';
  readonly min: number;
  /** Absent: the interface names no bound. */
  readonly max?: number;
  readonly step: number;
  /** Behind the point. */
  readonly digits: number;
  /** Such as `Hz`; empty where it has none. */
  readonly unit: string;
}

export interface ChoiceRules {
  readonly kind: 'choice';
  readonly values: readonly string[];
}

export interface ParameterGuide {
  readonly label: string;
  readonly rules: NumberRules | ChoiceRules;
  /** What holds where nothing is set. */
  readonly none: string;
  /** What it does, in a sentence or two. */
  readonly what: string;
  /** Few producers ever set it. */
  readonly isRare: boolean;
}

const number = (bounds: { readonly min: number; readonly max?: number }, step: number, digits: number, unit = '') =>
  ({ kind: 'number', ...bounds, step, digits, unit }) as const;

/** In the order in which they are shown. Bounds are those of the interface ("Limits", "Input parameters object"). */
export const PARAMETER_GUIDE: Readonly<Record<ParameterName, ParameterGuide>> = {
  speed: {
    label: 'Speed',
    rules: number(BOUNDS.speed, 0.05, 2, 'times'),
    none: 'Voice default',
    what: 'How fast the voice speaks: 1 is its own pace, 2 is twice as fast.',
    isRare: false,
  },
  temperature: {
    label: 'Temperature',
    rules: number(BOUNDS.temperature, 0.05, 2),
    none: 'Service default',
    what: 'How much one take differs from the next: low is even and safe, high is livelier and more random.',
    isRare: false,
  },
  seed: {
    label: 'Seed',
    rules: number(BOUNDS.seed, 1, 0),
    none: 'Random',
    what: 'The same seed gives the same take again. Left empty, each take is a new one, which retakes need.',
    isRare: false,
  },
  language: {
    label: 'Language',
    rules: { kind: 'choice', values: LANGUAGES },
    none: 'Voice default',
    what: 'The language that the words are read in.',
    isRare: false,
  },
  quality: {
    label: 'Quality',
    rules: { kind: 'choice', values: QUALITIES },
    none: 'Service default',
    what: 'How much care the service takes over the sound; drafts come back sooner.',
    isRare: false,
  },
  sample_rate: {
    label: 'Sample rate',
    rules: number(BOUNDS.sampleRateHz, 1, 0, 'Hz'),
    none: 'Voice default',
    what: 'Samples in a second of audio. Exports convert, so leave it empty unless you must have one rate.',
    isRare: true,
  },
  voice_conditioning_seconds: {
    label: 'Conditioning',
    rules: number({ min: 0 }, 1, 0, 's'),
    none: 'Service default',
    what: 'How many seconds of the voice’s sample the service listens to before it speaks: more is closer to the sample.',
    isRare: true,
  },
};

export const PARAMETER_NAMES = Object.keys(PARAMETER_GUIDE) as readonly ParameterName[];

/** Its bounds and unit in words, such as `0.1 to 5 times`; null for a choice. */
export function boundsInWords({ rules }: ParameterGuide): string | null {
  if (rules.kind === 'choice') return null;
  const { min, max, unit } = rules;
  const range = max === undefined ? `${min} or more` : `${min} to ${max}`;
  return unit === '' ? range : `${range} ${unit}`;
}

/** Whether a number may stand for a parameter. */
export const isWithin = ({ min, max }: NumberRules, value: number): boolean =>
  value >= min && (max === undefined || value <= max);
