// Pronunciation rules: the list, import and export as a table, the editor, conflicts, and the effect of saving.

export const pronunciation = {
  /** A rule in a sentence. */
  rule: { silent: '“{from}”', spoken: '“{from}” → “{to}”' },
  notice: {
    added: 'Rule added: {rule}.',
    changed: 'Rule changed: {rule}.',
    removed: 'Rule deleted: {rule}.',
    moved: '{rule} is now rule {place}.',
    imported: '{rules, plural, one {# rule imported.} other {# rules imported.}}',
    unsaved: 'Changes to “{from}” were not saved.',
    bringBack: 'Back to editing',
  },
  empty: {
    title: 'No rules yet',
    detail: 'Enter how a name is written and how it’s pronounced. Rules change only what is sent, not the script.',
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
    noColumns: '{file} has no “from” and “to” columns in its first row. Export a rule to see the format.',
    noneNew: '{file} has no new rules.',
    /** Skipped rows, and the reason for the first one. */
    leftOut: {
      'no-words': 'Skipped {rows, plural, one {# row} other {# rows}} in {file}. Row {row}: “from” is empty.',
      'too-long': 'Skipped {rows, plural, one {# row} other {# rows}} in {file}. Row {row}: the text is too long.',
      'unknown-language': 'Skipped {rows, plural, one {# row} other {# rows}} in {file}. Row {row}: unknown language.',
      'unknown-choice':
        'Skipped {rows, plural, one {# row} other {# rows}} in {file}. Row {row}: a setting is neither yes nor no.',
      'unknown-sounds':
        'Skipped {rows, plural, one {# row} other {# rows}} in {file}. Row {row}: the pronunciation isn’t written in the International Phonetic Alphabet.',
    },
    saved: 'Rules saved to {path}.',
  },
  editor: {
    rule: 'Rule',
    newRule: 'New rule',
    written: 'Written',
    writtenHint: 'as in the script',
    spoken: 'Spoken',
    spokenHint: 'leave empty to skip it',
    spokenAsWritten: 'as written',
    sounds: 'Sounds (IPA)',
    soundsPlaceholder: 'ˈneɪtəʊ',
    soundsHint: 'eSpeak NG voices say these sounds. Other voices say the text under Spoken, or the words as written.',
    notSounds: 'Use only symbols from the International Phonetic Alphabet',
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
    label: 'Rules in order',
    withinWords: 'within words',
    matchCase: 'Aa',
    nothing: 'nothing',
    lines: '{lines, plural, one {# line} other {# lines}}',
  },
  conflict: {
    same: 'No effect: both sides are the same.',
    taken: 'No effect: rule {place} already replaces these words.',
    notOfRole: 'No effect on {role}’s lines.',
    notSpoken: 'No effect: these words aren’t spoken in the script. Role names before a colon are never changed.',
    tooLong: 'It makes {lines, plural, one {# line} other {# lines}} too long to render.',
    changedAgain: 'Rule {place}, {rule}, changes its result again in {lines, plural, one {# line} other {# lines}}.',
    changes: 'It changes the result of rule {place}, {rule}, in {lines, plural, one {# line} other {# lines}}.',
  },
  /** The effect of saving on the script. */
  effect: {
    label: 'Effect of saving',
    looking: 'Checking the script…',
    unchanged: 'No changes yet. As you type, the lines you would affect appear here.',
    none: 'Saving won’t change any lines.',
    lines: 'Saving will change {lines, plural, one {# line} other {# lines}}.',
    stale:
      'Saving will change {lines, plural, one {# line} other {# lines}}: {stale, plural, one {# becomes} other {# become}} stale.',
    back: 'Saving will change {lines, plural, one {# line} other {# lines}}: {back, plural, one {# gets its take} other {# get their takes}} back.',
    staleAndBack:
      'Saving will change {lines, plural, one {# line} other {# lines}}: {stale, plural, one {# becomes} other {# become}} stale, {back, plural, one {# gets its take} other {# get their takes}} back.',
    figure: { lines: 'Lines', stale: 'Stale', back: 'Restored', cost: 'Cost to render' },
    examples: 'Affected lines',
    more: 'and {lines, plural, one {# more line} other {# more lines}}',
    turns: { stale: 'becomes stale', back: 'take restored', silent: 'nothing to speak', tooLong: 'too long' },
    hear: 'Preview {line} with this rule',
    hearHint: 'Preview with this rule',
    heard: '{line} · with this rule · {characters, plural, one {# character} other {# characters}}',
    before: 'Before:',
    after: 'After:',
    nothing: 'nothing',
    showFirst: 'Show the first',
  },
  /** Lines that the rules make impossible to speak or send. */
  warning: {
    silenced: '{lines, plural, one {# line} other {# lines}} would have nothing left to speak.',
    prefixed:
      '{lines, plural, one {# line} other {# lines}} would start with a turn prefix, which the service reads as a new turn.',
    tooLong: '{lines, plural, one {# line} other {# lines}} would be too long to send.',
    overflow:
      '{lines, plural, one {# line} other {# lines}} can’t be rendered: rule {place}, {rule}, makes them too long. Change it or the rules it builds on.',
    overflowUnknown:
      '{lines, plural, one {# line} other {# lines}} can’t be rendered: rule {place} makes them too long. Change it or the rules it builds on.',
  },
} as const;
