// What looks suspicious about a take: a few words for a tag, and a sentence. By the kinds of `shared/model/take.ts`.

export const suspicion = {
  flag: {
    silent: { label: 'silent', meaning: 'There is no sound in it.' },
    fast: {
      label: '{ratio}× fast',
      meaning:
        'It is much shorter than {against, select, speech {any speech of these words} other {this voice would need}}: words may be missing.',
    },
    slow: {
      label: '{ratio}× slow',
      meaning:
        'It takes {ratio} times as long as {against, select, speech {speech} other {this voice}} usually does for words of this length.',
    },
    'dead-air': {
      label: '{seconds} s dead air',
      meaning:
        'A silence of {seconds} seconds {place, select, start {at its start} inside {in the middle} other {at its end}} that the script does not ask for.',
    },
    clipping: {
      label: 'clips',
      meaning: '{samples, number} samples are at full scale: it is distorted there.',
    },
    'cut-start': {
      label: 'cut at the start',
      meaning: 'It begins in the middle of a sound, {level} dB against its speech.',
    },
    'cut-end': {
      label: 'cut at the end',
      meaning: 'It ends in the middle of a sound, {level} dB against its speech.',
    },
    'one-sided': {
      label: '{quiet, select, left {left} other {right}} channel missing',
      meaning:
        'Its {quiet, select, left {left} other {right}} channel is silent, or {decibels} dB quieter than the other one.',
    },
    duration: {
      label: 'not the announced length',
      meaning: 'It is {seconds} s long, and the service announced {announced} s: part of it may be missing.',
    },
  },
} as const;
