// Shared strings: line states, webhooks, plans, keys.

export const common = {
  state: {
    hint: '{label}: {meaning}',
    fresh: { label: 'fresh', meaning: 'Up to date.' },
    kept: { label: 'kept', meaning: 'Uses an older take you kept.' },
    stale: { label: 'stale', meaning: 'Its audio uses an older text, voice or rule.' },
    'in-flight': { label: 'in flight', meaning: 'The service is rendering it.' },
    'in-doubt': { label: 'in doubt', meaning: 'It was sent but got no reply. Decide what to do.' },
    lost: {
      label: 'lost',
      meaning: 'The service accepted it but lost it. Decide whether to resend it.',
    },
    failed: { label: 'failed', meaning: 'The service couldn’t render it.' },
    'missing-audio': { label: 'audio missing', meaning: 'Its audio file is missing or damaged.' },
    'too-long': { label: 'too long', meaning: 'It’s too long for one job. Split it.' },
    blocked: { label: 'blocked', meaning: 'It can’t be rendered.' },
    unrendered: { label: 'not rendered', meaning: 'It has no usable take yet.' },
  },
  staleLines: 'The audio of stale lines uses an older text, voice or rule.',
  /** Segments of a progress bar; each covers several states. */
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
  /** Why a project is read-only: `short` for disabled controls, `long` with the remedy. */
  readOnly: {
    'in-use': {
      short: 'Read-only: another Lectern is using this project.',
      long: 'Another Lectern window or a terminal command is using this project. You can listen, review and export. To make changes, close it there and open it again, or work in a copy.',
    },
    'read-only': {
      short: 'Read-only: this project’s drive or file can’t be written to.',
      long: 'This project’s drive or file is read-only. You can listen, review and export. To make changes, make it writable and open it again, or work in a copy.',
    },
    'no-permission': {
      short: 'Read-only: you can’t write to this project’s folder.',
      long: 'You don’t have permission to write to this project’s folder. You can listen, review and export. To make changes, change its permissions and open it again, or work in a copy.',
    },
    'log-missing': {
      short: 'Read-only until you choose to continue without this project’s latest changes, which are missing.',
      long: 'This project wasn’t closed properly, and project.db-wal, which holds its latest changes, is missing from its folder. Lines that were sent and paid for may not be recorded, and would be sent and paid for again. You can listen, review and export. Put that file back next to project.db and open the project again, or, if this is a copy, use the original.',
    },
    'log-damaged': {
      short: 'Read-only until you choose to continue without this project’s latest changes, which are damaged.',
      long: 'This project wasn’t closed properly, and project.db-wal, which holds its latest changes, is damaged or out of date. Lines that were sent and paid for may not be recorded, and would be sent and paid for again. You can listen, review and export. Restore both project.db and project.db-wal and open the project again, or, if this is a copy, use the original.',
    },
  },
  /** Result of a webhook call, as a label and as a sentence. */
  webhook: {
    waiting: {
      label: 'not called yet',
      sentence: 'The service hasn’t reported a call to {host} yet.',
    },
    answered: {
      label: 'answered {status}',
      sentence: '{host} was called{when, select, known { on {moment}} other {}} and answered {status}.',
    },
    failed: {
      label: 'failed: {status}',
      sentence:
        '{host} was called{when, select, known { on {moment}} other {}} and rejected the call with {status}. You have the results anyway.',
    },
    called: {
      label: 'called',
      sentence: '{host} was called{when, select, known { on {moment}} other {}}. The service doesn’t report its reply.',
    },
    unknown: {
      label: 'not reported',
      sentence: 'The service never reported calling {host}. You have the results anyway.',
    },
  },
  /** Account plans, by the service’s names. */
  plan: { hacker: 'Hacker', startup: 'Startup', growth: 'Growth', enterprise: 'Enterprise' },
  /** Choices for storing an account’s key. */
  keyStorage: {
    keychain: 'In this computer’s keychain',
    file: 'In a file only you can read',
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
