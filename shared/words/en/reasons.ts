// Why an export has no file for a line, and what else is said of it: in the window and on the command line alike. By the kinds of `shared/model/export.ts`.

export const reasons = {
  line: {
    'no-take': 'It has no take.',
    stale: 'Its take is out of date.',
    'not-approved': 'Its take is not approved.',
    'audio-missing': 'Its audio file is missing; put it back, or render the line again.',
    'audio-damaged': 'Its audio file is damaged; put it back, or render the line again.',
    'audio-changed': 'Its audio file is damaged ({path}); put it back, or render the line again.',
    'audio-unsafe': 'Its audio file is a link or no regular file; put the file itself there, or render the line again.',
    'not-convertible': "Its audio can''t be exported: {detail}",
    'file-in-use':
      "“{file}” can''t be moved or replaced: another program has it open, or it may not be changed. Close it there.",
    'not-exported': 'It is in none of the files.',
    'file-not-made': "“{file}”, which it belongs to, couldn''t be made.",
    said: '{sentence}',
  },
  notice: {
    avoided:
      "{files, plural, one {# file was} other {# files were}} given another name, because something that is not Lectern''s stands in the way.",
    binned:
      '{files, plural, one {# file} other {# files}} that this export replaces or no longer makes went to {folder}.',
    'not-binned':
      '“{file}”{others, plural, =0 {} other { and # more}} should have gone to the bin, but another program has it open; the next export takes it away.',
    'held-back':
      'The gain of {count, plural, one {line} other {lines}} {lines} was held back, because more would clip.',
    renamed:
      "“{file}”{others, plural, =0 {} other { and # more}} got another name, because a file that is not Lectern''s came to stand there during the export.",
    'chapters-left-out':
      '“{file}” has no chapter marks from chapter {from, number} (“{title}”) to {chapters, number}: its format can’t hold them. The sound is complete.',
    said: '{sentence}',
  },
  /** A second list of chapters that a file is without. */
  chapterList: {
    nero: '“{file}” has {chapters, number} chapters, more than the 255 that Nero’s chapter list can hold, so they are in the QuickTime chapter track only. Players that read Nero’s list alone show no chapters.',
    cue: 'The {chapters, plural, one {# chapter} other {# chapters}} of “{file}” are in its ID3 tag only: they begin too late or have too long titles for cue points. Editors that read cue points alone show no chapters.',
  },
  chapterTitles:
    '“{file}” has cut titles in its chapter list, because they are too long for it: {count, plural, one {chapter} other {chapters}} {numbers}.',
  /** Of the lines whose gain was held back. */
  heldBackLine: '{line} (by {decibels} dB)',
} as const;
