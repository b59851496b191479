// Comparing takes with their words: what is found, accepting it, and rendering suspicious lines again.

export const proof = {
  /** In Review’s header. */
  status: {
    checked: 'Words checked: {proofed, number} of {takes, number}',
    hint: 'The audio of each take is compared with its words. {waiting, plural, =0 {} one {# take is waiting. } other {# takes are waiting. }}{notCompared, plural, =0 {} one {# take can’t be compared.} other {# takes can’t be compared.}}',
    notHeard:
      '{takes, plural, one {# take not checked by the speech recogniser} other {# takes not checked by the speech recogniser}}',
    learning: '{voices, plural, one {still learning # voice} other {still learning # voices}}',
    learningVoice: 'Still learning {voice}: {learnt, number} of {needed, number} lines',
  },
  /** `words`: the words of the line; `count`: how many there are. */
  label: {
    missing: 'missing “{words}”',
    extra: 'extra speech before “{words}”',
    'extra-end': 'extra speech after “{words}”',
    repeated: 'repeated “{words}”',
    replaced: 'another word for “{words}”',
    garbled: 'unclear “{words}”',
    cut: 'cut off “{words}”',
    noise: 'noise at “{words}”',
    'wrong-text': 'different text',
  },
  meaning: {
    missing: 'These words don’t seem to be spoken.',
    extra: 'Something is spoken here that isn’t in the text.',
    repeated: 'These words seem to be spoken more than once.',
    replaced: 'Another word seems to be spoken here.',
    garbled: 'These words sound different from what the text says.',
    cut: 'The audio seems to start or end in the middle of this word.',
    noise: 'There is sound here that isn’t speech.',
    'wrong-text': 'The take seems to speak a different text.',
  },
  heard: 'heard “{heard}”',
  likely: 'likely',
  possible: 'possible',
  marker: 'Finding {number} at {time}: {label}',
  list: 'Findings',
  fine: 'The words match.',
  waiting: 'The words haven’t been checked yet.',
  learning: 'Still learning this voice ({learnt, number} of {needed, number} lines), so these are only hints.',
  /** `reason` is a sentence. */
  notCompared: 'Not compared. {reason}',
  /** The alignment has checked the take, but a speech recogniser hasn’t, or not all of it. `reason` is a sentence. */
  notHeard: 'Checked without the speech recogniser. {reason}',
  accept: {
    label: 'Accept',
    hint: 'This is spoken as it should be (O)',
    more: 'Accept in more places',
    line: 'In this line',
    word: 'This word by any voice',
    voice: 'This word by this voice',
    withdraw: 'Withdraw',
    tag: '{scope, select, line {accepted} word {accepted for the word} other {accepted for the voice}}',
    done: 'Finding in line {line} accepted.',
    withdrawn: 'Finding in line {line} no longer accepted.',
    none: 'Line {line} has no findings to accept.',
  },
  noneListed: 'No findings in the listed lines.',
  noneHere: 'Line {line} has no findings.',
  wordsHint: 'Click a word to play from it. With the keyboard, choose a word with ← → and press Enter.',
  compare: { onlyPart: 'Only at the finding' },
  /** A dialog that renders suspicious lines again until their words match, and the progress of these renders. */
  retry: {
    title: 'Render suspicious lines again',
    /** A button, for which there is little space. */
    open: 'Render suspicious again…',
    about:
      'Each line is rendered with a new seed, and its words are checked. If they still don’t match, it is tried again. The better take is exported, and the others are kept.',
    extent: 'Lines in',
    minScore: 'Lowest score',
    minScoreHint:
      'Leave empty to render only lines marked as suspicious. With a score, lines with at least this score are included.',
    suspicious: 'suspicious lines',
    maxRetries: 'Tries per line',
    maxCharacters: 'Character limit',
    counting: 'Counting lines…',
    none: 'No lines to render.',
    first:
      'First try: {lines, plural, one {# line} other {# lines}}, {characters, plural, one {# character} other {# characters}}{price, select, none {} other {, {price}}}.',
    most: 'All tries together: at most {characters, plural, one {# character} other {# characters}}{price, select, none {} other {, {price}}}.',
    excluded: {
      approved: '{lines, plural, one {# approved line is} other {# approved lines are}} left out.',
      kept: '{lines, plural, one {# line keeps} other {# lines keep}} an older take and {lines, plural, one {is} other {are}} left out.',
      retried: '{lines, plural, one {# line has} other {# lines have}} been tried this often already.',
      'under-way': '{lines, plural, one {# line is} other {# lines are}} being rendered or checked.',
      pinned: '{lines, plural, one {# line has} other {# lines have}} a pinned seed and would sound the same.',
      blocked: '{lines, plural, one {# line} other {# lines}} can’t be rendered at the moment.',
      'over-limit': '{lines, plural, one {# line exceeds} other {# lines exceed}} the limit on characters.',
      'over-cap': '{lines, plural, one {# line exceeds} other {# lines exceed}} the project’s spending limit.',
    },
    cancel: 'Cancel',
    start: '{lines, plural, one {Render # line} other {Render # lines}}',
    progress: 'Suspicious lines rendered again',
    /** `round` is the number of the try. */
    waiting:
      'Try {round, number}: {done, number} of {lines, plural, one {# line} other {# lines}} rendered and checked',
    result:
      '{lines, plural, one {# line} other {# lines}} rendered again in {takes, plural, one {# take} other {# takes}}: {matching, number} now match, {left, number} still suspicious.',
    stop: 'Stop after this try',
    done: 'Done',
  },
} as const;
