// Words that several places of the window use: states of lines, webhooks, plans, keys.

export const common = {
  /** States of a line: their names, and what they mean in a sentence. */
  state: {
    hint: '{label}: {meaning}',
    fresh: { label: 'fresh', meaning: 'Rendered as it stands.' },
    kept: { label: 'kept', meaning: 'An older take was kept for it.' },
    stale: { label: 'stale', meaning: 'Its audio was made from an older text, voice or rule.' },
    'in-flight': { label: 'in flight', meaning: 'The service has it.' },
    'in-doubt': { label: 'in doubt', meaning: 'It was sent and no reply came: you decide what happens.' },
    lost: {
      label: 'lost',
      meaning: 'The service accepted it and no longer has it: you decide whether it is sent again.',
    },
    failed: { label: 'failed', meaning: 'The service could not render it.' },
    'missing-audio': { label: 'audio missing', meaning: 'It was rendered, and its audio file is missing or damaged.' },
    'too-long': { label: 'too long', meaning: 'It does not fit into one job: split it.' },
    blocked: { label: 'blocked', meaning: 'It can’t be rendered as it stands.' },
    unrendered: { label: 'not rendered', meaning: 'It has no take to use yet.' },
  },
  staleLines: 'The audio of a stale line was made from an older text, voice or rule.',
  /** The parts of a progress bar: several states each. */
  progress: {
    fresh: 'fresh',
    stale: 'stale',
    inFlight: 'in flight',
    inDoubt: 'in doubt',
    lost: 'lost',
    failed: 'failed',
    missingAudio: 'audio missing',
    blocked: 'can’t be rendered',
  },
  /** Why a project can only be read: beside a control that can't be used, and with the way out. */
  readOnly: {
    'in-use': {
      short: 'Another Lectern is writing this project: here it can only be read.',
      long: 'Another Lectern, or a command in a terminal, is writing this project. Here you can listen, review and export. To change it, close it there and open it again, or go on in a copy.',
    },
    'read-only': {
      short: 'This project’s drive or file can’t be written: it can only be read.',
      long: 'This project lies on a drive, or in a file, that can’t be written. Here you can listen, review and export. To change it, make it writable and open it again, or go on in a copy.',
    },
    'no-permission': {
      short: 'You may not write in this project’s folder: it can only be read.',
      long: 'You have no permission to write in this project’s folder. Here you can listen, review and export. To change it, change its permissions and open it again, or go on in a copy.',
    },
    'log-missing': {
      short: 'This project’s latest changes are missing: it can only be read until you decide to go on without them.',
      long: 'This project was not closed properly, and project.db-wal, which holds its latest changes, is missing from its folder. Lines that were sent and paid for may not be recorded, and would be sent and paid for again. Here you can listen, review and export. Put that file back beside project.db and open the project again, or, if this is a copy, use the original.',
    },
    'log-damaged': {
      short: 'This project’s latest changes are damaged: it can only be read until you decide to go on without them.',
      long: 'This project was not closed properly, and project.db-wal, which holds its latest changes, is damaged or not the latest one. Lines that were sent and paid for may not be recorded, and would be sent and paid for again. Here you can listen, review and export. Put project.db and project.db-wal back as they were and open the project again, or, if this is a copy, use the original.',
    },
  },
  /** What became of a webhook call: in a sentence, and in a word or two. */
  webhook: {
    waiting: {
      label: 'not called yet',
      sentence: '{host} has not been called yet, as far as the service says.',
    },
    answered: {
      label: 'answered {status}',
      sentence: '{host} was called{when, select, known { on {moment}} other {}} and answered {status}.',
    },
    failed: {
      label: 'failed: {status}',
      sentence:
        '{host} was called{when, select, known { on {moment}} other {}} and answered {status}: it was not taken. The results are here all the same.',
    },
    called: {
      label: 'called',
      sentence:
        '{host} was called{when, select, known { on {moment}} other {}}. What it answered, the service does not say.',
    },
    unknown: {
      label: 'no word of it',
      sentence: 'The service never said that it called {host}. The results are here all the same.',
    },
  },
  /** The plans of an account, by the names that the service gives them. */
  plan: { hacker: 'Hacker', startup: 'Startup', growth: 'Growth', enterprise: 'Enterprise' },
  /** Where an account’s key is kept, as choices. */
  keyStorage: {
    keychain: 'In this computer’s keychain',
    file: 'In a file that only you may read',
    ask: 'Don’t save; ask each time',
  },
  extraTakes: '{rendered, number} of {takes, plural, one {# extra take} other {# extra takes}}',
  /** What keys do in the review's table and in the player. */
  keys: {
    review: {
      play: 'play',
      steps: 'next, previous',
      approve: 'approve',
      reject: 'reject',
      rejectAndRender: 'reject and render again',
      another: 'another take',
      compare: 'compare',
      pick: 'pick',
      note: 'note',
      trim: 'trim',
      gain: 'gain',
    },
    player: {
      play: 'play or pause',
      back: 'three seconds back',
      pause: 'pause, normal speed',
      faster: 'play; again: faster',
    },
  },
} as const;
