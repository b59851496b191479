// Why a value was not taken, by what was refused and the reason. The figures are the limits that hold.

export const refusals = {
  place: {
    moved: {
      title: 'The project was moved or copied',
      detail:
        'Confirm above the screen that it belongs here: until then nothing is sent, so that no copy sends it twice.',
    },
  },
  seed: {
    pinned: {
      title: 'The seed of this line is fixed',
      detail: 'With the same seed it would sound the same. Take the seed away in the inspector, then render it again.',
    },
  },
  line: {
    'three-roles': {
      title: 'More than two roles speak here',
      detail: 'A line has two voices at most. Split its paragraph with an empty row, then try again.',
    },
    'too-long': {
      title: 'This is too long to be spoken at once',
      detail: 'Split the paragraph with an empty row, then try again.',
    },
    'no-voice': {
      title: 'A role has no voice',
      detail: 'Choose a voice for the role that speaks here, in the inspector on the right, then try again.',
    },
    'nothing-to-speak': {
      title: 'There is nothing to speak here',
      detail: 'What stands here is a direction, or signs alone. Write the words that are to be heard.',
    },
    'pronunciation-too-long': {
      title: 'The pronunciation rules make this line too long',
      detail:
        'One rule keeps adding to what another has put there. Change or delete one of them under Cast, Pronunciation.',
    },
    blocked: {
      title: 'The line can’t be rendered as it stands',
      detail: 'The inspector on the right says what is wrong with it.',
    },
  },
  audition: {
    'three-roles': {
      title: 'More than two roles speak here',
      detail: 'A line has two voices at most. Split its paragraph with an empty row, then try again.',
    },
    'too-long': {
      title: 'This is too long to be spoken at once',
      detail: 'Split the paragraph with an empty row, then try again.',
    },
    'no-voice': {
      title: 'A role has no voice',
      detail: 'Choose a voice for the role that speaks here, in the inspector on the right, then try again.',
    },
    'nothing-to-speak': {
      title: 'There is nothing to speak here',
      detail: 'What stands here is a direction, or signs alone. Write the words that are to be heard.',
    },
    'pronunciation-too-long': {
      title: 'The pronunciation rules make this line too long',
      detail:
        'One rule keeps adding to what another has put there. Change or delete one of them under Cast, Pronunciation.',
    },
  },
  characterCap: {
    reached: {
      title: 'The cap is reached',
      detail: 'Nothing more is sent for this project. Raise the cap or take it away, in Production on the right.',
    },
  },
  price: {
    unconfirmed: {
      title: 'This would cost more than you want to spend unasked',
      detail: 'Go to Production, see what it costs, and confirm it there.',
    },
  },
  folderId: {
    unknown: { title: 'The folder has to be chosen again', detail: 'Choose where the files shall go, then export.' },
  },
  rules: {
    'too-many': {
      title: 'These are too many pronunciation rules',
      detail: 'A project takes up to {rules, number}. Delete some, or import a shorter table.',
    },
  },
  target: {
    unusable: {
      title: 'It can’t be exported for this',
      detail: 'A detail of the book is missing, by which its files are named. Fill it in, then export again.',
    },
  },
  presetName: {
    taken: {
      title: 'Another preset has this name',
      detail: 'Capital and small letters are the same here. Give this one another name.',
    },
  },
  turnPrefix: {
    empty: {
      title: 'A turn prefix can’t be empty',
      detail: 'Write what stands before this role’s turns, or take it back.',
    },
    'row-break': { title: 'A turn prefix is one row', detail: 'Leave the row break out.' },
    'too-long': {
      title: 'The turn prefix is too long',
      detail: 'It is sent with every turn, and has {prefix} characters at most.',
    },
    collides: {
      title: 'Another role has this turn prefix',
      detail: 'It is the same as another role’s, or a part of it: the service could not tell the two apart.',
    },
  },
  roleName: {
    empty: { title: 'A role needs a name', detail: 'Write what stands before the colon in the script.' },
    'too-long': { title: 'The name is too long', detail: 'A role’s name has {name} characters at most.' },
    'not-a-mark': {
      title: 'The script could not read this as a role',
      detail: 'In a script a role is written in capitals, and nowhere has its name a colon. Write it so.',
    },
    exists: {
      title: 'Another role has this name',
      detail: 'Choose another name, or merge the two: then one voice speaks the lines of both.',
    },
    narrator: {
      title: 'The narrator keeps its name',
      detail: 'It speaks all that has no role before it. Give lines a role in the script instead.',
    },
    speaks: {
      title: 'This role has lines',
      detail: 'Only a role without lines can be removed. Merge it into another one instead.',
    },
  },
  voice: {
    engine: {
      title: 'This voice can’t be cast',
      detail: 'It belongs to an engine that batches do not take. Choose a voice of the batch engine.',
    },
  },
  consent: {
    'in-future': {
      title: 'This day has not come yet',
      detail: 'Enter the day on which the consent was given.',
    },
  },
  trim: {
    'bad-trim': {
      title: 'Too little of the take would be left',
      detail: 'A trim leaves {seconds} s at least.',
    },
  },
  gain: {
    'bad-gain': {
      title: 'The gain is out of range',
      detail: 'It goes from {minGain} to {maxGain} dB.',
    },
  },
  cover: {
    format: { title: 'This is no picture for a cover', detail: 'Choose a whole PNG or JPEG file.' },
    'too-large': { title: 'The picture is too large', detail: 'A cover has 10 MB at most. Choose a smaller file.' },
    'too-small': { title: 'The picture is too small', detail: 'Each side needs 64 pixels at least.' },
    'too-many-pixels': {
      title: 'The picture has too many pixels',
      detail: 'Each side has 6,000 pixels at most. Scale it down, then choose it again.',
    },
  },
  note: {
    'long-note': { title: 'The note is too long', detail: 'A note has {note} characters at most.' },
  },
  take: {
    'other-line': { title: 'The take is another line’s', detail: 'Choose one of this line’s own takes.' },
    'other-key': {
      title: 'The take was made of other words or settings',
      detail: 'Keep it as it is, or render the line again.',
    },
    'no-key': {
      title: 'The line can’t be rendered as it stands',
      detail: 'So no take can stand for it. Mend the line first: the inspector says what is wrong with it.',
    },
    unplayable: {
      title: 'The audio of this take can’t be used',
      detail: 'Its file is missing or damaged. Put the file back, or render the line again.',
    },
  },
  template: { unusable: { title: 'The name template can’t be used' } },
} as const;
