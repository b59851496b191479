// Why an export has no file for a line: in the window and on the command line alike. By the kinds of `shared/model/export.ts`.

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
    said: '{sentence}',
  },
} as const;
