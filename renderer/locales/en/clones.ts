// What cloned voices say: the list and their consents, samples and recordings, making a voice and deleting one.

export const clones = {
  asking: 'Asking the service for its cloned voices…',
  create: 'Clone a voice…',
  count: '{voices, plural, one {# cloned voice} other {# cloned voices}}',
  label: 'Cloned voices',
  noConsent: 'no consent recorded here',
  /** Below a voice’s name: who gave it, and the roles that it speaks. */
  speaks: '{person} · speaks {roles}',
  empty: {
    title: 'No cloned voices yet',
    detail:
      'Half a minute of somebody’s speech becomes a voice that can be cast. They have to agree: what they agreed to is kept with the voice.',
  },
  /** In the inspector, while there is none. */
  none: 'Once there is a cloned voice, its roles and its consent are shown here.',
  made: '“{voice}” was made. It can be cast like any other voice.',
  consents: {
    save: 'Save consents…',
    text: 'As text',
    json: 'As JSON, for other programs',
    textFile: 'Consents.txt',
    jsonFile: 'Consents.json',
    none: 'No consent was recorded on this computer yet.',
    saved: 'The consents are in {path}.',
    /** The rows of a consent that is saved as text. */
    row: {
      voice: 'Voice: {voice}',
      identifier: 'Identifier: {voice}',
      inDoubt: 'Identifier: not known; it is in doubt whether the voice was made',
      service: 'Service: {service} ({origin}, user {user})',
      person: 'Person: {person}',
      purpose: 'Purpose: {purpose}',
      givenOn: 'Given on: {date}',
      recordedAt: 'Recorded at: {moment}',
      statement: 'Statement: {statement}',
      sample: 'Sample: {seconds, number, ::.0} s, {bytes, number} bytes, SHA-256 {hash}; it was not kept',
      sampleHere:
        'Sample: {seconds, number, ::.0} s, {bytes, number} bytes, SHA-256 {hash}; at most ten seconds of it are kept until the voice is deleted',
      deletedAt: 'Voice deleted at: {moment}',
    },
  },
  /** A voice that is gone and still cast. */
  lost: '{count, plural, one {{roles} is cast with “{voice}”, which was deleted on {moment}.} other {{roles} are cast with “{voice}”, which was deleted on {moment}.}}',
  chooseAnother: 'Choose another voice',
  doubt: {
    detail:
      'It is not known whether “{voice}” was made: the answer of {moment} was lost. It appears here as soon as the service lists it.',
    refresh: 'Look again',
    notListed: 'Looked at {time}: the service does not list it yet.',
    drop: 'It was not made…',
    dropForSure: 'It may have been made: forget its consent',
  },
  details: {
    cast: '{count, plural, =0 {No role of this project is cast with it.} one {<names>{roles}</names> is cast with it.} other {<names>{roles}</names> are cast with it.}}',
    play: 'Play its sample',
    noSample: 'The service has no sample of it',
    tryIt: 'Try it on lines…',
    remove: 'Delete…',
    consent: 'Consent',
    noConsent: 'None is recorded on this computer: the voice was made elsewhere.',
    person: 'Given by',
    purpose: 'For',
    givenOn: 'On',
    recordedAt: 'Recorded',
    service: 'Service',
    sample: 'Sample',
    sampleFigures: '{duration}, {size}; it was not kept',
    /** Where the local service made the voice. */
    sampleFiguresHere: '{duration}, {size}; at most ten seconds of it are kept until the voice is deleted',
    hash: 'SHA-256',
  },
  remove: {
    title: 'Delete “{voice}” for good?',
    about: 'The service can’t bring it back. What was rendered with it stays, and its consent stays in the records.',
    cast: '{count, plural, one {<strong>{roles} is cast with it</strong> and can’t be rendered again until another voice is chosen.} other {<strong>{roles} are cast with it</strong> and can’t be rendered again until another voice is chosen.}}',
    keep: 'Keep it',
    remove: 'Delete “{voice}”',
    removed: '“{voice}” was deleted. Its consent stays in the records.',
  },
  /** The dialog that makes a voice. */
  make: {
    title: 'Clone a voice',
    name: 'Name of the voice',
    gender: 'Gender',
    genderHeard: 'As it is heard',
    female: 'Female',
    male: 'Male',
    person: 'Whose voice it is',
    personHint: 'their full name',
    givenOn: 'They agreed on',
    purpose: 'What it may be used for',
    purposeHint: 'such as: the audiobook “Notes”, all its editions',
    /** Where the local service makes the voice. */
    kept: 'At most ten seconds of the sample are kept on this computer until the voice is deleted.',
    /** What is ticked, and kept as it was shown. */
    statement:
      '{person} agreed on {date} that the voice “{voice}” is made from a recording of their own voice, and that it is used for this: {purpose}',
    cancel: 'Cancel',
    make: 'Make the voice',
    sending: 'Sending the sample: {sent} of {all}…',
    making: 'The service listens to the sample and makes the voice…',
    /** What is still missing. */
    missing: {
      sample: 'Choose or record a sample.',
      usableSample: 'The service would refuse this sample: choose or record another one.',
      name: 'Give the voice a name.',
      person: 'Say whose voice it is.',
      purpose: 'Say what it may be used for.',
      givenOn: 'Say on which day they agreed.',
      agreed: 'Tick the statement. Without it nothing is sent.',
    },
  },
  source: {
    label: 'Where the sample comes from',
    file: 'A file',
    microphone: 'The microphone',
    recording: 'A recording of the voice',
    drop: 'Drop a recording here: one person, no music, half a minute or more.',
    choose: 'Choose a file…',
    readAloud:
      'Read something aloud for half a minute, as you would for the book. The microphone is on only while it records.',
    record: 'Record',
    recorded: 'Recorded',
    elapsed: '{elapsed} <most>of {longest}</most>',
    level: 'Level',
    stop: 'Stop',
    discard: 'Discard',
    /** The name of what was recorded. */
    fileName: 'Recording.wav',
  },
  microphone: {
    refused: 'The microphone was refused. Allow it in the system’s settings for privacy, then try again.',
    'no-microphone': 'There is no microphone. Plug one in, then try again.',
    lost: 'The microphone was lost. See that it is plugged in and not in use elsewhere, then try again.',
  },
  sample: {
    play: 'Play',
    stop: 'Stop',
    discard: 'Discard',
    unplayable: 'This recording can’t be played.',
    listening: 'Listening to it…',
    good: 'A voice can be made of it.',
    /** Why the service would refuse it, and what to do. */
    problem: {
      'too-small': 'The file is too small: {kilobytes} kB are needed.',
      'too-large': 'The file is too large: at most {megabytes} MB are taken. Cut it, or save it as MP3.',
      unreadable: 'The file can’t be read. WAV, MP3, Ogg and FLAC are taken: save it as one of these.',
      'too-short': 'It is too short: {seconds} seconds are needed, half a minute is better.',
      'too-long': 'It is too long: at most {minutes} minutes are taken. Cut it.',
      silent: 'Nothing is heard in it. Choose another recording, or look at the microphone’s level.',
      'sample-rate': 'Its sample rate is none that a voice can be measured at: 8,000 to 192,000 Hz are taken.',
    },
    /** What makes a voice of it worse than it might be. */
    warning: {
      short: 'It is short: with half a minute the voice is met better.',
      quiet: 'It is quiet: go nearer to the microphone.',
      clipped: 'It is clipped: its loudest places are cut off.',
      pauses: 'It has long pauses: cut them out.',
    },
  },
} as const;
