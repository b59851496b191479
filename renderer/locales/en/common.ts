// Shared strings: line states, webhooks, plans, keys.

export const common = {
  state: {
    hint: '{label}: {meaning}',
    fresh: { label: 'fresh', meaning: 'Up to date.' },
    kept: { label: 'kept', meaning: 'Uses an older take you kept.' },
    stale: { label: 'stale', meaning: 'Its text, voice or a rule has changed since it was rendered.' },
    'in-flight': { label: 'in flight', meaning: 'The service is rendering it.' },
    'in-doubt': { label: 'in doubt', meaning: 'It was sent, but no clear reply came. Decide whether to resend it.' },
    lost: {
      label: 'lost',
      meaning: 'The service accepted it, then lost it. Decide whether to resend it.',
    },
    failed: { label: 'failed', meaning: 'The service couldn’t render it.' },
    'missing-audio': { label: 'audio missing', meaning: 'Its audio file is missing or damaged.' },
    'too-long': { label: 'too long', meaning: 'It’s too long to send. Split it.' },
    blocked: { label: 'blocked', meaning: 'It can’t be rendered.' },
    unrendered: { label: 'not rendered', meaning: 'It has no usable take yet.' },
  },
  staleLines: 'A line is stale if its text, voice or a rule has changed since it was rendered.',
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
      long: 'Another Lectern window or a terminal command is using this project. You can listen, review and export. To make changes, close the project there and reopen it here, or work in a copy.',
    },
    'read-only': {
      short: 'Read-only: this project’s drive or file can’t be written to.',
      long: 'This project’s drive or file is read-only. You can listen, review and export. To make changes, make the drive or file writable and reopen the project, or work in a copy.',
    },
    'no-permission': {
      short: 'Read-only: you can’t write to this project’s folder.',
      long: 'You don’t have permission to write to this project’s folder. You can listen, review and export. To make changes, change the folder’s permissions and reopen the project, or work in a copy.',
    },
    'log-missing': {
      short: 'Read-only: this project’s latest changes are missing. To edit, continue without them.',
      long: 'This project wasn’t closed properly, and project.db-wal, which holds its latest changes, is missing from its folder. Lines you already paid for may not be recorded, so they would be sent and charged again. You can listen, review and export. Put that file back next to project.db and reopen the project. If this is a copy, use the original.',
    },
    'log-damaged': {
      short: 'Read-only: this project’s latest changes are damaged. To edit, continue without them.',
      long: 'This project wasn’t closed properly, and project.db-wal, which holds its latest changes, is damaged or out of date. Lines you already paid for may not be recorded, so they would be sent and charged again. You can listen, review and export. Restore both project.db and project.db-wal and reopen the project. If this is a copy, use the original.',
    },
  },
  /** Result of a webhook call, as a label and as a sentence. */
  webhook: {
    waiting: {
      label: 'not notified yet',
      sentence: 'The service hasn’t confirmed yet that it notified {host}.',
    },
    answered: {
      label: 'answered {status}',
      sentence: '{host} was notified{when, select, known { on {moment}} other {}} and answered with status {status}.',
    },
    failed: {
      label: 'failed: {status}',
      sentence:
        '{host} was notified{when, select, known { on {moment}} other {}} but answered with status {status}. Your results have arrived anyway.',
    },
    called: {
      label: 'notified',
      sentence:
        '{host} was notified{when, select, known { on {moment}} other {}}. The service didn’t report its answer.',
    },
    unknown: {
      label: 'not confirmed',
      sentence: 'The service didn’t confirm that it notified {host}, but your results have arrived.',
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
  /** A project in the render queue. */
  queueEntry: {
    waiting: 'Waiting',
    starting: 'Starting…',
    running: 'Rendering · {rendered, number} of {lines, number}',
    paused: 'Paused · {rendered, number} of {lines, number}',
    stopped: 'Stopped · {rendered, number} of {lines, number}',
    notStarted: 'Stopped',
    done: 'Finished · {rendered, number} of {lines, number}',
    nothing: 'Nothing to render',
    failed: '{lines, number} failed',
    inDoubt: '{lines, number} in doubt',
    leftOut: '{lines, number} left out',
  },
  /** Lines of a project that the render queue doesn’t send. `sentence` lists them by reason. */
  leftOut: {
    sentence: 'Left out: {reasons}.',
    'no-voice': '{lines, plural, one {# line without a voice} other {# lines without a voice}}',
    'too-long': '{lines, plural, one {# line that’s too long to send} other {# lines that are too long to send}}',
    'three-roles': '{lines, plural, one {# line with more than two roles} other {# lines with more than two roles}}',
    'nothing-to-speak': '{lines, plural, one {# line with nothing to speak} other {# lines with nothing to speak}}',
    'pronunciation-too-long':
      '{lines, plural, one {# line that pronunciation rules make too long} other {# lines that pronunciation rules make too long}}',
    blocked: '{lines, plural, one {# line that can’t be rendered} other {# lines that can’t be rendered}}',
    approved:
      '{lines, plural, one {# line whose approved take is stale} other {# lines whose approved takes are stale}}',
    'missing-audio': '{lines, plural, one {# line with missing audio} other {# lines with missing audio}}',
    'in-doubt': '{lines, plural, one {# line in doubt} other {# lines in doubt}}',
    lost: '{lines, plural, one {# lost line} other {# lost lines}}',
    'over-cap': '{lines, plural, one {# line over the project’s cap} other {# lines over the project’s cap}}',
  },
  extraTakes: '{rendered, number} of {takes, plural, one {# extra take} other {# extra takes}}',
  /** What keys do in the review's table and in the player. */
  keys: {
    review: {
      play: 'play',
      steps: 'next, previous',
      findings: 'next finding',
      hear: 'finding again',
      accept: 'accept finding',
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
      back: 'go back three seconds',
      pause: 'pause and reset the speed',
      faster: 'play; press again to speed up',
    },
  },
} as const;
