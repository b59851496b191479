// Verifying finished files.

export const verify = {
  title: 'Verify files',
  intro:
    'Shows whether signed audio files have changed, who signed them, and how they were made. Files from other programs with C2PA manifests (“Content Credentials”) can be checked too. Nothing is sent over the network.',
  choose: 'Choose files…',
  drop: 'Or drop files and folders here. For Ogg files, drop the .c2pa files too.',
  dropNow: 'Drop to verify',
  progress: '{done, number} of {files, plural, one {# file} other {# files}} checked',
  cancel: 'Cancel',
  list: 'Verified files',
  waiting: 'Waiting',
  reading: 'Reading… {percent, number} %',
  checking: 'Checking…',
  cancelled: 'Not checked, because you cancelled',
  unreadable: 'The file can’t be read: check that it still exists and that you may read it.',
  tooLarge: 'It’s larger than 2 GB, so it can’t be dropped here: use “Choose files…”.',
  sidecarTooLarge: 'The .c2pa file next to it is larger than 32 MB, so it wasn’t read.',
  others:
    '{files, plural, one {# other file in the folders isn’t audio and wasn’t checked.} other {# other files in the folders aren’t audio and weren’t checked.}}',
  tooMany:
    'At most {most, number} files are checked at a time, so some were left out. Drop the others when these are done.',
  unreadableFolder: 'The folder {name} can’t be read.',
} as const;
