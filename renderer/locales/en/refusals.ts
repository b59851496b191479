// Why a value was refused, by value and reason. Numbers are the current limits.

export const refusals = {
  place: {
    moved: {
      title: 'This project was moved or copied',
      detail:
        'To resume sending, confirm the project’s location in the notice above. This keeps copies from sending lines twice.',
    },
  },
  seed: {
    pinned: {
      title: 'This line’s seed is fixed',
      detail: 'A new take would sound the same. Clear the seed in the inspector, then render again.',
    },
  },
  line: {
    'three-roles': {
      title: 'Too many roles in this line',
      detail: 'A line can have up to two roles. Split the paragraph with a blank line, then try again.',
    },
    'too-long': {
      title: 'This line is too long',
      detail: 'Split the paragraph with a blank line, then try again.',
    },
    'no-voice': {
      title: 'A role has no voice',
      detail: 'Choose a voice for this role in the inspector, then try again.',
    },
    'nothing-to-speak': {
      title: 'This line has no text to speak',
      detail: 'It contains only a direction or symbols. Add the text to be spoken.',
    },
    'pronunciation-too-long': {
      title: 'The pronunciation rules make this line too long',
      detail: 'One rule keeps expanding another’s result. Change or delete one of them in Cast > Pronunciation.',
    },
    blocked: {
      title: 'This line can’t be rendered',
      detail: 'See the inspector for the reason.',
    },
  },
  audition: {
    'three-roles': {
      title: 'Too many roles in this line',
      detail: 'A line can have up to two roles. Split the paragraph with a blank line, then try again.',
    },
    'too-long': {
      title: 'This line is too long',
      detail: 'Split the paragraph with a blank line, then try again.',
    },
    'no-voice': {
      title: 'A role has no voice',
      detail: 'Choose a voice for this role in the inspector, then try again.',
    },
    'nothing-to-speak': {
      title: 'This line has no text to speak',
      detail: 'It contains only a direction or symbols. Add the text to be spoken.',
    },
    'pronunciation-too-long': {
      title: 'The pronunciation rules make this line too long',
      detail: 'One rule keeps expanding another’s result. Change or delete one of them in Cast > Pronunciation.',
    },
  },
  characterCap: {
    reached: {
      title: 'Character cap reached',
      detail: 'Nothing more will be sent for this project. Raise or remove the cap in Production.',
    },
  },
  price: {
    unconfirmed: {
      title: 'This would exceed your spending limit',
      detail: 'Review and confirm the cost in Production.',
    },
  },
  folderId: {
    unknown: { title: 'Choose the folder again', detail: 'Choose where to save the files, then export.' },
  },
  rules: {
    'too-many': {
      title: 'Too many pronunciation rules',
      detail: 'A project can have up to {rules, number}. Delete some, or import a shorter table.',
    },
  },
  target: {
    unusable: {
      title: 'This export target can’t be used',
      detail: 'The file names need a book detail that’s missing. Fill it in, then export again.',
    },
    banned: {
      title: 'A store bans synthetic narration',
      detail:
        'Start the run in Production and confirm that the store has authorised it, or remove the store from the planned releases.',
    },
    'banned-export': {
      title: 'This store bans synthetic narration',
      detail: 'Nothing was exported. Export again and confirm that the store has authorised it for this book.',
    },
  },
  presetName: {
    taken: {
      title: 'Another preset has this name',
      detail: 'Names aren’t case-sensitive. Choose another name.',
    },
  },
  snapshot: {
    damaged: {
      title: 'This snapshot is damaged',
      detail: 'The project hasn’t changed. Restore another snapshot, or a backup.',
    },
  },
  turnPrefix: {
    empty: {
      title: 'A turn prefix can’t be empty',
      detail: 'Enter the text to send before this role’s turns, or undo the change.',
    },
    'row-break': { title: 'A turn prefix must be one line', detail: 'Remove the line break.' },
    'too-long': {
      title: 'The turn prefix is too long',
      detail: 'It’s sent with every turn and can have up to {prefix} characters.',
    },
    collides: {
      title: 'Another role has this turn prefix',
      detail: 'It matches or overlaps another role’s turn prefix, so the service can’t tell the roles apart.',
    },
  },
  roleName: {
    empty: { title: 'A role needs a name', detail: 'Enter the name used before the colon in the script.' },
    'too-long': { title: 'The name is too long', detail: 'A role name can have up to {name} characters.' },
    'not-a-mark': {
      title: 'This isn’t a valid role name',
      detail: 'In a script, role names are in capitals and can’t contain a colon.',
    },
    exists: {
      title: 'Another role has this name',
      detail: 'Choose another name, or merge the roles so that one voice speaks both roles’ lines.',
    },
    narrator: {
      title: 'The narrator can’t be renamed',
      detail: 'It speaks all text without a role. Give lines a role in the script instead.',
    },
    speaks: {
      title: 'This role has lines',
      detail: 'Only roles without lines can be removed. Merge it into another role instead.',
    },
  },
  voice: {
    engine: {
      title: 'This voice can’t be cast',
      detail: 'Its engine doesn’t support batches. Choose a voice whose engine does.',
    },
  },
  consent: {
    'in-future': {
      title: 'This date is in the future',
      detail: 'Enter the date the consent was given or withdrawn.',
    },
    ended: { title: 'This consent has already ended', detail: 'Enter an end date in the future, or none.' },
    'too-large': { title: 'The file is too large', detail: 'A recording or scan can be up to 20 MB.' },
  },
  trim: {
    'bad-trim': {
      title: 'Too little of the take would be left',
      detail: 'At least {seconds} s must remain.',
    },
  },
  gain: {
    'bad-gain': {
      title: 'The gain is out of range',
      detail: 'Enter a value from {minGain} to {maxGain} dB.',
    },
  },
  cover: {
    format: { title: 'This file can’t be used as a cover', detail: 'Choose an intact PNG or JPEG file.' },
    'too-large': { title: 'The image is too large', detail: 'A cover can be up to 10 MB. Choose a smaller file.' },
    'too-small': { title: 'The image is too small', detail: 'Each side must be at least 64 pixels.' },
    'too-many-pixels': {
      title: 'The image has too many pixels',
      detail: 'Each side can have up to 6,000 pixels. Scale it down, then choose it again.',
    },
  },
  note: {
    'long-note': { title: 'The note is too long', detail: 'A note can have up to {note} characters.' },
  },
  take: {
    'other-line': { title: 'This take belongs to another line', detail: 'Choose one of this line’s takes.' },
    'other-key': {
      title: 'This take has different text or settings',
      detail: 'Keep the take anyway, or render the line again.',
    },
    'no-key': {
      title: 'This line can’t be rendered',
      detail: 'Fix the line before you choose a take. The inspector shows what’s wrong.',
    },
    unplayable: {
      title: 'This take’s audio can’t be used',
      detail: 'Its file is missing or damaged. Put the file back, or render the line again.',
    },
  },
  template: { unusable: { title: 'The name template can’t be used' } },
} as const;
