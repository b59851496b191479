// A dialog in Review that turns a proofer's list of corrections into notes.

export const pickups = {
  title: 'Import corrections',
  source: {
    drop: 'Drop a list of corrections here: CSV, XLSX or plain text.',
    choose: 'Choose a file…',
    file: 'List of corrections',
    pasted: 'Or paste corrections, such as those in an email',
    example: 'Ch. 3, 12:34 – “hair” should be “hare”',
    match: 'Find the lines',
    reading: 'Looking for the lines…',
    unreadable: 'This file can’t be read. It may be a folder, or it was moved.',
    tooLarge: 'The file is larger than {megabytes, number} MB. Save only the corrections, as CSV or text.',
    empty: 'There are no corrections in this text.',
  },
  summary:
    '{rows, plural, one {# correction} other {# corrections}}: {sure, number} sure, {likely, number} likely, {ask, number} to check, {unmatched, number} without a line{known, plural, =0 {} other {, # already noted}}',
  leftOut: '{count, plural, one {# row isn’t a correction} other {# rows aren’t corrections}}: {rows}',
  table: {
    label: 'Corrections',
    written: 'As written',
    line: 'Line',
    match: 'Match',
    action: 'Action',
    noLine: 'No line yet',
  },
  confidence: {
    sure: 'Sure',
    likely: 'Likely',
    ask: 'To check',
    unmatched: 'No match',
    chosen: 'Chosen',
  },
  state: { known: 'Already noted', done: 'Marked as done' },
  action: { note: 'Note', retake: 'Note and render again', skip: 'Skip' },
  detail: {
    row: 'Row {row}',
    lines: 'Lines that match',
    none: 'No line matches. Search for the line below.',
    lineOf: 'Line {line} · {chapter}',
    lineOnly: 'Line {line}',
    search: 'Search for another line',
    searchPlaceholder: 'Words of the line',
    noResults: 'No line has these words.',
    more: 'Only the first {shown, number} of {lines, number} lines are shown.',
  },
  keys: 'Keys in the list: N note, R render again, S skip',
  undecided: '{rows, plural, one {# row has no line and is left out} other {# rows have no line and are left out}}',
  tooManyRetakes: 'At most {most, number} lines can be rendered again at once.',
  back: 'Other list',
  cancel: 'Cancel',
  apply:
    '{retakes, plural, =0 {{notes, plural, =0 {Nothing to add} one {Add # note} other {Add # notes}}} other {{notes, plural, one {Add # note} other {Add # notes}} and render {retakes, plural, one {# line} other {# lines}}}}',
  applied:
    '{notes, plural, =0 {No notes added} one {# note added} other {# notes added}}{known, plural, =0 {} one {; # was there already} other {; # were there already}}{retakes, plural, =0 {} one {; # line is rendered again} other {; # lines are rendered again}}',
} as const;
