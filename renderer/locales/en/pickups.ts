// The Review dialog that turns a proofer's list of corrections into notes.

export const pickups = {
  title: 'Import corrections',
  source: {
    drop: 'Drop a list of corrections here: CSV, XLSX or plain text.',
    choose: 'Choose a file…',
    file: 'List of corrections',
    pasted: 'Or paste corrections, for example from an email',
    example: 'Ch. 3, 12:34 – “hair” should be “hare”',
    match: 'Find the lines',
    reading: 'Looking for the lines…',
    unreadable: 'This file can’t be read. It may be a folder, or may have been moved.',
    tooLarge:
      'The file is larger than {megabytes, number} MB. Save only the corrections as CSV or text, and try again.',
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
    lines: 'Matching lines',
    none: 'No matching lines. Search for the line below.',
    lineOf: 'Line {line} · {chapter}',
    lineOnly: 'Line {line}',
    search: 'Search for another line',
    searchPlaceholder: 'Words in the line',
    noResults: 'No line contains these words.',
    more: 'Only the first {shown, number} of {lines, number} lines are shown.',
  },
  keys: 'Keyboard shortcuts in the list: N to add a note, R to add a note and render again, S to skip',
  undecided:
    '{rows, plural, one {# row has no line and will be left out} other {# rows have no line and will be left out}}',
  tooManyRetakes: 'You can render at most {most, number} lines again at once.',
  back: 'Choose another list',
  cancel: 'Cancel',
  apply:
    '{retakes, plural, =0 {{notes, plural, =0 {Nothing to add} one {Add # note} other {Add # notes}}} other {{notes, plural, one {Add # note} other {Add # notes}} and render {retakes, plural, one {# line} other {# lines}}}}',
  applied:
    '{notes, plural, =0 {No notes added} one {# note added} other {# notes added}}{known, plural, =0 {} one {; # was there already} other {; # were there already}}{retakes, plural, =0 {} one {; rendering # line again} other {; rendering # lines again}}',
} as const;
