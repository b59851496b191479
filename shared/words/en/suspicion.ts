// Why a take looks suspicious: a tag and a sentence for each kind in `shared/model/take.ts`.

export const suspicion = {
  flag: {
    silent: { label: 'silent', meaning: 'It has no sound.' },
    fast: {
      label: '{ratio}× fast',
      meaning:
        'It is much shorter than {against, select, speech {any natural reading of these words} other {this voice’s usual reading}}, so words may be missing.',
    },
    slow: {
      label: '{ratio}× slow',
      meaning:
        'It takes {ratio} times as long as {against, select, speech {speech} other {this voice}} usually does for words of this length.',
    },
    'dead-air': {
      label: '{seconds} s dead air',
      meaning:
        'A silence of {seconds} seconds {place, select, start {at its start} inside {in the middle} other {at its end}} isn’t in the script.',
    },
    clipping: {
      label: 'clips',
      meaning: '{samples, number} samples are at full scale and sound distorted.',
    },
    'cut-start': {
      label: 'cut at the start',
      meaning: 'It begins in the middle of a sound, {level} dB relative to its speech.',
    },
    'cut-end': {
      label: 'cut at the end',
      meaning: 'It ends in the middle of a sound, {level} dB relative to its speech.',
    },
    'one-sided': {
      label: '{quiet, select, left {left} other {right}} channel missing',
      meaning:
        'Its {quiet, select, left {left} other {right}} channel is silent, or {decibels} dB quieter than the other one.',
    },
    words: {
      label: '{finding}{more, plural, =0 {} other { +#}}',
      meaning:
        'It doesn’t seem to match the script at {seconds} s: {finding}.{more, plural, =0 {} one { There is one more difference.} other { There are # more differences.}}',
    },
    duration: {
      label: 'unexpected length',
      meaning: 'It is {seconds} s long, but the service reported {announced} s, so part of it may be missing.',
    },
  },
  /** How a take differs from its text. */
  finding: {
    missing: 'missing words',
    extra: 'extra words',
    repeated: 'repeated words',
    replaced: 'different words',
    garbled: 'unclear words',
    cut: 'words cut off',
    noise: 'noise',
    'wrong-text': 'different text',
  },
  /** Why a take can’t be compared with its text. */
  notCompared: {
    'too-long': 'It is too long to compare with the script: {seconds} s.',
    'no-reference': 'Takes in {language} can’t be compared with the script.',
    'unknown-language': 'The language of its text is unknown: set the project’s language.',
    'unreadable-text': 'It can’t be compared, because its text contains characters that Lectern can’t read.',
    'no-words': 'Its text contains no words.',
    audio: 'Its audio file is {problem, select, missing {missing} other {damaged}}.',
    failed: 'The comparison failed unexpectedly ({id}).',
  },
  /** Why a speech recogniser didn’t listen to a take, or not to all of it. `pack` is the recogniser’s name. */
  notHeard: {
    damaged: 'A file of the speech recogniser {pack} is missing or damaged ({file}). Install the recogniser again.',
    unloadable: 'The speech recogniser {pack} can’t be loaded on this computer.',
    failed: 'The speech recogniser {pack} couldn’t process the take.',
    crashed: 'The speech recogniser {pack} crashed.',
    stuck: 'The speech recogniser {pack} didn’t respond and was stopped.',
    'too-much-memory': 'The speech recogniser {pack} used too much memory and was stopped.',
    'other-language': 'The speech recogniser {pack} doesn’t recognise {language}.',
    words:
      'The speech recogniser {pack} can’t judge {words, plural, one {# word} other {# words}}, for example because of different spellings.',
  },
  /** A voice that sounds different from its earlier takes. */
  drift: {
    dimension: { pace: 'pace', pitch: 'pitch', level: 'level', timbre: 'timbre' },
    shift: {
      pace: '{size} % {direction, select, less {faster} other {slower}}',
      pitch: '{size} semitones {direction, select, less {lower} other {higher}}',
      level: '{size} dB {direction, select, less {quieter} other {louder}}',
      timbre: '{size} times as different as lines usually are from each other',
    },
    /** `dimension`: “pitch”. `shift`: “1.2 semitones higher”. */
    alarm:
      '{by, select, day {From {place} on} other {{named, select, yes {In “{place}”} other {Before the first chapter}}}}, {dimension}: {shift} ({takes, plural, one {# take} other {# takes}}).',
    canary: 'Canary lines, {dimension}: {shift}.',
  },
} as const;
