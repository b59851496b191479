// Reasons for missing lines in an export, and notices about it, by the kinds in `shared/model/export.ts`. Shared by the window and the command line.

export const reasons = {
  line: {
    'no-take': 'It has no take.',
    stale: 'Its take is out of date.',
    'not-approved': 'Its take is not approved.',
    'audio-missing': 'Its audio file is missing; put it back, or render the line again.',
    'audio-damaged': 'Its audio file is damaged; put it back, or render the line again.',
    'audio-changed': 'Its audio file is damaged ({path}); put it back, or render the line again.',
    'audio-unsafe': 'Its audio is a link or not a regular file; put the file itself there, or render the line again.',
    'not-convertible': "Its audio can''t be exported: {detail}",
    'file-in-use': "“{file}” can''t be moved or replaced: it is open in another program or protected. Close it there.",
    'not-exported': 'It isn’t in any of the files.',
    'file-not-made': "Its file “{file}” couldn''t be created.",
    said: '{sentence}',
  },
  notice: {
    avoided:
      '{files, plural, one {# file was} other {# files were}} given another name, because the original name was taken.',
    binned:
      '{files, plural, one {# replaced or outdated file} other {# replaced or outdated files}} moved to {folder}.',
    'not-binned':
      '“{file}”{others, plural, =0 {} other { and # more}} could not be moved to the bin: open in another program. The next export tries again.',
    'held-back': 'The gain of {count, plural, one {line} other {lines}} {lines} was reduced to avoid clipping.',
    renamed:
      '“{file}”{others, plural, =0 {} other { and # more}} got another name, because another file took the name during the export.',
    'chapters-left-out':
      '“{file}” has no chapter marks from chapter {from, number} (“{title}”) to {chapters, number}: its format can’t hold them. The sound is complete.',
    said: '{sentence}',
  },
  /** A chapter list that a file lacks. */
  chapterList: {
    nero: '“{file}” has {chapters, number} chapters, more than the 255 of a Nero chapter list, so they are only in the QuickTime chapter track. Players that read only Nero lists show no chapters.',
    cue: 'The {chapters, plural, one {# chapter} other {# chapters}} of “{file}” are only in its ID3 tag: they start too late or have too long titles for cue points. Editors that read only cue points show no chapters.',
  },
  chapterTitles:
    '“{file}” has shortened titles in its chapter list, because they were too long: {count, plural, one {chapter} other {chapters}} {numbers}.',
  /** Of the lines whose gain was held back. */
  heldBackLine: '{line} (by {decibels} dB)',
} as const;
