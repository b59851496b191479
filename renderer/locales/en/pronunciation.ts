// What the pronunciation rules say: the list and its table, the rule that is typed, conflicts, and what saving would do.

export const pronunciation = {
  /** A rule as sentences name it. */
  rule: { silent: '“{from}”', spoken: '“{from}” → “{to}”' },
  notice: {
    added: 'Rule added: {rule}.',
    changed: 'Rule changed: {rule}.',
    removed: 'Rule deleted: {rule}.',
    moved: '{rule} is now rule {place}.',
    imported: '{rules, plural, one {# rule imported.} other {# rules imported.}}',
    unsaved: 'The changes of “{from}” were not saved.',
    bringBack: 'Back to them',
  },
  empty: {
    title: 'No rules yet',
    detail: 'Write how a name is spelt and how it is to be said: what is sent changes, the script stays as it is.',
  },
  tool: {
    create: 'New rule',
    up: 'Move up (Alt ↑)',
    down: 'Move down (Alt ↓)',
    remove: 'Delete (Del)',
  },
  table: {
    file: 'A table of rules',
    fileName: 'Pronunciation rules.csv',
    import: 'Import…',
    importHint: 'Import rules from a table (CSV)',
    export: 'Export…',
    exportHint: 'Export these rules as a table (CSV)',
    tooLarge: '{file} is larger than {size}. Split it into several tables.',
    noColumns: '{file} has no columns “from” and “to” in its first row. Export a rule to see what a table looks like.',
    noneNew: 'No rule of {file} is new.',
    /** Rows that were not taken, and why the first of them was not. */
    leftOut: {
      'no-words': '{rows, plural, one {# row} other {# rows}} of {file} left out. Row {row}: nothing stands in “from”.',
      'too-long': '{rows, plural, one {# row} other {# rows}} of {file} left out. Row {row}: its words are too long.',
      'unknown-language':
        '{rows, plural, one {# row} other {# rows}} of {file} left out. Row {row}: its language is not known.',
      'unknown-choice':
        '{rows, plural, one {# row} other {# rows}} of {file} left out. Row {row}: a choice is neither yes nor no.',
      'unknown-sounds':
        '{rows, plural, one {# row} other {# rows}} of {file} left out. Row {row}: its sounds are not in the International Phonetic Alphabet.',
    },
    saved: 'The rules are in {path}.',
  },
  editor: {
    rule: 'Rule',
    newRule: 'New rule',
    written: 'Written',
    writtenHint: 'as it stands in the script',
    spoken: 'Spoken',
    spokenHint: 'nothing: it is left out',
    spokenAsWritten: 'as written',
    sounds: 'Sounds (IPA)',
    soundsPlaceholder: 'ˈneɪtəʊ',
    soundsHint:
      'Voices of eSpeak NG say these sounds. All others say what stands under Spoken, or the words as written.',
    notSounds: 'Only letters and signs of the International Phonetic Alphabet',
    wholeWords: 'Whole words',
    matchCase: 'Match case',
    revert: 'Revert',
    add: 'Add rule',
    save: 'Save',
    role: 'Role',
    allRoles: 'All roles',
    silentRole: '{role} (does not speak)',
    language: 'Language',
    allLanguages: 'All languages',
  },
  list: {
    menu: { edit: 'Edit', up: 'Move up', down: 'Move down', remove: 'Delete' },
    label: 'Rules in the order in which they apply',
    withinWords: 'within words',
    matchCase: 'Aa',
    nothing: 'nothing',
    lines: '{lines, plural, one {# line} other {# lines}}',
  },
  /** What gets in a rule’s way. */
  conflict: {
    same: 'It changes nothing: both sides are the same.',
    taken: 'It changes no line: rule {place} has taken these words before.',
    notOfRole: 'It changes no line of {role}.',
    notSpoken:
      'It changes no line: these words are not spoken in the script. Names that mark who speaks are never touched.',
    tooLong: 'It makes {lines, plural, one {# line} other {# lines}} too long to be rendered.',
    changedAgain: 'Rule {place}, {rule}, changes its result again in {lines, plural, one {# line} other {# lines}}.',
    changes: 'It changes what rule {place}, {rule}, has put there, in {lines, plural, one {# line} other {# lines}}.',
  },
  /** What saving would do to the script. */
  effect: {
    label: 'What saving would do',
    looking: 'Looking through the script…',
    unchanged: 'Nothing is changed yet. Type, and the lines that change are shown here before you save.',
    none: 'Saving changes no line.',
    lines: 'Saving changes {lines, plural, one {# line} other {# lines}}.',
    stale:
      'Saving changes {lines, plural, one {# line} other {# lines}}: {stale, plural, one {# turns} other {# turn}} stale.',
    back: 'Saving changes {lines, plural, one {# line} other {# lines}}: {back, plural, one {# has its take} other {# have their takes}} back.',
    staleAndBack:
      'Saving changes {lines, plural, one {# line} other {# lines}}: {stale, plural, one {# turns} other {# turn}} stale, {back, plural, one {# has its take} other {# have their takes}} back.',
    figure: { lines: 'Lines', stale: 'Turn stale', back: 'Free again', cost: 'To render them' },
    examples: 'Lines that change',
    more: 'and {lines, plural, one {# more line} other {# more lines}}',
    turns: { stale: 'turns stale', back: 'take is back', silent: 'nothing to speak', tooLong: 'too long' },
    hear: 'Hear {line} as it would be spoken',
    hearHint: 'Hear it as it would be spoken',
    heard: '{line} · as it would be spoken · {characters, plural, one {# character} other {# characters}}',
    before: 'Before:',
    after: 'After:',
    nothing: 'nothing',
    showFirst: 'Show the first',
  },
  /** Lines that can’t be spoken or sent as the rules would make them. */
  warning: {
    silenced: '{lines, plural, one {# line} other {# lines}} would have nothing left to speak.',
    prefixed:
      '{lines, plural, one {# line} other {# lines}} would speak words that mark who speaks, so that the service takes them for a turn.',
    tooLong: '{lines, plural, one {# line} other {# lines}} would be too long to be sent.',
    overflow:
      '{lines, plural, one {# line} other {# lines}} can’t be rendered: rule {place}, {rule}, makes them too long. Change that rule, or the ones before it that it repeats.',
    overflowUnknown:
      '{lines, plural, one {# line} other {# lines}} can’t be rendered: rule {place} makes them too long. Change that rule, or the ones before it that it repeats.',
  },
} as const;
