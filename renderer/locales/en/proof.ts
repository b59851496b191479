// Comparing takes with the script: findings, accepting them, and rendering suspicious lines again.

export const proof = {
  /** In Review’s header. */
  status: {
    checked: 'Takes checked: {proofed, number} of {takes, number}',
    hint: 'Lectern compares the audio of each take with the script. {waiting, plural, =0 {} one {# take is waiting. } other {# takes are waiting. }}{notCompared, plural, =0 {} one {# take can’t be compared.} other {# takes can’t be compared.}}',
    notHeard:
      '{takes, plural, one {# take not checked by the speech recogniser} other {# takes not checked by the speech recogniser}}',
    learning: '{voices, plural, one {still learning # voice} other {still learning # voices}}',
    learningVoice: 'Still learning {voice}: {learnt, number} of {needed, number} lines',
  },
  /** `words`: the words of the line that the finding concerns. */
  label: {
    missing: 'missing “{words}”',
    extra: 'extra speech before “{words}”',
    'extra-end': 'extra speech after “{words}”',
    repeated: 'repeated “{words}”',
    replaced: 'replaced “{words}”',
    garbled: 'unclear “{words}”',
    cut: 'cut off “{words}”',
    noise: 'noise at “{words}”',
    'wrong-text': 'different text',
  },
  meaning: {
    missing: 'The take doesn’t seem to contain these words.',
    extra: 'The take seems to have extra words here that aren’t in the text.',
    repeated: 'The take seems to repeat these words.',
    replaced: 'The take seems to have different words here.',
    garbled: 'These words don’t sound as expected.',
    cut: 'The audio seems to start or end in the middle of this word.',
    noise: 'There is noise here.',
    'wrong-text': 'The take seems to be of a different text.',
  },
  heard: 'heard “{heard}”',
  likely: 'likely',
  possible: 'possible',
  marker: 'Finding {number} at {time}: {label}',
  list: 'Findings',
  fine: 'This take matches the script.',
  waiting: 'This take hasn’t been checked yet.',
  learning: 'Still learning this voice ({learnt, number} of {needed, number} lines), so these are only hints.',
  /** `reason` is a sentence. */
  notCompared: 'Not compared. {reason}',
  /** The alignment has checked the take, but a speech recogniser hasn’t, or not all of it. `reason` is a sentence. */
  notHeard: 'Checked without the speech recogniser. {reason}',
  accept: {
    label: 'Accept',
    hint: 'This is correct as spoken (O)',
    more: 'Accept elsewhere too',
    line: 'In this line',
    word: 'This word, by any voice',
    voice: 'This word, by this voice',
    withdraw: 'Withdraw',
    tag: '{scope, select, line {accepted} word {accepted for this word} other {accepted for this voice}}',
    done: 'Finding in line {line} accepted.',
    withdrawn: 'Finding in line {line} no longer accepted.',
    none: 'Line {line} has no findings to accept.',
  },
  noneListed: 'No findings in the listed lines.',
  noneHere: 'Line {line} has no findings.',
  wordsHint: 'Click a word to play from there. With the keyboard, choose a word with ← → and press Enter.',
  compare: { onlyPart: 'Only the finding' },
  /** The dialog that renders suspicious lines again until they match the script, and the progress of these renders. */
  retry: {
    title: 'Render suspicious lines again',
    /** Short, because the button has little space. */
    open: 'Render suspicious again…',
    about:
      'Each line is rendered with a new seed and checked. If it still doesn’t match the script, Lectern tries again. The better take is exported, and the others are kept.',
    extent: 'Lines in',
    minScore: 'Minimum score',
    minScoreHint:
      'Leave empty to render only lines marked as suspicious, or enter a score to include all lines with this score or higher.',
    suspicious: 'suspicious lines',
    maxRetries: 'Attempts per line',
    maxCharacters: 'Character limit',
    counting: 'Counting lines…',
    none: 'No lines to render.',
    first:
      'First attempt: {lines, plural, one {# line} other {# lines}}, {characters, plural, one {# character} other {# characters}}{price, select, none {} other {, {price}}}.',
    most: 'All attempts together: at most {characters, plural, one {# character} other {# characters}}{price, select, none {} other {, {price}}}.',
    excluded: {
      approved: '{lines, plural, one {# approved line is} other {# approved lines are}} left out.',
      kept: '{lines, plural, one {# line keeps} other {# lines keep}} an older take and {lines, plural, one {is} other {are}} left out.',
      retried: '{lines, plural, one {# line has} other {# lines have}} already been tried this many times.',
      'under-way': '{lines, plural, one {# line is} other {# lines are}} being rendered or checked.',
      pinned:
        '{lines, plural, one {# line has a pinned seed} other {# lines have pinned seeds}} and would sound the same.',
      blocked: '{lines, plural, one {# line} other {# lines}} can’t be rendered at the moment.',
      'over-limit': '{lines, plural, one {# line exceeds} other {# lines exceed}} the limit on characters.',
      'over-cap': '{lines, plural, one {# line exceeds} other {# lines exceed}} the project’s spending limit.',
    },
    cancel: 'Cancel',
    start: '{lines, plural, one {Render # line} other {Render # lines}}',
    progress: 'Suspicious lines rendered again',
    /** `round` is the number of the attempt. */
    waiting:
      'Attempt {round, number}: {done, number} of {lines, plural, one {# line} other {# lines}} rendered and checked',
    result:
      '{lines, plural, one {# line} other {# lines}} rendered again in {takes, plural, one {# take} other {# takes}}: {matching, number} now match, {left, number} still suspicious.',
    stop: 'Stop after this attempt',
    done: 'Done',
  },
} as const;
