// Notes for a narrator or producer, as a table or a marked script.

export const corrections = {
  title: 'Notes on {title}',
  column: {
    chapter: 'Chapter',
    line: 'Line',
    role: 'Role',
    text: 'Text',
    note: 'Note',
    take: 'Take',
    timeInTake: 'Time in take',
    timeInChapter: 'Time in chapter',
    state: 'State',
    verdict: 'Verdict',
    finding: 'Type',
    written: 'As written',
    heard: 'As read',
    confidence: 'Confidence',
  },
  percent: '{percent} %',
  /** What seems to differ between a take and its words. `words` are those concerned, and `heard` is what was heard instead. */
  finding: '{finding}{named, select, no {} other {: “{words}”}}{isHeard, select, no {} other { (heard: “{heard}”)}}',
  state: { open: 'open', done: 'done' },
  verdict: { approved: 'approved', rejected: 'rejected' },
  /** `flags`: such as “clips, 1.9× slow”. */
  suspicious: 'suspicious: {flags}',
  untitled: 'Untitled chapter',
  contents: 'Contents',
  noteOnTake: 'take {take}',
  noteTime: '{time} in take {take}',
  chapterTime: '{time} in the chapter',
  summary: '{lines, plural, one {# line} other {# lines}}, {notes, plural, one {# note} other {# notes}}',
  chapterNotes: '{notes, plural, =0 {no notes} one {# note} other {# notes}}',
  none: 'No matching lines.',
} as const;
