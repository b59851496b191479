// Service settings: accounts, the local service, limits, webhooks, and lines in doubt.

export const services = {
  intro: 'Lines are sent to the service in use. Each project remembers its service.',
  add: 'Add an account…',
  inUse: 'in use',
  use: 'Use it',
  cancel: 'Cancel',
  account: {
    address: '{address} · {user}',
    key: {
      keychain: 'Key stored in this computer’s keychain.',
      file: 'Key stored in a file only you can read.',
      ask: 'You enter the key each time Lectern starts.',
    },
    enterKey: 'Enter the key…',
    test: 'Test',
    edit: 'Edit…',
    remove: 'Remove',
    removed: '{account} and its key were removed.',
    removedInUse: '{account} and its key were removed. No service is in use now.',
  },
  /** Results of a service test. */
  test: {
    answers: 'Connected: found {voices, plural, one {# voice} other {# voices}} in {milliseconds, number} ms.',
    limits:
      'Current limits: {batchesLimit, select, none {any number of batches} other {{batches, plural, one {# batch} other {# batches}}}} and {charactersLimit, select, none {any number of characters} other {{characters, plural, one {# character} other {# characters}}}} per minute.',
    nothingRefused: 'The service hasn’t refused any requests (429).',
    refused: 'The service refused requests (429). Current limit: {limits}. The limit will rise again automatically.',
  },
  local: {
    title: 'Local service',
    hint: 'Speech generated on this computer: no account, no network, no cost.',
    limits: 'Limits',
    limitsHint: 'Simulate a plan’s limits to see how long a run would take.',
    noLimits: 'No limits',
    showFolder: 'Show its data folder',
    state: 'State',
    runs: 'running',
    doesNotRun: 'stopped; starts when needed',
    address: 'Address',
    folder: 'Data folder',
    log: 'Service log',
    emptyLog: 'The log is empty.',
  },
  /** Dialogs to add or edit an account, or enter its key. */
  dialog: {
    add: 'Add an account',
    checkAndAdd: 'Check and add',
    connected: '{account} is connected: {voices, plural, one {# voice} other {# voices}}.',
    edit: 'Edit {account}',
    changed: '{account} is saved.',
    name: 'Name',
    address: 'Base address',
    badAddress: 'Enter an address with https:// or http://, such as https://tts.example.com.',
    user: 'User ID',
    newKey: 'New key',
    otherService: 'This is a different service, so the saved key for the previous one will be deleted.',
    sameKey: 'Leave empty to keep the key.',
    save: 'Save',
    storage: 'Key storage',
    keyOf: 'Key for {account}',
    key: 'Key',
    connect: 'Connect',
    unconfirmed:
      'An earlier version of Lectern saved a key without noting its server. Use it only if it belongs to {server}.',
    useSaved: 'Use saved key',
  },
  plan: {
    label: 'Plan',
    share: 'Share of limit',
    price: 'Price per 1,000 characters',
    noPrice: 'not set',
    currency: 'Currency',
    rest: 'The rest is reserved for other computers that use this account.',
  },
  /** Settings that rarely change. */
  more: {
    account: 'Custom limits, webhook, lines in doubt',
    local: 'Webhook, lines in doubt',
    /** Added to the label above for screen readers. */
    of: 'for {service}',
    limits: 'Limits',
    limitsOf: 'Limits for {service}',
    webhook: 'Webhook',
    webhookOf: 'Webhook for {service}',
    webhookPlaceholder: 'https://…',
    webhookHint: {
      local:
        'The local service sends a POST to this address for each finished line and batch, with its id, state and audio URL. The address must be on this computer: 127.0.0.1 or localhost.',
      account:
        'The service itself, not this computer, sends a POST to this address for each finished line and batch, with its id, state and audio URL. The address must be reachable from the internet. Leave empty for none.',
    },
    badAddress:
      'Enter a full address with https:// or http://, without spaces or accents, such as https://studio.example/done.',
    inDoubt: 'Lines in doubt or lost',
    inDoubtHint:
      'In doubt: the connection broke while a batch was being sent, so the service may or may not have received it. Lost: the service accepted a line but no longer has it.',
    ask: 'Ask me',
    askHint: 'These lines stay in the queue until you decide. You never pay twice without your consent.',
    resend: 'Resend automatically',
    resendHint: 'Runs finish without you. Each line is resent at most once per run, and may be charged twice.',
  },
  /** Requests and characters per minute, by kind of request. */
  limits: {
    inAnyMinute: 'Per minute',
    limit: 'Limit',
    requests: 'Requests',
    characters: 'Characters',
    assumed:
      'The service publishes no limits for {kinds}, so these are cautious guesses. If you know the actual limits, set them here. Lectern also adjusts after a refusal (429).',
    way: { plan: 'From plan', hand: 'Custom', none: 'Unlimited' },
    limitOf: '{kind}: limit',
    requestsOf: '{kind}: requests per minute',
    charactersOf: '{kind}: characters per minute',
    noLimit: 'no limit',
    /** Kinds of request: as a label, and in a sentence. */
    kind: {
      batch: 'Runs (batches)',
      single: 'Single lines',
      stream: 'Auditions (streams)',
      read: 'Status checks',
      list: 'Voice lists',
      clone: 'Voice clones',
    },
    kindInSentence: {
      batch: 'runs (batches)',
      single: 'single lines',
      stream: 'auditions (streams)',
      read: 'status checks',
      list: 'voice lists',
      clone: 'voice clones',
    },
  },
  /** Limits of a run per minute. */
  run: {
    unlimited: 'No limits: runs send as fast as the service accepts.',
    requests:
      'A run sends up to {batches, plural, one {# batch} other {# batches}} per minute (up to {lines, plural, one {# line} other {# lines}}).',
    characters:
      'A run sends up to {characters, plural, one {# character} other {# characters}} per minute, about {speech} of speech.',
    both: 'Per minute, a run sends up to {batches, plural, one {# batch} other {# batches}} (up to {lines, plural, one {# line} other {# lines}}) and {characters, plural, one {# character} other {# characters}}, about {speech} of speech.',
    bookAtOnce: 'A 500,000-character book is sent immediately.',
    book: 'A 500,000-character book takes {time} to send.',
    minutes: '{minutes, plural, one {# minute} other {# minutes}}',
    hours: '{hours, plural, one {# hour} other {# hours}}',
  },
} as const;
