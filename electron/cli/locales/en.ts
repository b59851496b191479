// Messages of the command line in English, in ICU MessageFormat: https://unicode-org.github.io/icu/userguide/format_parse/messages
// Commands, options and variable names are the same in every language.

export const messages = {
  about: 'Turns scripts into finished audio through a text-to-speech service.',
  command: {
    consent: 'list, import or withdraw consents to cloned voices, and decide about voices without one',
    consentList: 'list the consents recorded on this computer',
    consentCheck: 'list the cloned voices in a project’s takes, and whether their consents are valid',
    consentDecide: 'record the decision to export takes by a cloned voice without a valid consent',
    consentImport: 'add consents from a JSON file saved by Lectern on another computer',
    consentWithdraw: 'record that a person has withdrawn their consent',
    book: 'show or set the book details, such as title, authors and cover',
    signing: 'choose how finished files are signed',
    verify: 'check whether signed audio files have changed, and show who signed them and how they were made',
    check: 'measure finished audio files, from any program, and compare them with a target’s figures',
    conform: 'cut a narrator’s recording of a chapter into takes of its lines',
    cues: 'list the cues for music and effects, and attach sound files to them',
    notes: 'export a project’s notes for a narrator or producer',
    pickups: 'import a proofer’s list of corrections as notes',
    words: 'list a script’s hard words: names, foreign words, numbers, abbreviations and homographs',
    drift: 'show whether voices have changed since their earlier takes, and check them with canary lines',
    headings: 'show or set how the headings in a project are read',
    pauses: 'show or set the pauses in a project',
    export: 'export a project’s audio without rendering',
    import: 'create a project from a script, or update one, without rendering',
    proof: 'compare takes with the script, list possible faults, and render those lines again',
    render: 'render a script’s lines that aren’t up to date, and export its audio',
    report: 'report what a project has cost',
    resume: 'continue an unfinished run',
    serve: 'run only the local service, until Ctrl-C',
    worker: 'run a worker of a service on several machines, until Ctrl-C',
    accounts:
      'add, change, list or revoke the accounts of a service on several machines, and show what they have rendered',
    accountsAdd: 'add an account, and print its key',
    accountsChange: 'change the plan, limits or quota of an account',
    accountsList: 'list the accounts, without their keys',
    accountsRevoke: 'revoke an account, or replace its key; its jobs and cloned voices are kept',
    accountsUsage: 'show what accounts have rendered, per month or per job',
    migrate: 'set up the database of a service on several machines',
    snapshots: 'list, take or restore snapshots of a project',
    status: 'show a project’s progress',
    targets: 'list the export targets with their figures',
    voices: 'list the service’s voices',
    voicesAdd: 'install a voice pack for the local service from the catalogue, a URL, a folder or an archive',
    voicesPacks: 'list the installed packs of voices and speech recognisers, and how they may be used',
    voicesRemove: 'remove a voice pack from the local service',
  },
  argument: {
    accountUser: 'the account’s user ID, as listed by “lectern accounts list”',
    clonedVoice: 'the voice’s ID or name, as listed by “lectern consent check”',
    consentsFile: 'the file, saved with “Save consents… > As JSON”',
    consent: 'the consent’s ID, as listed by “lectern consent list”',
    pack: 'a folder, a ZIP or .tar.bz2 archive, a URL with --sha256, or the ID of a pack in the catalogue (“lectern voices packs --known”)',
    pickupList: 'the list of corrections: CSV, XLSX or plain text',
    packId: 'the pack’s ID, as listed by “lectern voices packs”',
    chapter: 'the chapter’s number; 0 for the lines before the first heading',
    recording: 'the recording: MP3, WAV, FLAC or Ogg',
    signedFiles: 'audio files: MP3, WAV, FLAC, M4A, M4B or Ogg',
    audioFiles: 'finished audio files: MP3, WAV, FLAC or Ogg',
    project: 'the project folder',
    projectOfTargets: 'a project whose custom targets to list too',
    scriptOrProject:
      'the script or manuscript: text, Markdown, EPUB, Word, PDF and others; or project folders, to render their lines without exporting',
    moreProjects: 'more project folders, rendered one after another',
    script: 'the script or manuscript: text, Markdown, EPUB, Word, PDF and others',
  },
  option: {
    consentReason: 'why the takes may be exported',
    consentBy: 'the name of the person who decided',
    withdrawnOn: 'the date of the withdrawal, such as 2026-11-29 (default: today)',
    withdrawalNote: 'a note about the withdrawal',
    packSha256: 'the SHA-256 of the archive at the URL: 64 hexadecimal digits',
    packYes: 'accept the licence without being asked',
    packsKnown: 'list the packs available for download instead, with their sizes',
    merge: 'merge names that refer to the same role: ELIZA=ELIZABETH,LIZZY=ELIZABETH',
    roles:
      'the roles, separated by commas; other names before colons are read as text (default: as suggested; see --dry-run)',
    kind: 'the kind of project; sets the pauses, spoken headings and planned export targets (default: the suggested kind; see --dry-run)',
    kindOfProject:
      'the kind of project; also updates the pauses, spoken headings, credits and planned export targets that you haven’t changed',
    takeNew:
      'replace paragraphs that you’ve edited in Lectern with the new text, by number: 1-3,5, or all (default: keep your edits; see --compare)',
    speakNotes: 'the podcast production notes to speak, by number: 1-3,5, or all (default: none; see --dry-run)',
    readAs: 'read the file as a script or as prose (default: detected)',
    acceptCopy: 'continue with a copy; lines sent from the original since then may be charged again',
    acceptMissingLog:
      'continue even if project.db-wal is missing or damaged; lines recorded in it may be charged again',
    allowMissing: 'exit with status 0 even if lines are missing from the export',
    allowStale: 'export an older take if a line has no up-to-date one',
    as: 'the target: {targets}',
    timesOf: 'with {forms}: the target whose files the times refer to (default: {target})',
    textUnit:
      'with {forms}: sync the text with the audio by lines or by words (default: words for epub, otherwise lines)',
    wordTimestamps: 'with --as vtt --by words: add the time of each word',
    epub: 'with --as epub: the EPUB to add the audio to (default: the imported one)',
    author: 'an author; repeat for more',
    baseUrl: 'the service to use; without one, the local service (LECTERN_BASE_URL)',
    bitrate: 'the bitrate of finished files in kbit/s (default: the target’s)',
    by: 'group the totals by: {groupings}',
    byteOrderMark: 'start the file with a byte order mark, which Excel needs to detect UTF-8',
    bookDescription: 'the description',
    copyright: 'the copyright line, such as “© 2026 Ada Smith”',
    cover: 'a JPEG or PNG image; it is copied into the project',
    language: 'the language of messages: {languages} (default: the system’s; LECTERN_LANGUAGE)',
    isbn: 'the ISBN, with 10 or 13 digits',
    bookLanguage: 'the language, such as en or pt-BR',
    narrator: 'a narrator; repeat for more',
    publisher: 'the publisher',
    series: 'the series',
    seriesNumber: 'the number in the series',
    subtitle: 'the subtitle',
    title: 'the title (default: the project’s name)',
    year: 'the year of publication of this edition',
    cast: 'a JSON file that maps each role to a voice, or to a voice and parameters',
    chapters: 'with --into: update only these chapters, by their number in the comparison, such as 1,3,5',
    compare: 'with --into: show what would change without changing it',
    csv: 'write the report to this CSV file',
    captions: 'how to treat a document’s captions (default: left-out)',
    noEmphasis: 'ignore italics and bold in a document instead of marking them: *never*',
    data: 'the folder for jobs, audio and the account (default: the application’s data folder)',
    dryRun: 'show what would be imported without writing anything',
    conformDryRun: 'report what would be cut without writing anything',
    conformApproved: 'replace approved takes too',
    speechLanguage: 'the spoken language (default: that of the project or the text)',
    before: 'the pause before a line, such as 2.12=0.8; leave the value empty to reset it',
    compareNames:
      'also compare how each name sounds in the takes that are exported, and list those that sound different',
    acceptDrift: 'accept a voice’s change, by its number in the list: from now on, compare it only with new takes',
    canaries: 'show the canary lines and the cost of rendering them again; with --yes, render and compare them',
    canaryYes: 'with --canaries: render the canary lines; each is charged',
    chooseCanaries: 'use these lines as canaries, such as 1.2,3.10; “auto” chooses each voice’s first approved lines',
    takeSnapshot: 'take a snapshot with this name',
    restoreSnapshot: 'restore the snapshot with this ID; later takes are kept',
    deleteSnapshot: 'delete the snapshot with this ID',
    preset: 'all pauses at once: {presets}',
    pause: 'seconds {rule}',
    attach:
      'attach a copy of a sound file to a cue, by number, such as 2=theme.flac; repeat for more. The options below apply to these sounds',
    detach: 'remove the sound from a cue',
    cue: 'change the settings of a cue’s sound',
    cueGain: 'the gain of the sound in dB (default: -6; -12 for ambience)',
    fadeIn: 'the length of the fade-in, in seconds',
    fadeOut: 'the length of the fade-out, in seconds',
    duck: 'how far to lower the sound under speech, in dB (0: no ducking)',
    attack: 'how long the sound takes to fade down before speech, in seconds',
    release: 'how long the sound takes to fade back up after speech, in seconds',
    soundFrom: 'where in the sound file to start, in seconds',
    delay: 'how long after the cue to start, in seconds',
    until:
      'when to end: next (the next cue of the same kind, or the last line of the chapter), end (the end of the file) or a number of seconds',
    loop: 'repeat the sound until the end set with --until',
    noLoop: 'play the sound once',
    licence: 'the licence of the sound file, such as “CC BY 4.0”',
    credit: 'the credit that the licence requires',
    noMusic: 'leave out music and effects',
    followPunctuation: 'make pauses longer or shorter according to punctuation (the default for new projects)',
    noFollowPunctuation: 'ignore punctuation',
    cutSilence: 'trim silence at the start and end of takes (the default for new projects)',
    noCutSilence: 'don’t trim takes',
    forStores:
      'a planned target for the book; repeat for more: {targets}. The stores’ policies on synthetic voices are printed first',
    forTarget: 'the target to compare with: {targets}',
    credits: 'add opening and closing credits from the book details, from now on',
    noCredits: 'don’t add credits',
    authorised:
      'a store that bans synthetic narration but has authorised it for this book; repeat for more. The project remembers your confirmation',
    region: 'where the book is published; none clears the choice',
    spokenDisclosure:
      'whether the opening credits start with a sentence about synthetic voices (by-rule: in the EU, if a voice is cloned)',
    watermark:
      'add an inaudible watermark to finished files; it survives most conversions, but anyone can remove it with Lectern’s source code',
    noWatermark: 'don’t add a watermark to finished files (default)',
    openingCredits: 'the text of the opening credits; title, author and narrator in braces are filled in',
    closingCredits: 'the text of the closing credits; the same fields are filled in',
    exportFormat: 'the file format: {lines} for single lines; {finished} for finished files',
    format: 'the audio format: {formats}',
    failOn: 'what causes exit status 1 in addition to failed lines: {levels}',
    groupDialogs: 'join consecutive turns of two roles into dialog lines',
    highPass: 'remove sound below this frequency in Hz from finished files',
    compress: 'compress the dynamics of finished files, gently or by a ratio such as 3',
    compressAbove: 'the compression threshold in dBFS (default: -24)',
    host: 'the address to listen on (default: 127.0.0.1)',
    signingOn: 'sign finished files',
    signingOff: 'don’t sign finished files',
    organization: 'the signer’s name in this computer’s certificate, such as a publisher; creates a new certificate',
    certificateFile: 'sign with your own certificate: a PEM file with the certificate chain, yours first',
    keyFile: 'the unencrypted private key for --certificate, as a PEM file',
    ownInstallation: 'sign with this computer’s certificate, and remove your own',
    timeStamps: 'the address of a time-stamp authority (RFC 3161), or none',
    root: 'save this computer’s root certificate to a file, for recipients who want to trust it',
    trust: 'a file with PEM certificates of issuers that you trust; repeat for more',
    verifyProject: 'also recognise files exported from this project, even on another machine; repeat for more',
    html: 'write the report to this HTML file',
    renderAs: 'the export target: {targets}',
    report: 'write the report to this JSON file',
    into: 'a project with an earlier version of the script, to update; takes are kept',
    json: 'print one JSON object on stdout',
    jsonAccount: 'print address, key and user ID as one JSON object',
    jsonArray: 'print one JSON array on stdout',
    keepHours: 'hours to keep results (default: a week)',
    limit: 'render at most n lines',
    loudness: 'the loudness of finished files, such as -19LUFS, or -20dB for the RMS level (default: the target’s)',
    maxCharacters: 'send at most n characters',
    name: 'template for file names (default: {template})',
    noSpeakHeadings: 'don’t speak headings from now on',
    wordKind: 'list only these kinds: {kinds}',
    openWords: 'list only words that are neither marked as fine nor replaced by a rule',
    narrate: 'read “CHAPTER IV.” as “Chapter four” (the default for new projects)',
    noNarrate: 'read chapter numbers as written',
    headingReadAs: 'how a heading is read, such as 3.1="The last chapter"; leave the text empty to reset it',
    notes: 'how to treat a document’s footnotes and endnotes (default: left-out)',
    notedLines:
      'which lines: noted (with notes), open (with open notes), rejected, suspicious (and not approved) or all (default: noted)',
    notesAs: 'a table, a workbook or a marked script (default: by the file’s extension, otherwise csv)',
    notesOut: 'the file to write (default: stdout)',
    acceptPickups: 'which matches to accept: only sure ones, or likely ones too',
    pickupYes: 'also accept matches that need a decision, without asking: the best line is used',
    pickupRender:
      'also render the lines of accepted rows again with other seeds; each is charged, and needs --max-characters',
    pickupMaxCharacters: 'with --render: send at most n characters',
    dryRunPickups: 'list all matches without adding notes',
    out: 'the folder for the audio',
    outOfResume: 'the folder for the audio (default: the folder used by the latest render)',
    proofChapter: 'only chapters with these numbers: 1,3,5',
    proofFailOn: 'what causes exit status 1: {levels}',
    proofMaxCharacters: 'with --retry: send at most n characters',
    proofMinScore: 'with --retry: also render takes with this score or higher, even if they aren’t suspicious',
    proofRetry:
      'render suspicious lines again with other seeds, at most n times each in total, and pick the better take; each attempt is charged',
    proofWords: 'with --json: also print when each word is spoken',
    plan: 'the plan whose limits apply: {plans} (default: none)',
    port: 'the port (default: a free one)',
    projectOfRender: 'the project folder (default: in the folder for the audio)',
    replaceApproved:
      'also render lines whose approved take is out of date; each line is charged, and the approved take is kept',
    renderMissingAudio: 'render lines again if their audio is missing or damaged; each line is charged again',
    resubmitInDoubt: 'resend lines in doubt and lost lines; they may be charged twice',
    retryFailed: 'resend lines that the service couldn’t render, up to n times; each attempt is charged',
    columns: 'the columns of a spreadsheet, by letter or title: role=B,text=Line,header=no (default: detected)',
    roomTone: 'the level of room tone in finished files in dBFS, or none (default: the target’s)',
    sampleRate: 'the sample rate of finished files in Hz (default: the target’s)',
    sections: 'the sections of a document to import, by number: 1-3,5, or all (default: as suggested; see --dry-run)',
    modelUrl:
      'with --speakers: also ask a language model at this OpenAI-compatible URL, such as http://localhost:11434/v1; LECTERN_MODEL_KEY sets its key',
    model: 'the model’s name',
    modelScope: 'which quotations to ask about: only uncertain ones, or all',
    modelConsent: 'allow parts of the book to be sent to this host',
    modelInputPrice: 'price per million tokens sent',
    modelOutputPrice: 'price per million tokens received',
    modelCurrency: 'the currency of the prices',
    modelMaxCost: 'the most that the model may cost; requires a price',
    modelRequests: 'the number of simultaneous requests',
    modelTokens: 'the maximum tokens of a request with its answer',
    speakers: 'find who speaks in a novel; quotations with a certain speaker become that role’s lines',
    speakHeadings: 'speak headings (the default for new projects)',
    accountName: 'a name for the account, such as a studio or a producer',
    accountPlan: 'the plan, which has limits per minute: {plans}',
    accountLimit:
      'override a limit of the plan: a scope ({scopes}) with requests and characters per minute, such as batch=200/350000; repeatable',
    monthlyCharacters: 'the maximum number of characters in a calendar month (UTC)',
    limitChange:
      'override a limit of the plan: a scope ({scopes}) with requests and characters per minute, such as batch=200/350000, or with the plan’s limits, such as batch=plan; repeatable',
    monthlyCharactersChange: 'the maximum number of characters in a calendar month (UTC), or none',
    newKey: 'replace the key instead, and print the new one',
    usageUser: 'only the account with this user ID',
    usageMonth: 'only this month, such as 2026-11',
    usageJobs: 'list each job that the service still has; older ones are only counted',
    database: 'the PostgreSQL database of a service on several machines, such as postgres://user:password@host/name',
    storage: 'where a service on several machines keeps audio: a shared folder, or s3://BUCKET/PREFIX',
    packs: 'a folder with voice packs',
    publicAddress: 'with --database: the URL of the load balancer',
    healthPort: 'serve /health, /ready and /metrics on this port, without credentials',
    healthHost: 'the address for --health-port (default: 127.0.0.1)',
    drainSeconds: 'how long to keep working after SIGTERM',
    upstream: 'pass lines on to the account at another service that this file names',
    speechConfig: 'a file that lists additional speech servers and programs, and their voices',
    tables: 'how to treat a document’s tables (default: left-out)',
    speedFactor: 'the simulated duration of a job, as a multiple of its audio’s length (default: 0)',
    truePeak: 'the maximum true peak of finished files in dBTP (default: the target’s)',
    webhooks: 'which webhook addresses may be called: {reaches} (default: loopback)',
  },
  help: {
    arguments: 'Arguments:',
    commands: 'Commands:',
    options: 'Options:',
    usage: 'Usage:',
    /** Placeholders for options and a command in usage lines. */
    someOptions: '[options]',
    someCommand: '[command]',
    show: 'display help for command',
    version: 'print the version and exit',
    withDefault: '{description} (default: {value})',
  },
  list: { more: '{more, number} more' },
  /** Errors in a command line; `help` is the command that explains it. */
  call: {
    invalidValue: "Option ''{flags}'' argument ''{value}'' is invalid: {reason}; see \"{help}\".",
    missingArgument: "Missing required argument ''{name}''; see \"{help}\".",
    missingOption: "Required option ''{flags}'' not specified; see \"{help}\".",
    missingValue: "Option ''{flags}'' argument missing; see \"{help}\".",
    tooMany:
      "Too many arguments for ''{command}'': expected {expected, plural, one {# argument} other {# arguments}} but got {received}: {given}; see \"{help}\".",
    unknownCommand:
      "Unknown command ''{name}''{similar, plural, =0 {} one { (Did you mean {names}?)} other { (Did you mean one of {names}?)}}; see \"{help}\".",
    unknownOption:
      "Unknown option ''{name}''{similar, plural, =0 {} one { (Did you mean {names}?)} other { (Did you mean one of {names}?)}}; see \"{help}\".",
    other: 'Invalid command; see "{help}".',
  },
  /** Why an option’s value is invalid, for use after a colon. */
  value: {
    accountLimit: 'write a scope ({scopes}), requests and characters, such as batch=200/350000 or read=none/none',
    limitChange:
      'write a scope ({scopes}), requests and characters, such as batch=200/350000, read=none/none or batch=plan',
    controlCharacters: 'it contains control characters',
    month: 'use a month such as 2026-11',
    date: 'Use a date such as 2026-11-29.',
    attach: 'write a cue’s number and a file, such as 2=theme.flac',
    amount: 'it must be a number from {least, number} to {most, number}',
    soundEnd: 'write next, end or a number of seconds up to {most, number}',
    failOn: 'one of: {levels}',
    merges: 'write each pair as name=role, such as ELIZA=ELIZABETH',
    roles: 'a name is missing; separate names with commas, such as MARA,TOM',
    aboveZero: 'it must be greater than 0',
    between: 'it must be a whole number from {min, number} to {max, number}',
    modelPrice: 'it must be a price, 0 or more',
    isbn: 'it must be an ISBN with a valid check digit',
    bookLanguage: 'it must be a language code such as en or pt-BR',
    year: 'it must be a year with four digits',
    chapterNumbers: 'use chapter numbers such as 1,3,5',
    choices: 'the choices are {choices}',
    empty: 'it is empty',
    decibels: 'it must be from {least} to {most} dB',
    formats: 'the formats are {formats}',
    textUnits: 'it must be one of {units}',
    groupings: 'it must be one of {groupings}',
    languages: 'the languages are {languages}',
    hertz: 'it must be from {least} to {most} Hz',
    ratio: 'it must be a ratio from {least} to {most}',
    loudness: 'write it like -19LUFS, or -20dB for the RMS level, from -40 to -5',
    plans: 'the plans are {plans}',
    port: 'the highest port is 65535',
    columns:
      'write it like role=B,text=Line,header=no; the keys are role, text, chapter, scene, direction, ignored and header (yes or no)',
    readAs: 'write a line number and the text, such as 3.1="The last chapter"',
    pauseBefore: 'write a line and seconds, such as 2.12=0.8',
    pauseSeconds: 'it must be from 0 to {most} seconds',
    targets: 'the targets are {targets}',
    sections: 'use section numbers such as 1-3,5, or all',
    tooLong: 'it can have up to {most, number} characters',
    retries: 'it must be between 1 and {most}',
    number: 'it must be a number',
    wholeNumber: 'it must be a whole number, 0 or more',
    zeroOrMore: 'it must be a number, 0 or more',
  },
  accounts: {
    added: 'Account “{name}” added.',
    changed: 'Account “{name}” changed. This takes effect within 5 seconds.',
    noChange: 'Specify what to change: --plan, --limit or --monthly-characters.',
    newKey: 'Account “{name}” has a new key. The previous one stops working within 5 seconds.',
    keyOnce: 'The key isn’t stored, so copy it now.',
    none: 'There are no accounts. Add one with: lectern accounts add --name NAME --plan PLAN',
    noUsage: 'No usage found.',
    revoked:
      'Account “{name}” is revoked as of {day}. Its key stops working within 5 seconds; accepted jobs are finished.',
    unknown: 'No active account has the user ID “{user}”. List them with: lectern accounts list',
    ownLimits: '{plan} (own limits)',
    quotaUsed: '{used, number} of {quota, number}',
    active: 'active',
    revokedOn: 'revoked on {day}',
    heading: {
      name: 'NAME',
      user: 'USER ID',
      plan: 'PLAN',
      quota: 'CHARACTERS THIS MONTH',
      created: 'CREATED',
      state: 'STATE',
      month: 'MONTH',
      jobs: 'JOBS',
      failed: 'FAILED',
      unfinished: 'UNFINISHED',
      characters: 'CHARACTERS',
      audio: 'AUDIO',
      streams: 'STREAMS',
      streamCharacters: 'STREAMED CHARACTERS',
      job: 'JOB',
      batch: 'BATCH',
      voice: 'VOICE',
      engine: 'ENGINE',
      outcome: 'OUTCOME',
    },
    outcome: {
      pending: 'waiting',
      in_progress: 'in progress',
      completed: 'completed',
      failed: 'failed',
    },
  },
  account: {
    addressHasMore:
      'The URL of the service at {host} can’t contain a user name, password, "?" or "#": use only the base URL, and set the account with LECTERN_API_KEY and LECTERN_USER_ID.',
    badCharacters: '{variable} contains spaces or characters that can’t be part of a key or user ID: set it again.',
    keyOfOther:
      'LECTERN_API_KEY is the key for {keyOrigin} (LECTERN_BASE_URL), so it was not sent to {origin}: set LECTERN_BASE_URL and LECTERN_API_KEY for the service you want to use.',
    noAddress: '"{address}" is not a valid service URL: use one like https://api.example.com.',
    noKey: 'There is no key for {origin}: set LECTERN_API_KEY.',
    noPlan: 'LECTERN_PLAN is "{value}", which isn’t a plan: set it to {plans}, or leave it unset.',
    noUser: 'There is no user ID for {origin}: set LECTERN_USER_ID.',
  },
  limits: {
    damaged:
      'The record of recent requests, {path}, was damaged ({reason}) and renamed to {setAsideAs}. To stay within the limits, nothing will be sent for a minute.',
    newer:
      'The record of recent requests, {path}, was saved by a newer Lectern. This run tracks the limits separately and sends nothing for a minute.',
    unusable:
      'The record of recent requests, {path}, can’t be used ({reason}). This run tracks the limits separately and sends nothing for a minute.',
  },
  packs: {
    id: 'ID',
    name: 'NAME',
    voices: 'VOICES',
    languages: 'LANGUAGES',
    languageCount: '{languages, plural, one {# language} other {# languages}}',
    recognisers: 'Speech recognisers:',
    size: 'SIZE',
    licence: 'LICENCE',
    use: 'USE',
    about: 'about {size}',
    megabytes: '{megabytes, number} MB',
    anyUse: 'any',
    noCommercialUse: 'non-commercial',
    none: 'No voice pack is installed.',
    found:
      '{name}: {voices, plural, =0 {speech recogniser} one {# voice} other {# voices}}, {size}, licence {licence}{commercial, select, yes {} other {; it can’t be used commercially}}.',
    attribution: 'Credit to publish with your work: {attribution}',
    forbidden: 'Not allowed: {use}',
    installed:
      '{kind, select, recogniser {Installed. It can now check takes.} other {Installed. Its voices are now listed.}}',
    removed: 'Removed.',
    busy: 'Another Lectern is installing or removing voice packs. Try again when it has finished.',
    notThere: 'There is no voice pack “{id}”: choose one listed by “lectern voices packs”.',
    noSource: 'There is nothing at {path}: check the name.',
    state: 'STATE',
    isInstalled: 'installed',
    hasArrived: '{size} downloaded',
    howToAdd: 'Download one with “lectern voices add ID”. Its licence is shown first.',
    ownCatalogue: 'known-packs.json in the local service’s folder is ignored, because its {where} is invalid.',
    licenceAt: 'Licence: {address}',
    toFetch: 'Download: {size} from {host}.',
    consent: 'Accept its licence and install it? (yes/no)',
    consentYes: 'yes',
    declined: 'Not installed.',
    needsConsent: 'You have to accept the licence: read it, then run the command again with --yes.',
    needsHash: 'Set the SHA-256 of the archive, 64 hexadecimal digits, with --sha256.',
    insecure: '{address} was not downloaded: use a URL that starts with https://.',
    fetching: 'Downloading {name}: {done} of {total}',
    fetchingLeft: 'Downloading {name}: {done} of {total}, {left, plural, one {# second} other {# seconds}} left',
    fetchingSome: 'Downloading {name}: {done}',
    waiting: 'Downloading {name}: connection lost, retrying…',
    unpacking: 'Unpacking {name}: {percent} %',
    checking: 'Checking {name}: {percent} %',
    stopped: 'Stopped. Run the same command to continue the download.',
    fetch: {
      unreachable:
        '{name} was not downloaded: {host} can’t be reached, or the connection keeps dropping. Run the same command to continue the download.',
      insecure: '{name} was not downloaded: its URL redirects to {host}, which is either unencrypted or this machine.',
      'web-page':
        '{name} was not downloaded: a web page was sent instead. Check whether the network requires you to sign in.',
      'wrong-size': '{name} was not downloaded: the file at {host} doesn’t have the expected size.',
      'wrong-archive':
        '{name} was not installed: the file from {host} doesn’t have the expected SHA-256. It was deleted.',
      refused: '{name} was not downloaded: {host} returned status {status}.',
      'no-room':
        '{name} was not downloaded: it needs {needed} of disk space, and {free} is free. Free some space, then try again.',
    },
    problem: {
      'no-pack':
        '{path} is not a voice pack: it’s neither a folder with pack.json nor a ZIP or .tar.bz2 archive of one.',
      malformed: '{path} can’t be used: its {where} is invalid. Ask its author for a corrected version.',
      'no-licence': '{path} can’t be used: it doesn’t state the licence of its voices (rights.licence in pack.json).',
      missing: '{path} can’t be used: its file {where} is missing or a link.',
      'wrong-size':
        '{path} can’t be used: its file {where} doesn’t have the size listed in pack.json. Download the pack again.',
      'wrong-hash':
        '{path} can’t be used: its file {where} is damaged or doesn’t match pack.json. Download the pack again.',
      unlisted: '{path} can’t be used: its file {where} isn’t listed in pack.json.',
    },
  },
  /** What voices of an export may be used for. */
  uses: {
    credits: 'Credits to publish with your work:',
    forbidden: 'Not allowed with {voice}: {use}',
    notCommercial:
      '{voice} can’t be used commercially ({licence}): {roles}, {lines, plural, one {line {numbers}} other {# lines, such as {numbers}}}. Publish it only for free, or cast another voice.',
  },
  voices: {
    age: 'AGE',
    accent: 'ACCENT',
    engine: 'ENGINE',
    synthesizer: 'SYNTHESIZER',
    gender: 'GENDER',
    id: 'ID',
    language: 'LANGUAGE',
    name: 'NAME',
    notListed: 'The service hasn’t listed its voices yet. Retrying for a while… (Press Ctrl-C to stop.)',
    refused: '{sentence} The service’s address is {origin}.',
  },
  cast: {
    aVoice: 'a voice',
    /** The effect of a cast file on lines that have takes. */
    change: {
      kept: '{takes, plural, one {Of these, # has an approved take, which is kept. To render it again, add --replace-approved.} other {Of these, # have approved takes, which are kept. To render them again, add --replace-approved.}}',
      more: 'and {lines, number} more',
      regained: '{takes, plural, one {# take is current again.} other {# takes are current again.}}',
      replaced:
        '{takes, plural, one {Of these, # has an approved take and will be rendered again.} other {Of these, # have approved takes and will be rendered again.}}',
      stale:
        'The cast file changes {roles}: {lines, plural, one {# line becomes stale. Rendering it again uses} other {# lines become stale. Rendering them again uses}} {characters, plural, one {# character} other {# characters}}.',
      stalePriced:
        'The cast file changes {roles}: {lines, plural, one {# line becomes stale. Rendering it again uses} other {# lines become stale. Rendering them again uses}} {characters, plural, one {# character} other {# characters}} ({currency} {amount}).',
    },
    engine: '{role} is cast with "{voice}", but its engine, {engine}, can’t be used in batches.',
    isFolder: 'The cast file {path} is a folder: enter the path of the file.',
    isNoFile: 'The cast file {path} is not a regular file: enter the path of the file.',
    isTooLarge: 'The cast file {path} is too large: check the path.',
    manyVoices: '{voices} voices are called "{voice}": use the ID.',
    newlyCast: 'Newly cast: {roles}.',
    roleByVoice: '{role} ({voice})',
    noFile: 'There is no cast file {path}: check the name.',
    noJson: 'The cast file {path} is not valid JSON ({why}): write it like {example}.',
    noList: 'The cast file {path} is not a list of roles: write it like {example}.',
    noVoiceForBatches:
      'None of the service’s voices can be used in batches, so roles can’t be cast: use another account or service.',
    unknownRoles: 'The cast file contains roles without lines in the script: {names}.',
    unknownError: 'unknown error',
    unknownVoice:
      '{role} is cast with the voice "{voice}", which the service doesn’t have: choose one listed by "lectern voices".',
    unreadable: 'The cast file {path} can’t be read ({code}): check the path and its permissions.',
    unusable: 'The cast file {path} can’t be used: {complaint}; write it like {example}.',
    /** What is wrong in a cast file, as `complaint` above. */
    complaint: {
      field: '{field}: {what}',
      nameless: 'a role has no name',
      neither: '{role} is neither a voice nor a voice with parameters',
      notUnderstood: 'it isn’t in a known format',
    },
  },
  disclosure: {
    notAuthorised:
      '{policy} Nothing was sent or exported. If the store has authorised synthetic narration for this book, confirm that with --authorised {target}.',
    added: 'The opening credits now start with: “{sentence}” To turn this off, use --spoken-disclosure never.',
    removed: 'The opening credits no longer mention synthetic voices.',
  },
  /** Consents to cloned voices. */
  consent: {
    refused: {
      export:
        'The export contains cloned voices without a valid consent. Nothing was exported. {voices} Import the consent (lectern consent import FILE), render the lines with another voice, or record your decision: lectern consent decide "{project}" "{voice}" --reason TEXT --by NAME',
      render:
        'Consent to a voice was withdrawn, so the voice can’t be used for new takes. Nothing was sent. {voices} Cast another voice.',
    },
    none: 'No consents are recorded on this computer.',
    record:
      '{id}  {voice}: {person}, on {givenOn}{until, select, none {} other {, until {until}}}{state, select, expired { (expired)} withdrawn { (withdrawn on {withdrawnOn})} other {}}. {purpose}',
    noClones: 'The project’s takes contain no cloned voices.',
    valid: '“{voice}” ({lines, plural, one {# line} other {# lines}}): the consent is valid.',
    notNeeded: 'The consent to “{voice}” is valid, so no decision is needed.',
    unknownVoice: 'The project’s takes contain no cloned voice “{voice}”. Cloned voices: {known}.',
    ambiguous: 'Several cloned voices are called “{voice}”. Use an ID: {known}.',
    notConsents: '{file} isn’t a consents file. Save one in the window, under Cast, with “Save consents… > As JSON”.',
    imported: '{added, plural, one {# consent} other {# consents}} added, {known, number} already recorded.',
    unknown: 'No consent has the ID “{id}”. List them with: lectern consent list',
    future: '{day} is in the future.',
    tooLong: 'Reasons and notes can have up to 500 characters, and names up to 120.',
    alreadyWithdrawn: 'This consent was already withdrawn on {day}.',
    withdrawn:
      '{person}’s consent to “{voice}” is withdrawn as of {day}. Takes by this voice are marked, and can’t be exported until you record a decision.',
  },
  /** The book’s details. An empty value removes a detail. */
  book: {
    disclosure: 'disclosure of synthetic voices',
    disclosureIs:
      '{region, select, eu {published in the EU} none {region not chosen} other {not published in the EU}}{spoken, select, always {, spoken at the start} never {, not spoken} other {, spoken if a voice is cloned and the book is published in the EU}}',
    spoken: 'spoken at the start',
    watermark: 'inaudible watermark in finished files',
    creditsLack:
      'These book details are missing, so the credits leave them out: {what}. Set them with “lectern book”, or write the credits with --opening and --closing.',
    row: '{field}: {value}',
    coverIs: '{format, select, png {PNG} other {JPEG}}, {width, number} × {height, number} pixels',
    coverName: 'cover',
    /** Why an image can’t be the cover. */
    coverProblem: {
      format: 'The cover {path} is not an intact JPEG or PNG image: choose another one.',
      'not-found': 'There is no image {path}: check the name.',
      'too-large': 'The cover {path} is larger than 10 MB: choose a smaller one.',
      'too-small': 'The cover {path} has fewer than 64 pixels per side: choose a larger one.',
      'too-many-pixels': 'The cover {path} has more than 6,000 pixels per side: choose a smaller one.',
    },
    kindName: 'kind',
    kindChanged:
      'The kind of project is now {kind}.{changed, select, none {} other { Changed: {changed}.}}{kept, select, none {} other { Kept as you set them: {kept}.}}',
    detailProblem: 'The {field} is too long: shorten it.',
    lacks: '{target} still needs: {what}',
  },
  signing: {
    isOn: '{isOn, select, yes {Finished files are signed.} other {Finished files aren’t signed.}}',
    installation: 'Certificate: this computer’s{organization, select, none {, without a name} other {, for {name}}}',
    own: 'Certificate: {name}, valid until {expires}',
    timeStamps: 'Time stamps: {url}',
    noTimeStamps: 'Time stamps: none',
    rootWritten: 'The root certificate is in {path}.',
    needsKey: '--certificate and --key must be used together.',
    rejected: 'The certificate wasn’t installed: {problems}',
    nameTooLong: 'The name is too long: use at most {characters, number} characters.',
    notAnAddress: '“{text}” isn’t a valid address: use one that starts with http:// or https://, or “none”.',
    notPem: '{path} isn’t a PEM file: it is too large, or isn’t a regular file.',
  },
  verify: {
    noCertificates:
      '{path} contains no PEM certificates, or damaged ones, or is larger than 4 MB: choose another file.',
  },
  conform: {
    progress: 'Searching for the lines: {percent, number} %',
    summary:
      '{isDryRun, select, yes {{taken, number} of {lines, plural, one {# line} other {# lines}} found. Nothing was written.} other {{taken, number} of {lines, plural, one {# line} other {# lines}} found and added as takes.}}',
    missing: '{name}: not found.',
    blocked: '{name}: found, but not added as a take. {problem}',
    noVoice:
      '{isDryRun, select, yes {Some roles have no voice yet. They get a default voice when the takes are added, because takes belong to a voice.} other {Choose a voice for these roles in Cast, then run the command again.}}',
    approvedKept: '{name}: the approved take remains the pick. To replace it, use --replace-approved.',
    doubtful: '{name}: check {start}–{end}, where the reader may have said something else.',
    repeat:
      '{name}: {isComplete, select, yes {an earlier reading} other {a false start}} at {start}–{end} wasn’t used.',
    extra: '{start}–{end} doesn’t belong to any line.',
    noChapter: 'Chapter {chapter, number} doesn’t exist or has no lines. Chapters with lines: {chapters}.',
    noLines: 'The chapter has no lines.',
    unknownLanguage: 'The language of the chapter can’t be determined: specify it with --speech-language.',
    otherText:
      'The recording doesn’t match this chapter: nearly all of its words are different. Check the number of the chapter and the language (--speech-language). Nothing was written.',
    unreadableLanguage: 'Lectern can’t find lines in recordings in this language ({language}).',
    changed: 'The recording changed while it was being searched: run the command again.',
  },
  cues: {
    none: 'The script has no cues for music or effects.',
    row: '{number, number}. {kind}, {place}: {text}',
    before: 'before line {line}',
    last: 'after the last line of the chapter',
    kind: { music: 'music', effect: 'effect', ambience: 'ambience' },
    without: 'no sound file',
    sound: '{name} ({gain, number} dB, ducked by {duck, number} dB, licence: {licence})',
    noLicence: 'not given',
    noCue: 'There is no cue {number, number}; the script has {cues, plural, one {# cue} other {# cues}}.',
    noSound: 'Cue {number, number} has no sound yet: attach one with --attach.',
    which: 'Specify the cue with --cue or --attach.',
    what: 'Specify a setting to change, such as --gain.',
    credits: 'Credits for music and effects:',
    creditLicence: '{credit} ({licence})',
  },
  snapshots: {
    none: 'No snapshots yet. Take one with --take NAME.',
    missing: 'The project has no snapshot {id}. “lectern snapshots” lists them.',
    damaged: 'Snapshot {id} is damaged. The project hasn’t changed. Restore another snapshot, or a backup.',
    restored: 'Snapshot {restored} restored. The previous state was saved as snapshot {before}.',
    lines: '{lines, plural, one {# line} other {# lines}}, {rendered, number} rendered',
    automatic: {
      'new-version': 'before the new version',
      cast: 'before the cast change',
      restore: 'before restoring a snapshot',
    },
    castOf: 'before the cast change of {role}',
  },
  drift: {
    voice:
      '{number, number}. {roles} · {voice}{parameters, select, none {} other { · {parameters}}} · {takes, plural, one {# take} other {# takes}}',
    none: 'No takes yet.',
    verdict: {
      compared:
        'No change found. The first {takes, plural, one {take is} other {# takes are}} the reference, so a change among them wouldn’t be noticed.',
      few: 'Too few takes to compare yet: a voice needs 20 takes as a reference and 8 more on another day or in another chapter.',
      'one-group':
        'Not compared yet: all takes are from the first day and chapter, so they are the reference themselves. A change among them isn’t noticed.',
    },
    accepted: 'Compared only with takes since {day}, because you accepted a change.',
    reference: 'reference',
    head: { day: 'day', chapter: 'chapter', takes: 'takes' },
    unmeasured:
      '{takes, plural, one {# take hasn’t been measured} other {# takes haven’t been measured}}: the project is read-only.',
    noChapter: 'before the first chapter',
    canaries:
      'Canary lines: {lines, plural, one {# line} other {# lines}}, {characters, plural, one {# character} other {# characters}}{priced, select, yes {, {amount, number, ::.00} {currency}} other {}}. To render them again and compare, add --yes.',
    noCanaries: 'There are no canary lines, because no line has an up-to-date take.',
    sentCanaries:
      'Rendering {lines, plural, one {# canary line} other {# canary lines}}, {characters, plural, one {# character} other {# characters}}{priced, select, yes {, {amount, number, ::.00} {currency}} other {}}.',
    openRun: 'The project has an unfinished run. Run “lectern resume” first.',
    overCap: 'The canary lines would exceed the project’s cap; nothing was sent.',
    noLine: 'There is no line {line}; use a number such as 2.12.',
    noVoice: 'There is no voice number {number}; the list has {voices, plural, one {# voice} other {# voices}}.',
    yesAlone: '--yes requires --canaries.',
    /** At the end of a run. */
    summary:
      '{voices, plural, one {# voice sounds} other {# voices sound}} different from earlier takes; for details, run: {command}',
  },
  names: {
    counts:
      '{names, plural, =0 {No name is spoken often enough to be compared.} other {{names, plural, one {# name} other {# names}} compared, spoken {occurrences, plural, one {once} other {# times}}. {odd, plural, =0 {All sound alike.} one {# sounds different from the other takes:} other {# sound different from the other takes:}}}}',
    odd: '“{name}”, line {line} ({chapter}), {roles}, at {time} in the take: {percent} % (one of {occurrences, number})',
    withoutTimes:
      '{lines, plural, one {# line with such a name wasn’t} other {# lines with such names weren’t}} compared, because the take’s word times aren’t known. Run “lectern proof” first.',
    unreadable: '{takes, plural, one {# take} other {# takes}} couldn’t be read.',
    voicesNotCompared: 'Too few repeated words to know how much these voices vary: {voices}.',
  },
  words: {
    kind: {
      name: 'name',
      foreign: 'foreign',
      number: 'number',
      abbreviation: 'abbreviation',
      homograph: 'homograph',
    },
    row: '{kind}  {word} ({count, number}){said, select, yes { → {readAs}} other {}}{status, select, fine {, fine} corrected {, replaced by a rule} other {}}',
    written: 'Hard words written to {file}',
    checked: '{checked, number} of {all, number} checked.',
  },
  headings: {
    noHeading: 'Line {line} isn’t a heading; use a number such as 3.1.',
    setting: 'chapter numbers: {isOn, select, yes {read as a narrator does} other {read as written}}',
    row: '{line}  {kind, select, same {{written}} chosen {{written} → {spoken} (entered by hand)} other {{written} → {spoken}}}',
  },
  pauses: {
    row: '{rule}: {seconds} s',
    punctuation: 'punctuation: {isFollowed, select, yes {followed} other {ignored}}',
    silentEnds: 'silence at the start and end of takes: {isCut, select, yes {trimmed} other {kept}}',
    noLine: 'There is no line {line} in the script; use a number such as 2.12.',
    setBefore: '{count, plural, one {# line has} other {# lines have}} a custom pause.',
    rule: {
      part: 'within a sentence',
      turn: 'between sentences or roles',
      paragraph: 'between paragraphs',
      scene: 'at a scene break',
      heading: 'after a heading',
      chapter: 'before a chapter',
    },
  },
  check: {
    noFile: 'There is no file {path}: check the name.',
  },
  targets: {
    copyOf: '  a copy of {target}',
    figure: '  {figure}: {bound}',
    goal: '  files: {files}',
    loudness: '  loudness: {level}',
    needs: '  needs: {fields}',
    coverNeeds:
      '  cover: {isNeeded, select, yes {needed} other {optional}}, at least {pixels, number} pixels per side{isSquare, select, yes {, square} other {}}',
  },
  script: {
    noSuchRole: 'No row in {path} starts with “{name}”. Possible role names: {names}.',
    noSpeech: '{path} contains only directions or pauses, so there is nothing to speak: add text outside brackets.',
    rolesTaken:
      'Read as roles, because these names repeatedly appear before a colon: {names}. Put a backslash before any name that isn’t a role.',
    roleTaken: '{name} ({rows, plural, one {# row} other {# rows}})',
    speakersFound:
      '{claimed, number} of {quotations, plural, one {# quotation} other {# quotations}} assigned to {roles, plural, one {# role} other {# roles}}; the narrator speaks the rest.',
    speakersOfScript: '{path} is a script that names its speakers: leave out --speakers.',
    threeRoles:
      '{path}, row {row}: a paragraph has the roles {roles}, but a line can have at most two roles. Separate them with an empty row.',
  },
  project: {
    severalScripts:
      '{path} isn’t a project folder. “lectern render” takes one script, or one or more project folders; see “{help}”.',
    scriptOption: '{option} only applies to a script, not to project folders; see “{help}”.',
    another:
      'The project {project} contains a different script, which shares hardly any lines with {script}: choose another --out or --project.',
    cantBeMade: 'The project {project} can’t be created: {folder} {what}. Choose another place with --project.',
    copied:
      'This project is a copy or was moved from another drive. It continues here, so don’t continue the original.',
    copyNotAccepted:
      'The project {project} is a copy or was moved from another drive, so nothing was sent. {lines, plural, one {# line} other {# lines}} would be sent. Lines sent from the original since then aren’t recorded here and would be charged again. Continue with the original, or accept this project with --accept-copy.',
    copyNotAcceptedYet:
      'The project {project} is a copy or was moved from another drive, so nothing was sent. Lines sent from the original since then aren’t recorded here and would be charged again. Continue with the original, or accept this project with --accept-copy.',
    defaultName: 'Script',
    noLog:
      'The drive with {path} doesn’t support a write-ahead log, so saving is slower and other commands have to wait for it. A local drive is faster.',
    synced:
      '{path} is in {by}, which copies files while Lectern writes them. This can damage the project. Move it to a folder that isn’t synchronised, or pause {by} while you work.',
    isLink: '{path} is a link: choose the project with --project.',
    acceptMissingLog:
      '{sentence} To continue without it, run “lectern resume” or “lectern render” with --accept-missing-log.',
    moved: 'This project’s folder was moved or renamed. The project continues here.',
    nothingBegun:
      'There is no run in the project {project} to resume. Run "lectern render SCRIPT --out DIR --project {project}" instead.',
    /** `own` and `other` are origins of services; `local` is the local service. */
    otherConnection:
      'The project {project} uses {own, select, local {the local service} other {{own} (user {ownUser})}}, not {other, select, local {the local service} other {{other} (user {otherUser})}}: set the project’s connection (--base-url, LECTERN_BASE_URL), or use another project.',
    otherLocalService:
      'The project used a local service on another machine or in another data folder. It continues with this local service.',
    several: '{folder} contains several projects ({names}): choose one with --project.',
  },
  repair: {
    audio:
      '{line}: the audio file of one of its takes is {problem, select, missing {missing} damaged {damaged} other {unusable}}.',
    converted:
      '{folder} has the audio of {takes, plural, one {# more take} other {# more takes}}, but only in converted or edited form, so it can’t be restored.',
    doubtAfterEnd:
      '{lines, plural, one {# line is in doubt: Lectern quit while sending it.} other {# lines are in doubt: Lectern quit while sending them.}}',
    doubtUnreadable:
      '{lines, plural, one {# line is in doubt: its request, stored in the project, can’t be read.} other {# lines are in doubt: their requests, stored in the project, can’t be read.}}',
    recovered: '{files, plural, one {# missing audio file} other {# missing audio files}} restored from an export.',
    rows: 'The database had unreadable rows for {lines, plural, one {# line} other {# lines}}. They were repaired; the original rows are kept.',
  },
  export: {
    delivered:
      '{files, plural, one {# finished file} other {# finished files}} in {folder} ({written} written, {unchanged} unchanged)',
    deliveryFormat: 'Finished files can have these formats: {formats}.',
    done: '{files, plural, one {# audio file} other {# audio files}} of {lines, plural, one {# line} other {# lines}} in {folder}',
    failed: 'Export failed, but the takes are kept. {message}',
    handedOver: '{files, plural, one {# file} other {# files}} in {folder} ({unchanged, number} unchanged)',
    inUse: 'Another Lectern has {project} open. Everything saved so far will be exported.',
    notChosenHere:
      'The project {project} exports to {folder}, but that folder wasn’t chosen on this computer: specify a folder with --out.',
    outFolder: 'The folder for the audio, {folder}, {what}: choose another --out.',
    missing: '{lines, plural, one {# line is} other {# lines are}} missing from the export:',
    outdated: '{lines, plural, one {# line is} other {# lines are}} exported with an outdated take:',
    measuring: '{done, number} of {total, number} files measured',
    timing: '{done, number} of {total, number} takes compared with the script',
    nothingToHear: 'No line has a take that can be exported.',
    onlyTimed: '--for requires --as {forms}.',
    optionNeeds: '{option} requires --as {forms}.',
    timestampsNeedWords: '--word-timestamps requires --by words.',
    epub: {
      damaged: 'The file {file} isn’t an EPUB or is damaged.',
      drm: 'The file {file} is protected by DRM, so audio can’t be added to it.',
    },
    timesOf: 'The times refer to the files for the target {target}.',
    progress: '{percent} % · {file}',
    progressLeft: '{percent} % · {file} · {left} left',
    sampleRate: 'Finished files can have these sample rates: {rates}.',
    stopping: 'Stopping the export. Run the same command to continue.',
    untitled: 'Opening',
    unknownTarget: '"{target}" can’t be exported yet: set --{option} to one of {targets}.',
  },
  spending: {
    unknownError: 'unknown error',
    unwritten: 'The file {file} could not be written ({code}).',
    written: 'Report written to {file}',
  },
  notes: {
    needsFile: 'A workbook can’t be written to stdout. Add --out FILE.',
    written:
      '{lines, plural, one {# line} other {# lines}} with {notes, plural, one {# note} other {# notes}} written to {file}',
    hidden:
      '{notes, plural, one {# note on a deleted line was left out. Restore the line to see it.} other {# notes on deleted lines were left out. Restore the lines to see them.}}',
  },
  pickups: {
    row: 'Row {row}: {text}',
    noLine: '    no matching line',
    line: '    {confidence, select, sure {line {line}} likely {probably line {line}} other {possibly line {line}}}: {words}',
    alternatives: '    or {lines}',
    added:
      '{added, plural, =0 {No notes added} one {# note added} other {# notes added}} from {file}{known, plural, =0 {} one {; # was there already} other {; # were there already}}{done, plural, =0 {} one {; # is marked as done in the list} other {; # are marked as done in the list}}',
    wouldAdd:
      '{added, plural, =0 {No notes} one {# note} other {# notes}} would be added from {file}{known, plural, =0 {} one {; # is there already} other {; # are there already}}{done, plural, =0 {} one {; # is marked as done in the list} other {; # are marked as done in the list}}',
    left: '{left, plural, one {# row needs} other {# rows need}} your decision{unmatched, plural, =0 {} other {, # without a matching line}}: open Review › Import corrections… in the app to choose the lines',
    needsMaxCharacters: 'Rendering is charged, so --render needs a limit: add --max-characters N.',
    needsRender: '--max-characters only applies to rendering: add --render.',
    wouldRender:
      '{lines, plural, =0 {No lines} one {# line} other {# lines}} would be rendered again, {characters, plural, one {# character} other {# characters}}.',
    rendered:
      '{lines, plural, =0 {No lines were} one {# line was} other {# lines were}} rendered again{failed, plural, =0 {} other {, # failed}}. The new takes are in Review; the takes that are exported don’t change.',
    leftOut: '{count, plural, one {# row isn’t a correction} other {# rows aren’t corrections}}: {rows}',
  },
  /** What `import --dry-run` prints. */
  importing: {
    /** Parts of a document outside its main text. */
    aside: {
      captions: '{count, plural, one {# caption} other {# captions}}, {state}',
      notes: '{count, plural, one {# note} other {# notes}}, {state}',
      tables: '{count, plural, one {# table} other {# tables}}, {state}',
    },
    chapter: 'chapter “{title}”: {lines, plural, one {# line} other {# lines}}',
    column: '  column {column} “{title}”: {use}',
    columnUntitled: '  column {column}: {use}',
    leftOut: 'left out',
    noColumn: '{path} has no column “{column}”; "lectern import --dry-run" lists them.',
    noSheet: '{path} has no columns, because it isn’t a spreadsheet.',
    noSection:
      '{path} has {sections, plural, =0 {no sections} one {# section} other {# sections}}, but no section {section}; "lectern import --dry-run" lists them.',
    kind: 'kind: {kind}. {suggestion}',
    /** `place` is a phrase such as “after ‘Hello.’”. */
    productionNote: 'production note {number}, {isSpoken, select, yes {spoken} other {not spoken}}: “{words}”, {place}',
    silentNotes:
      '{count, plural, one {# production note won’t be spoken} other {# production notes won’t be spoken}}: {notes}; use "--dry-run" to see where they are and "--speak-notes" to include them',
    noProductionNote:
      '{path} has {notes, plural, =0 {no production notes} one {# production note} other {# production notes}}, but no note {note}; "lectern import --dry-run" lists them.',
    read: 'read',
    role: '{name}: {lines, plural, one {# line} other {# lines}}',
    /** `evidence` is a phrase such as “a Final Draft character”. */
    roleBecause: '{name}: {lines, plural, one {# line} other {# lines}}; evidence: {evidence}',
    sheet: 'table “{name}”, {state}',
    sheetUnnamed: 'table, {state}',
    unread:
      'left out: {sections, plural, one {# section} other {# sections}} ({titles}); use "--sections" to read them',
    /** Uses of a spreadsheet column. */
    use: {
      chapter: 'chapter',
      direction: 'direction',
      ignored: 'left out',
      role: 'role',
      scene: 'scene',
      text: 'text',
    },
    section:
      'section {number} ({kind}, {characters, plural, one {# character} other {# characters}}), {state}: {title}',
    sectionBecause: '{section}; evidence: {evidence}',
    /** A notice with the number of omitted words and a sample of them. */
    withWords: '{notice} ({words, plural, one {# word} other {# words}}: “{sample}”)',
    /** Parts of a document that aren’t imported as text. */
    notice: {
      comments: 'left out: {count, plural, one {# comment} other {# comments}}',
      damaged: 'can’t be read: {count, plural, one {# damaged or missing part} other {# damaged or missing parts}}',
      credits: 'silent: {count, plural, one {# subtitle that credits} other {# subtitles that credit}} the subtitlers',
      inconsistent:
        'may be incomplete: {count, plural, one {# part doesn’t} other {# parts don’t}} have the size or checksum stated in the archive',
      deletions: 'left out: {count, plural, one {# deleted passage} other {# deleted passages}}',
      links: 'left out: {count, plural, one {# link} other {# links}}; the link texts are kept',
      macros: 'left out and not run: {count, plural, one {# macro} other {# macros}}',
      'joined-cells':
        'rejoined: the text of {count, plural, one {# row} other {# rows}} with more cells than the table has columns',
      'page-numbers': 'left out: {count, plural, one {# page number} other {# page numbers}}',
      'running-heads': 'left out: {count, plural, one {# running head or footer} other {# running heads and footers}}',
      'note-references': 'left out: {count, plural, one {# note reference} other {# note references}}',
      navigation: 'left out: {count, plural, one {# navigation list} other {# navigation lists}}',
      boilerplate:
        'left out: {count, plural, one {# part} other {# parts}} of the website around the text (such as headers, share buttons and tags)',
      'reader-comments': 'left out: {count, plural, one {# section} other {# sections}} of reader comments',
      formulas: 'left out: {count, plural, one {# formula} other {# formulas}}',
      hidden: 'left out: {count, plural, one {# hidden passage} other {# hidden passages}}',
      'pages-without-text': 'can’t be read: {count, plural, one {# page} other {# pages}} without text',
      pictures: 'left out: {count, plural, one {# picture} other {# pictures}}',
      remote: 'left out and not downloaded: {count, plural, one {# item} other {# items}} from the internet',
    },
  },
  /** Progress while a large file is read. */
  reading: {
    arranging: 'Finding chapters and roles in {path}',
    cancelled: 'Reading {path} was cancelled. Nothing was created.',
    pages: 'Reading {path}',
    pagesOf: 'Reading {path}: page {done, number} of {total, number}',
    partsOf: 'Reading {path}: part {done, number} of {total, number}',
    reading: 'Reading {path}',
    unpacking: 'Unpacking {path}',
  },
  /** Comparing takes with the script. */
  proof: {
    counts:
      '{compared, plural, one {# line} other {# lines}} compared with the script, {suspicious, number} suspicious',
    defect: 'Couldn’t compare a take: {message}',
    finding: '    {start}–{end} s  {finding} ({percent} %): {words}',
    findingHeard: '    {start}–{end} s  {finding} ({percent} %): {words}; heard: “{heard}”',
    learning:
      'Still learning the voice {voice} from its other lines: {lines, number} of {needed, number} so far. Until then, its lines are only ranked.',
    line: '  {line} · {chapter} · score {score}{approved, select, yes { · approved} other {}}',
    more: '  … and {lines, number} more; use --json to list all.',
    needsMaxCharacters: 'Each retry is charged, so --retry needs a limit: add --max-characters N.',
    needsRetry: '--max-characters and --min-score only apply to retries: add --retry N.',
    noChapter: 'There is no chapter {chapter}.',
    notCompared: '{lines, plural, one {# line wasn’t} other {# lines weren’t}} compared:',
    /** `reason` is a sentence. */
    notHeard: '{lines, plural, one {# line was} other {# lines were}} checked without the speech recogniser. {reason}',
    notRetried: {
      approved: '{lines, plural, one {# line} other {# lines}} not rendered again: already approved',
      kept: '{lines, plural, one {# line} other {# lines}} not rendered again: an older take was kept',
      retried: '{lines, plural, one {# line} other {# lines}} not rendered again: already retried as often as allowed',
      'under-way': '{lines, plural, one {# line} other {# lines}} not rendered again: a retry is in progress',
      pinned: '{lines, plural, one {# line} other {# lines}} not rendered again: the seed is pinned',
      blocked:
        '{lines, plural, one {# line} other {# lines}} not rendered again: rendering isn’t possible at the moment',
      'over-limit': '{lines, plural, one {# line} other {# lines}} not rendered again: would exceed --max-characters',
      'over-cap': '{lines, plural, one {# line} other {# lines}} not rendered again: would exceed the project’s cap',
    },
    progress: 'Comparing takes with the script: {done, number} of {total, number}',
    progressLeft: 'Comparing takes with the script: {done, number} of {total, number}, about {left} left',
    ranked: '{lines, plural, one {# other line} other {# other lines}} may differ from the script, most likely first:',
    recogniser: '{reason} Takes are still compared with the script.',
    retried:
      '{lines, plural, one {# line} other {# lines}} rendered again ({characters, plural, one {# character} other {# characters}}): {better, number} with a better take, which is picked. The earlier takes are kept.',
    retrying:
      'Rendering {lines, plural, one {# line} other {# lines}} again, {characters, plural, one {# character} other {# characters}}.',
    status:
      'These lines cause exit status 1; to ignore them, use “--fail-on never”, or accept or approve them in Review.',
    stopping: 'Stopping. The results so far are saved. (Press Ctrl-C again to quit immediately.)',
    /** After a run. The command isn’t run automatically. */
    unchecked:
      '{takes, plural, one {# new take hasn’t} other {# new takes haven’t}} been compared with the script yet. To compare {takes, plural, one {it} other {them}}: {command}',
    unclear: '{lines, plural, one {# line has} other {# lines have}} words that the speech recogniser can’t judge:',
    waiting: '{lines, plural, one {# line hasn’t} other {# lines haven’t}} been compared yet; run the command again.',
    withoutTake: '{lines, plural, one {# line has} other {# lines have}} no take yet.',
  },
  status: {
    counts:
      '{chapters, plural, one {# chapter} other {# chapters}}, {roles, plural, one {# role} other {# roles}}, {lines, plural, one {# line} other {# lines}}, {characters, plural, one {# character} other {# characters}} as sent',
    missingAudio: 'audio missing or damaged {lines}',
    project: '{name}: {folder}',
    rendered: 'fresh {fresh} · stale {stale} · not rendered {unrendered}',
    service: 'in flight {inFlight} · failed {failed} · in doubt {inDoubt} · lost {lost}',
  },
  line: {
    named: 'Line {number} ({roles}, “{words}”)',
    numbered: 'Line {number}',
    range: '{first}–{last}',
    many: 'Lines {ranges} ({lines, number} in all)',
    problem: {
      noVoice: 'No voice has been chosen for {roles}.',
      nothingToSpeak: 'It has no text to speak.',
      other: 'It can’t be rendered.',
      pronunciation:
        'Pronunciation rule {rule} (“{from}”) makes it longer than {limit} characters: change that rule or the earlier rules whose results it expands.',
      threeRoles: 'It has more than two roles ({roles}): split it into paragraphs with one or two roles.',
      tooLong: 'It has {characters} characters, more than the limit of {limit}.',
    },
    warning: {
      prefixInText: '{role}’s text contains the turn prefix “{prefix}”, so the service may read it as a new turn.',
      prefixesOverlap: 'The turn prefixes “{first}” and “{second}” contain each other: choose others.',
      rolesDiffer:
        '{first} and {second} differ in {parameters}, which apply to a whole dialog line. {first}’s values are used.',
    },
  },
  plan: {
    blocked:
      '{lines, plural, one {# line can’t be rendered; the reason is listed at the end} other {# lines can’t be rendered; the reasons are listed at the end}}.',
    missingAudio:
      '{lines, plural, one {# line was} other {# lines were}} rendered before, but the audio is missing or damaged. They won’t be rendered again unless you agree to be charged again.',
    nothing: 'Nothing to render: {lines, plural, one {# line is} other {# lines are}} fresh.',
    onPlan: '{plan} {time}',
    others: 'On the other plans: {plans}.',
    paidAgain:
      '{lines, plural, one {# line} other {# lines}} will be rendered and charged again, because the audio is missing or damaged.',
    toRender:
      'To render: {lines, plural, one {# line} other {# lines}}, {characters, plural, one {# character} other {# characters}}.',
    toRenderWithin:
      'To render: {lines, plural, one {# line} other {# lines}}, {characters, plural, one {# character} other {# characters}}, {batches, plural, one {# batch} other {# batches}}; the last batch will be sent in {time}.',
    withService: '{lines, plural, one {# line is} other {# lines are}} already in flight.',
  },
  run: {
    project: 'Project {project}',
    bar: '{bar} {percent} %  {progress}.',
    batchInDoubt:
      'A batch of {lines, plural, one {# line} other {# lines}} is in doubt and won’t be resent automatically: {message}',
    characters: '{used, number} of {limit, number} characters',
    failed: '{lines, number} failed',
    failedAgain: '{line} failed: {message} Resending it.',
    failedFinally: '{line} failed: {message}',
    finishing: 'Finishing.',
    inDoubt: '{lines, number} in doubt',
    lastLines: 'Waiting for the last lines.',
    firstLines: 'Waiting for the first lines.',
    lost: '{lines, number} lost',
    linesLost: '{lines, plural, one {# line was} other {# lines were}} lost: {message}',
    linesUnfinished: '{lines, plural, one {# line remains} other {# lines remain}} in flight: {message}',
    minute: 'This minute: {used}.',
    progress: '{rendered, number} of {total, plural, one {# line} other {# lines}} rendered',
    requests: '{used, number} of {limit, number} requests',
    row: '{parts}.',
    sentAgain: '{lines, plural, one {# lost line} other {# lost lines}} resent.',
    stopping:
      'Stopping. Nothing more will be sent, and lines already sent are being recorded. (Press Ctrl-C again to quit immediately.)',
    stops: 'The run stopped: {message}',
    timeLeft: 'About {time} left.',
    waitRefused: 'The service asked Lectern to wait (rate limit reached). Continuing in {time}.',
    waitUnknown: 'It’s unknown what was sent in the last minute. Continuing in {time}.',
    waiting: {
      budget: '{message} Retrying for up to {time}.',
      doubt: '{message} The next batch will be sent in {time}.',
      rateLimited: '{message} Continuing in {time}.',
      noAnswer: 'The service isn’t replying clearly.',
      refuses: 'The service’s rate limit is reached (429).',
      unknown: 'Waiting.',
    },
  },
  outcome: {
    approved: 'Its approved take is out of date; to render the line again, use --replace-approved.',
    files: '{files, plural, one {# audio file} other {# audio files}} in {folder}',
    inDoubt: 'In doubt: the service may have received this line and may charge for it.',
    lost: 'Lost: {reason}',
    missingAudio: 'Its audio is missing or damaged; if you render the line again, you’ll be charged again.',
    notSent: 'Not sent: {why}',
    notThere: 'The service no longer has this line.',
    row: '  {line}: {reason}',
    /** `total` is the sentence below. */
    stopped: 'Stopped · {rendered, number} of {lines, plural, one {# line} other {# lines}}. {total}',
    total:
      '{rendered, plural, one {# line} other {# lines}} rendered, {reused, number} reused, {failed, number} failed, {inDoubt, number} in doubt, {lost, number} lost: {characters, plural, one {# character} other {# characters}} in {batches, plural, one {# batch} other {# batches}}, {time}.',
    unfinished: 'Still in flight: {reason}',
  },
  /** Takes that a producer should listen to before exporting. */
  suspicious: {
    advice: 'Listen to these takes in Review, approve the good ones and render the others again.',
    allApproved:
      '{takes, plural, one {The only suspicious take is approved.} other {All # suspicious takes are approved.}}',
    measuring: 'Measuring {takes, plural, one {# take} other {# takes}}.',
    status: 'Suspicious takes cause exit status 1; use “--fail-on never” to accept them.',
    total:
      '{takes, plural, one {# take looks suspicious} other {# takes look suspicious}}{approved, plural, =0 {} one { (# more is approved)} other { (# more are approved)}}.',
    unmeasured:
      '{takes, plural, one {# take hasn’t been measured yet} other {# takes haven’t been measured yet}}; to check for suspicious takes, export the project or open it in the window.',
  },
  /** What to do next; `command` does it. */
  advice: {
    capOfProject: 'To render the lines beyond the cap, raise the project’s cap in the window, then run: {command}',
    capOfRun:
      'To render the lines beyond the cap, run “lectern render” again with a higher --max-characters, or without it.',
    capInCurrency:
      'To render the lines beyond the cap, set the project’s cap in the currency of the price, then run: {command}',
    confirm: 'To render lines whose approved take is out of date, run “lectern render” again with --replace-approved.',
    edit: 'To render the blocked lines, change the script or the cast, then run “lectern render” again.',
    interrupted: 'Interrupted. Nothing is lost. To continue: {command}',
    left: '{lines, plural, one {# line of the script remains} other {# lines of the script remain}}: “lectern render” renders lines without a take.',
    missingAudio:
      'Put the missing audio back into the project’s takes folder, or render it again (charged again): {command} --render-missing-audio',
    moved: '{message} To continue: {command}',
    movedAway: '{message} To continue, run “lectern resume” with the folder’s new path.',
    resubmit: 'To resend lines in doubt and lost lines (may be charged twice): {command} --resubmit-in-doubt',
    resume: 'To download the remaining audio and send the unsent lines: {command}',
    retry: 'To resend failed lines (may be charged again): {command} --retry-failed 1',
    stopped: '{message} Once that is fixed, continue with: {command}',
  },
  error: {
    failedDrive: 'The drive with {place} reported an error: check the drive, then run the command again.',
    fullDisk: 'The disk with {place} is full: free some space, then run the command again.',
    internal: 'internal error; no saved data is lost. Please report this:\n{details}',
    longName: 'The name {place} is too long: use a shorter one.',
    isFolder: '{place} is a folder: choose a file.',
    noFolder: '{place} is not a folder, or is inside a file: choose another folder.',
    notThere: '{place} doesn’t exist: check the path.',
    noWorkingFolder: 'The current folder was deleted: change to another folder, then run the command again.',
    upstreamAlone:
      '--upstream can’t be combined with --speech-config, --packs or --drain-seconds: start another worker with these options.',
    databaseMissing: 'Name the PostgreSQL database with --database or {variable}.',
    sharedServicePackaged:
      'The packaged application runs the service on a single machine only: to use a database, install Lectern with npm.',
    sharedServiceOption: 'With --database or {variable}, {option} can’t be used: leave it out.',
    sharedServiceStorage:
      'With --database or {variable}, --storage is needed: specify the folder or bucket for audio files.',
    singleServiceOption:
      '{option} needs a service on several machines: name its database with --database or {variable}, or leave {option} out.',
    refused: '{place} can’t be used ({code}): check the path and its permissions.',
    theFolder: 'the folder',
    tooManyFiles: 'Too many files are open on this computer: close some programs, then run the command again.',
    unwritable: '{place} can’t be written to: choose another folder, or make it writable.',
    unwrittenResult: 'The result could not be written to standard output ({code}).',
  },
  /** What is wrong with a folder, after its name. `above`: the problem is with a folder above it, `path`. */
  folder: {
    'no-folder': '{above, select, yes {can’t be created, because {path} is not a folder} other {is not a folder}}',
    'read-only':
      '{above, select, yes {can’t be created, because {path} is on a read-only drive} other {is on a read-only drive}}',
    'no-permission':
      '{above, select, yes {can’t be created, because you don’t have permission to write to {path}} other {can’t be written to, because you don’t have permission}}',
    'no-storage':
      '{above, select, yes {can’t be created, because the system doesn’t store files in {path}} other {is in a place where the system doesn’t store files}}',
    unusable: 'can’t be used ({code})',
  },
  time: {
    hours: '{hours} h {minutes, number, ::00} min',
    minutes: '{minutes} min {seconds, number, ::00} s',
    seconds: '{seconds} s',
  },
  /** Questions to a language model about who speaks. */
  model: {
    needsUrl: '--model requires --model-url URL.',
    needsSpeakers: '--model-url requires --speakers and --project DIR or --dry-run.',
    needsName: 'Choose a model with --model. {origin} has {models}{more, plural, =0 {} other { and # more}}.',
    needsConsent: 'Nothing was sent. To allow parts of the book to be sent there, add --model-consent {host}.',
    capNeedsPrice: '--model-max-cost requires --model-input-price or --model-output-price.',
    keyOfOther: 'LECTERN_MODEL_KEY is for {keyOrigin} and was not sent to {origin}: change or unset LECTERN_MODEL_URL.',
    stopping: 'Stopping. Answers received so far are kept.',
    interrupted:
      'Stopped. Nothing was imported. If you run the same command again, it asks only the remaining questions.',
    waiting: 'The server asked to wait {seconds, plural, one {# second} other {# seconds}}.',
    progress: '{done, number} of {requests, plural, one {# request} other {# requests}} answered.',
  },
  /** Comparison of a new version of a script with the project’s version. */
  version: {
    rolesAreKept: '--read-as, --roles and --merge work only for new projects, so they can’t be used with --into.',
    kindIsKept: 'A new version doesn’t change the kind of project. To change it, use “lectern book DIR --kind”.',
    whichProject: 'Use either --project DIR to create or update a project, or --into DIR to compare first.',
    needsInto: '--chapters, --compare and --take-new require --into DIR.',
    summary:
      '{changed, plural, =0 {No chapters change} one {# chapter changes} other {# chapters change}}, {same, plural, =0 {none stay as they are} one {# stays as it is} other {# stay as they are}}.',
    noEdit:
      'The comparison has {edits, plural, =0 {no edited paragraphs} one {# edited paragraph} other {# edited paragraphs}}, but no number {number}; see --compare.',
    editsUnknown:
      'This project has no record of edits since the import, so the new version replaces every changed paragraph.',
    edit: 'edited paragraph {number}, in chapter {chapter}: {kept, select, yes {kept; use "--take-new {number}" to replace it} other {replaced}}',
    editMine: '   yours: {text}',
    editNew: '   new: {text}',
    missing: '(not in this version)',
    effect:
      '{stale, plural, =0 {No lines become stale} one {# line becomes stale} other {# lines become stale}}{removed, plural, =0 {} one {, # rendered line is removed} other {, # rendered lines are removed}}. {kept, plural, =0 {No takes are kept} one {# take is kept} other {# takes are kept}}{approved, plural, =0 {} one {; # approved take is affected} other {; # approved takes are affected}}.',
    editsReplaced:
      '{count, plural, one {# paragraph that was edited in Lectern was replaced} other {# paragraphs that were edited in Lectern were replaced}} by the file’s text. The previous state is snapshot {snapshot}. To keep edits, use “lectern import FILE --into DIR”.',
    noChapter:
      'The comparison has {chapters, plural, one {# chapter} other {# chapters}}, but no chapter {number}; see --compare.',
    untitled: 'before the first chapter',
    change: {
      same: 'unchanged',
      changed: 'changed',
      added: 'added',
      removed: 'removed',
    },
    chapter: '{number}. {title}: {what}{moved, select, yes {, moved} other {}}',
    paragraphs: '   paragraphs: {changed} changed, {added} added, {removed} removed, {moved} moved',
    takesLost: '   {lines, plural, one {# rendered line is} other {# rendered lines are}} no longer in the script',
    notesLost:
      '   {notes, plural, one {# note is on a line that is} other {# notes are on lines that are}} no longer in the script',
    renamed: '{from} is now called {into} and keeps its voice.',
  },
} as const;
