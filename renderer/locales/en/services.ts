// What the settings say of services: accounts, the local service, limits, webhooks, and what becomes of lines in doubt.

export const services = {
  intro: 'Lines are sent to the service that is in use. A project remembers which one it was made with.',
  add: 'Add an account…',
  inUse: 'in use',
  use: 'Use it',
  cancel: 'Cancel',
  /** An account that is there. */
  account: {
    address: '{address} · {user}',
    key: {
      keychain: 'Its key is in this computer’s keychain.',
      file: 'Its key is in a file that only you may read.',
      ask: 'Its key is asked for at each start.',
    },
    enterKey: 'Enter the key…',
    test: 'Test',
    edit: 'Edit…',
    remove: 'Remove',
    removed: '{account} is removed, and its key with it.',
    removedInUse: '{account} is removed, and its key with it. No service is in use now.',
  },
  /** What a test of a service found. */
  test: {
    answers: 'It answers: {voices, plural, one {# voice} other {# voices}} in {milliseconds, number} ms.',
    limits:
      'Lectern goes by {batchesLimit, select, none {any number of batches} other {{batches, plural, one {# batch} other {# batches}}}} and {charactersLimit, select, none {any number of characters} other {{characters, plural, one {# character} other {# characters}}}} a minute.',
    nothingRefused: 'The service has refused nothing (429) that would say that its limits are lower.',
    refused: 'Refusals (429) say that less is let through at present: {limits}. The limit rises again by itself.',
  },
  local: {
    title: 'Local service',
    hint: 'Speech made on this machine: no account, no network, no cost.',
    limits: 'Limits',
    limitsHint: 'As on one of the plans, to try how long a run would take there.',
    noLimits: 'No limits',
    showFolder: 'Show its data folder',
    state: 'State',
    runs: 'runs',
    doesNotRun: 'does not run; it starts by itself when it is used',
    address: 'Address',
    folder: 'Data folder',
    log: 'Its log',
    emptyLog: 'Nothing has been written yet.',
  },
  /** To add an account, to edit one, to give its key. */
  dialog: {
    add: 'Add an account',
    checkAndAdd: 'Check and add',
    connected: '{account} is connected: {voices, plural, one {# voice} other {# voices}}.',
    edit: 'Edit {account}',
    changed: '{account} is kept as it is now.',
    name: 'Name',
    address: 'Base address',
    badAddress: 'Give the address with its https:// or http://, such as https://tts.example.com.',
    user: 'User id',
    newKey: 'New key',
    otherService: 'This is another service: the key that is kept is for the one before, and is forgotten.',
    sameKey: 'Empty: the key that is there stays.',
    save: 'Save',
    storage: 'Where the key is kept',
    keyOf: 'Key of {account}',
    key: 'Key',
    connect: 'Connect',
    unconfirmed:
      'An earlier version of Lectern saved a key without noting its server. Use it only if it belongs to {server}.',
    useSaved: 'Use saved key',
  },
  plan: {
    label: 'Plan',
    share: 'Share of its limit',
    price: 'Price per 1,000 characters',
    noPrice: 'not set',
    currency: 'Currency',
    rest: 'The rest is left to other machines of this account, which can’t be seen from here.',
  },
  /** What is set once and then left. */
  more: {
    account: 'Limits by hand, webhook, lines in doubt',
    local: 'Webhook, lines in doubt',
    /** For those who listen: the service that it is about, after the words above. */
    of: 'of {service}',
    limits: 'Limits',
    limitsOf: 'Limits of {service}',
    webhook: 'Webhook',
    webhookOf: 'Webhook of {service}',
    webhookPlaceholder: 'https://…',
    webhookHint: {
      local:
        'The local service sends a POST to this address for each line and each batch that is done, with its id, state and where the audio is. It calls this computer only: 127.0.0.1, localhost.',
      account:
        'The service itself, not this computer, sends a POST to this address for each line and each batch that is done, with its id, state and where the audio is. It must be reachable from the internet. Empty: nothing is called.',
    },
    badAddress:
      'Give a whole address with its https:// or http://, without spaces or accents, such as https://studio.example/done.',
    inDoubt: 'Lines in doubt or lost',
    inDoubtHint:
      'In doubt: the connection broke while a batch was being sent, so the service may or may not have it. Lost: the service accepted a line and no longer has it.',
    ask: 'Ask me',
    askHint: 'They wait on the departure board until you decide. Nothing is paid twice without you.',
    resend: 'Resend automatically',
    resendHint: 'Runs end without you. Each line is sent again once in a run, and may be charged twice.',
  },
  /** Requests and characters a minute, for what is counted together. */
  limits: {
    inAnyMinute: 'In any minute',
    limit: 'Limit',
    requests: 'Requests',
    characters: 'Characters',
    assumed:
      'The service publishes no figures for {kinds}: those are cautious guesses. Set them by hand where you know better; a refusal (429) teaches Lectern in any case.',
    way: { plan: 'As the plan', hand: 'By hand', none: 'Not limited' },
    limitOf: '{kind}: limit',
    requestsOf: '{kind}: requests a minute',
    charactersOf: '{kind}: characters a minute',
    noLimit: 'no limit',
    /** What is counted together: as a label, and in a sentence. */
    kind: {
      batch: 'Runs (batches)',
      single: 'Single lines',
      stream: 'Auditions (streams)',
      read: 'Asking how lines stand',
      list: 'Lists of voices',
      clone: 'Clones of voices',
    },
    kindInSentence: {
      batch: 'runs (batches)',
      single: 'single lines',
      stream: 'auditions (streams)',
      read: 'asking how lines stand',
      list: 'lists of voices',
      clone: 'clones of voices',
    },
  },
  /** What a run may send in a minute. */
  run: {
    unlimited: 'Nothing is limited: a run sends as fast as the service takes it.',
    requests:
      'In any minute a run sends at most {batches, plural, one {# batch} other {# batches}} (up to {lines, plural, one {# line} other {# lines}}).',
    characters:
      'In any minute a run sends at most {characters, plural, one {# character} other {# characters}}, about {speech} of speech.',
    both: 'In any minute a run sends at most {batches, plural, one {# batch} other {# batches}} (up to {lines, plural, one {# line} other {# lines}}) and {characters, plural, one {# character} other {# characters}}, about {speech} of speech.',
    bookAtOnce: 'A book of 500,000 characters is on its way at once.',
    book: 'A book of 500,000 characters is on its way after {time}.',
    minutes: '{minutes, plural, one {# minute} other {# minutes}}',
    hours: '{hours, plural, one {# hour} other {# hours}}',
  },
} as const;
