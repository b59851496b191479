// Cloned voices: list, consents, samples and recordings, creating and deleting voices.

export const clones = {
  asking: 'Asking the service for its cloned voices…',
  create: 'Clone a voice…',
  count: '{voices, plural, one {# cloned voice} other {# cloned voices}}',
  label: 'Cloned voices',
  noConsent: 'no consent recorded on this computer',
  /** Below a voice’s name: its speaker, and its roles. */
  speaks: '{person} · speaks {roles}',
  empty: {
    title: 'No cloned voices yet',
    detail:
      'Turn 30 seconds of a person’s speech into a voice you can cast. They must consent, and the consent is stored with the voice.',
  },
  /** Empty state of the inspector. */
  none: 'Select a cloned voice to see its roles and consent.',
  made: '“{voice}” was created. You can cast it like any other voice.',
  consents: {
    save: 'Save consents…',
    text: 'As text',
    json: 'As JSON, for other programs',
    textFile: 'Consents.txt',
    jsonFile: 'Consents.json',
    none: 'No consents recorded on this computer yet.',
    saved: 'Consents saved to {path}.',
    /** Rows of a consent saved as text. */
    row: {
      voice: 'Voice: {voice}',
      identifier: 'Identifier: {voice}',
      inDoubt: 'Identifier: unknown; the voice may not have been created',
      service: 'Service: {service} ({origin}, user {user})',
      person: 'Person: {person}',
      purpose: 'Purpose: {purpose}',
      givenOn: 'Given on: {date}',
      validUntil: 'Valid until: {date}',
      evidence: 'Recording or scan: {name}, SHA-256 {hash}',
      withdrawnOn: 'Withdrawn on: {date} {note}',
      recordedAt: 'Recorded at: {moment}',
      statement: 'Statement: {statement}',
      sample: 'Sample: {seconds, number, ::.0} s, {bytes, number} bytes, SHA-256 {hash}; the sample was not kept',
      sampleHere:
        'Sample: {seconds, number, ::.0} s, {bytes, number} bytes, SHA-256 {hash}; up to ten seconds are kept until the voice is deleted',
      deletedAt: 'Voice deleted at: {moment}',
    },
  },
  /** A deleted voice that is still cast. */
  lost: '{count, plural, one {{roles} uses “{voice}”, which was deleted on {moment}.} other {{roles} use “{voice}”, which was deleted on {moment}.}}',
  chooseAnother: 'Choose another voice',
  doubt: {
    detail:
      '“{voice}” may not have been created, because the service’s reply on {moment} was lost. If the voice exists, it will appear here once the service lists it.',
    refresh: 'Refresh',
    notListed: 'At {time}, the service didn’t list this voice yet.',
    drop: 'Delete consent…',
    dropForSure: 'Delete the consent, even if the voice exists',
  },
  details: {
    cast: '{count, plural, =0 {No roles in this project use it.} one {<names>{roles}</names> uses it.} other {<names>{roles}</names> use it.}}',
    play: 'Play sample',
    noSample: 'The service has no sample of this voice',
    tryIt: 'Try it on lines…',
    remove: 'Delete…',
    consent: 'Consent',
    noConsent: 'None recorded on this computer. The voice was created elsewhere.',
    person: 'Speaker',
    purpose: 'Permitted use',
    givenOn: 'Consent date',
    validUntil: 'Valid until',
    withdrawnOn: 'Withdrawn',
    evidence: 'Recording or scan',
    recordedAt: 'Recorded',
    service: 'Service',
    sample: 'Sample',
    sampleFigures: '{duration}, {size}; not kept',
    /** Used instead if the local service created the voice. */
    sampleFiguresHere: '{duration}, {size}; up to ten seconds are kept until the voice is deleted',
    hash: 'SHA-256',
  },
  remove: {
    title: 'Delete “{voice}” permanently?',
    about: 'This can’t be undone. Takes rendered with this voice and the consent record are kept.',
    cast: '{count, plural, one {<strong>{roles} uses it</strong> and can’t be rendered again until you choose another voice.} other {<strong>{roles} use it</strong> and can’t be rendered again until you choose another voice.}}',
    keep: 'Keep',
    remove: 'Delete “{voice}”',
    removed: '“{voice}” was deleted. Its consent record is kept.',
  },
  /** The dialog that creates a voice. */
  make: {
    title: 'Clone a voice',
    name: 'Voice name',
    gender: 'Gender',
    genderHeard: 'Detect automatically',
    female: 'Female',
    male: 'Male',
    person: 'Speaker',
    personHint: 'full name',
    givenOn: 'Consent date',
    purpose: 'Permitted use',
    purposeHint: 'for example, all editions of the audiobook “Notes”',
    /** Used instead if the local service creates the voice. */
    kept: 'Up to ten seconds of the sample are kept on this computer until the voice is deleted.',
    /** The statement to tick, stored exactly as shown. */
    statement:
      'On {date}, {person} agreed that the voice “{voice}” may be created from a recording of their own voice and used for this purpose: {purpose}{until, select, none {} other { (until {until})}}',
    cancel: 'Cancel',
    make: 'Create voice',
    sending: 'Sending the sample: {sent} of {all}…',
    making: 'The service is creating the voice…',
    /** Shown while a required field is empty. */
    missing: {
      sample: 'Choose or record a sample.',
      usableSample: 'The service would reject this sample. Choose or record another.',
      name: 'Enter a voice name.',
      person: 'Enter the speaker’s name.',
      purpose: 'Enter the permitted use.',
      givenOn: 'Enter the consent date.',
      agreed: 'Tick the statement. Nothing is sent until you do.',
    },
  },
  source: {
    label: 'Sample source',
    file: 'A file',
    microphone: 'The microphone',
    recording: 'Voice recording',
    drop: 'Drop a recording here: one person, no music, at least 30 seconds.',
    choose: 'Choose a file…',
    readAloud: 'Read aloud for 30 seconds, as you would for the book. The microphone is on only while recording.',
    record: 'Record',
    recorded: 'Recorded',
    elapsed: '{elapsed} <most>of {longest}</most>',
    level: 'Level',
    stop: 'Stop',
    discard: 'Discard',
    /** File name of a recording. */
    fileName: 'Recording.wav',
  },
  microphone: {
    refused: 'Microphone access was denied. Allow it in the system’s privacy settings, then try again.',
    'no-microphone': 'No microphone found. Connect one, then try again.',
    lost: 'The microphone was disconnected. Check that it’s plugged in and not in use by another app, then try again.',
  },
  sample: {
    play: 'Play',
    stop: 'Stop',
    discard: 'Discard',
    unplayable: 'This recording can’t be played.',
    listening: 'Checking the sample…',
    good: 'This sample can be used.',
    /** Why the service would reject it, and what to do. */
    problem: {
      'too-small': 'The file is too small. It must be at least {kilobytes} kB.',
      'too-large': 'The file is larger than {megabytes} MB. Shorten it or save it as MP3.',
      unreadable: 'The file can’t be read. Save it as WAV, MP3, Ogg or FLAC.',
      'too-short': 'The recording is too short. Use at least {seconds} seconds, ideally 30.',
      'too-long': 'The recording is too long. Shorten it to {minutes} minutes or less.',
      silent: 'The recording is silent. Choose another recording or check the microphone level.',
      'sample-rate': 'The recording’s sample rate isn’t supported. Use 8,000 to 192,000 Hz.',
    },
    /** Problems that lower the quality of the voice. */
    warning: {
      short: 'The recording is short. Thirty seconds give a better match.',
      quiet: 'The recording is quiet. Move closer to the microphone.',
      clipped: 'The recording is clipped: the loudest parts are distorted.',
      pauses: 'The recording has long pauses. Cut them out.',
    },
  },
} as const;
