// The parameters of the service that a role or a line may set: what each is called as a label and in a sentence, what holds
// where nothing is set, and what it does.

export const parameters = {
  /** What may stand in its field, such as “0.1 to 5 times”. */
  bounds: {
    between:
      '{unit, select, times {{min, number} to {max, number} times} Hz {{min, number} to {max, number} Hz} other {{min, number} to {max, number}}}',
    from: '{unit, select, s {{min, number} s or more} other {{min, number} or more}}',
  },
  speed: {
    label: 'Speed',
    name: 'speed',
    none: 'Voice default',
    what: 'How fast the voice speaks: 1 is its own pace, 2 is twice as fast.',
  },
  temperature: {
    label: 'Temperature',
    name: 'temperature',
    none: 'Service default',
    what: 'How much one take differs from the next: low is even and safe, high is livelier and more random.',
  },
  seed: {
    label: 'Seed',
    name: 'seed',
    none: 'Random',
    what: 'The same seed gives the same take again. Left empty, each take is a new one, which retakes need.',
  },
  language: {
    label: 'Language',
    name: 'language',
    none: 'Voice default',
    what: 'The language that the words are read in.',
  },
  quality: {
    label: 'Quality',
    name: 'quality',
    none: 'Service default',
    what: 'How much care the service takes over the sound; drafts come back sooner.',
  },
  sample_rate: {
    label: 'Sample rate',
    name: 'sample rate',
    none: 'Voice default',
    what: 'Samples in a second of audio. Exports convert, so leave it empty unless you must have one rate.',
  },
  voice_conditioning_seconds: {
    label: 'Conditioning',
    name: 'conditioning',
    none: 'Service default',
    what: 'How many seconds of the voice’s sample the service listens to before it speaks: more is closer to the sample.',
  },
} as const;
