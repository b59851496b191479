// Service parameters that a role or line can set: label, name in a sentence, placeholder and explanation.

import type { ParameterName } from '@lectern/tts-protocol';

export const parameters = {
  /** The range of a field, such as “0.1 to 5 times”. */
  bounds: {
    between:
      '{unit, select, times {{min, number} to {max, number} times} Hz {{min, number} to {max, number} Hz} other {{min, number} to {max, number}}}',
    from: '{unit, select, s {{min, number} s or more} other {{min, number} or more}}',
  },
  speed: {
    label: 'Speed',
    name: 'speed',
    none: 'Voice default',
    what: 'How fast the voice speaks: 1 is its normal pace, 2 is twice as fast.',
  },
  temperature: {
    label: 'Temperature',
    name: 'temperature',
    none: 'Service default',
    what: 'How much takes vary: low is even and safe, high is livelier and more random.',
  },
  seed: {
    label: 'Seed',
    name: 'seed',
    none: 'Random',
    what: 'The same seed gives the same take. To get a different take each time, leave this empty.',
  },
  language: {
    label: 'Language',
    name: 'language',
    none: 'Voice default',
    what: 'The language the text is read in.',
  },
  quality: {
    label: 'Quality',
    name: 'quality',
    none: 'Service default',
    what: 'Sound quality. Drafts are faster.',
  },
  sample_rate: {
    label: 'Sample rate',
    name: 'sample rate',
    none: 'Voice default',
    what: 'Audio samples per second. Exports convert audio as needed, so leave this empty unless you need a specific rate.',
  },
  voice_conditioning_seconds: {
    label: 'Conditioning',
    name: 'conditioning',
    none: 'Service default',
    what: 'Seconds of the voice’s sample used as a reference. A higher value sounds closer to the sample.',
  },
} as const satisfies Readonly<Record<ParameterName | 'bounds', object>>;
