// A dialog that cuts a narrator's recording of a chapter into takes of its lines.

export const recording = {
  title: 'Import a recording of “{chapter}”',
  /** `number` is the file's place among the chosen files. */
  file: '{name}{files, plural, =1 {} other { ({number, number} of #)}}, {duration}',
  searching: {
    progress: 'Search progress',
    status: 'Searching “{name}” for the lines: {percent}',
  },
  summary:
    '{found, number} of {lines, plural, one {# line} other {# lines}} found{doubtful, plural, =0 {} other {, # to check}}{missing, plural, =0 {} other {, # missing}}{blocked, plural, =0 {} other {, # can’t have takes}}{repeats, plural, =0 {} one {, # other reading} other {, # other readings}}{extras, plural, =0 {} one {, # other sound} other {, # other sounds}}',
  none: 'None of the chapter’s lines were found. The recording may belong to another chapter.',
  show: { label: 'Show', all: 'All', check: 'To check' },
  nothingToCheck: 'Nothing to check: all lines were found once.',
  table: 'Lines in the recording',
  column: { add: 'Add', line: 'Line', text: 'Text', cut: 'Cut', match: 'Match', hear: 'Hear' },
  add: 'Add a take of line {line}',
  hear: 'Hear line {line}',
  hearRepeat: 'Hear the other reading of line {line}',
  hearExtra: 'Hear the sound at {from}',
  stop: 'Stop',
  range: '{from}–{to}',
  state: {
    missing: 'missing',
    blocked: 'can’t have takes',
    doubtful: 'check',
    approved: 'approved take stays',
  },
  stateHint: {
    missing: 'The line isn’t in the recording, or it couldn’t be recognised.',
    blocked: 'The line’s role has no voice, or the line can’t be sent as it is. The script shows what to do.',
    doubtful: 'Other words may be spoken here. Listen before you add it.',
    approved: 'A take is added, but the line keeps its approved take.',
  },
  repeat: { complete: 'earlier reading, not used', falseStart: 'false start, not used' },
  extra: 'belongs to no line',
  replaceApproved: 'Replace {lines, plural, one {# approved take} other {# approved takes}}',
  about: 'The new takes become the lines’ picks. Their words are then checked, and Review shows what differs.',
  apply: '{takes, plural, =0 {Add takes} one {Add # take} other {Add # takes}}',
  cancel: 'Cancel',
  close: 'Close',
  skip: 'Skip this file',
  another: 'Choose another file…',
  added:
    '{takes, plural, =0 {No takes} one {# take} other {# takes}} added from “{name}”.{leftOut, plural, =0 {} one { # line can’t have takes.} other { # lines can’t have takes.}}',
} as const;
