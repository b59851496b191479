// What the command line says, in English. ICU MessageFormat: https://unicode-org.github.io/icu/userguide/format_parse/messages
// Commands, options and names of variables stay as they are in every language.

export const messages = {
  about: 'Turns scripts into finished audio through a text-to-speech service.',
  command: {
    book: 'show or set what the book says of itself: title, authors, cover and the like',
    check: 'measure finished audio files and compare them with a target’s figures; any program’s files will do',
    pauses: 'show or set the pauses of a project',
    export: 'export a project’s audio; renders nothing',
    import: 'make a project of a script, or bring a project up to date with it; renders nothing',
    render: 'render what is not fresh of a script, and export its audio',
    report: 'say what a project has spent',
    resume: 'finish what a run left open',
    serve: 'run the local service alone, until Ctrl-C',
    status: 'say how far a project is',
    targets: 'list what can be delivered, with the figures of each',
    voices: 'list the voices of the service',
    voicesAdd: 'install a voice pack for the local service: from the catalogue, an address, a folder or an archive',
    voicesPacks: 'list the voice packs of the local service, and what they may be used for',
    voicesRemove: 'remove a voice pack from the local service',
  },
  argument: {
    pack: 'a folder, a ZIP or .tar.bz2 archive, an address with --sha256, or the ID of a pack of the catalogue (“lectern voices packs --known”)',
    packId: 'the pack’s identifier, as “lectern voices packs” lists it',
    audioFiles: 'finished audio files: MP3, WAV, FLAC or Ogg',
    project: 'the project folder',
    projectOfTargets: 'a project whose own targets are listed, too',
    script: 'the script or manuscript: text, Markdown, EPUB, Word, PDF and others',
  },
  option: {
    packSha256: 'the SHA-256 of the archive at an address: 64 hexadecimal digits',
    packYes: 'accept the licence that is shown, without being asked',
    packsKnown: 'list the packs that can be fetched instead, with the size of their download',
    merge: 'spellings of one role: ELIZA=ELIZABETH,LIZZY=ELIZABETH',
    roles: 'the roles, parted by commas; other names before colons are words (default: as suggested; see --dry-run)',
    readAs: 'whether it is read as a script or as prose (default: as it looks)',
    acceptCopy: 'go on with a copy; what was sent from the original since then may be paid again',
    acceptMissingLog: 'go on although project.db-wal is missing or damaged; what it recorded may be paid for again',
    allowMissing: 'end with status 0 although lines are left out of the export',
    allowStale: 'export an older take where a line has no fresh one',
    as: 'what to make: {targets}',
    timesOf: 'with {forms}: the target whose files they are for (default: {target})',
    author: 'an author; again for another one',
    baseUrl: 'the service to use; without one, the local service (LECTERN_BASE_URL)',
    bitrate: 'kbit/s of finished files (default: the target’s)',
    by: 'add up by: {groupings}',
    byteOrderMark: 'begin the file with what Excel needs to take it for UTF-8',
    bookDescription: 'the description',
    copyright: 'the copyright line, such as “© 2026 Ada Smith”',
    cover: 'a JPEG or PNG, which is copied into the project',
    language: 'the language of what is said: {languages} (default: the system’s; LECTERN_LANGUAGE)',
    isbn: 'the ISBN, of ten or thirteen digits',
    bookLanguage: 'the language, such as en or pt-BR',
    narrator: 'a narrator; again for another one',
    publisher: 'the publisher',
    series: 'the series',
    seriesNumber: 'the number in the series',
    subtitle: 'the subtitle',
    title: 'the title (default: the project’s name)',
    year: 'the year of this edition',
    cast: 'a JSON file: role to voice, or to voice and parameters',
    chapters: 'with --into: take over only these chapters, by their numbers in the comparison, such as 1,3,5',
    compare: 'with --into: say what would change, and change nothing',
    csv: 'write it into this file as CSV',
    captions: 'what is done with captions of a document (default: left-out)',
    noEmphasis: 'leave out what a document stresses in italics or bold, rather than marking it: *never*',
    data: 'where it keeps jobs, audio and account (default: the application’s data folder)',
    dryRun: 'print what a new project would be, and write nothing',
    before: 'the pause before a line, such as 2.12=0.8; an empty one is the usual again',
    preset: 'all pauses at once: {presets}',
    pause: 'seconds {rule}',
    cutSilence: 'cut the silence at the ends of takes, which is how new projects are set',
    noCutSilence: 'leave takes as long as they are',
    forStores:
      'a target that the book is for, again for another one: {targets}; what stores say of synthetic voices is told first',
    forTarget: 'whose figures: {targets}',
    credits: 'add opening and closing credits of the book’s details; the project keeps that',
    noCredits: 'add no credits',
    openingCredits: 'the words of the opening credits; title, author and narrator in braces are filled in',
    closingCredits: 'the words of the closing credits, likewise',
    exportFormat: 'the files’ format: of single lines {lines}; of finished files {finished}',
    format: 'the audio’s format: {formats}',
    failOn: 'what besides failed lines ends with status 1: {levels}',
    groupDialogs: 'join consecutive turns of two roles into dialog lines',
    highPass: 'take sound below this many Hz out of finished files',
    compress: 'bring loud sounds of finished files nearer to quiet ones, gently, or by a ratio such as 3',
    compressAbove: 'compress what is louder than this many dBFS (default: -24)',
    host: 'the address to listen on (default: 127.0.0.1)',
    html: 'write the report into this file as a page',
    renderAs: 'what is made at the end: {targets}',
    report: 'write the report into this file as JSON',
    into: 'a project that has an earlier version of the script: it takes this one over and keeps its takes',
    json: 'print one JSON object on stdout',
    jsonAccount: 'print address, key and user as one JSON object',
    jsonArray: 'print them as one JSON array on stdout',
    keepHours: 'how long results are kept (default: a week)',
    limit: 'render at most n lines of what is not fresh',
    loudness: 'of finished files, such as -19LUFS, or -20dB for the RMS level (default: the target’s)',
    maxCharacters: 'send at most n characters',
    name: 'names of the files (default: {template})',
    noSpeakHeadings: 'leave headings silent from now on',
    notes: 'what is done with footnotes and endnotes of a document (default: left-out)',
    out: 'the folder for the audio',
    outOfResume: 'the folder for the audio (default: where the latest render was to put it)',
    plan: 'the limits of its account: {plans} (default: none)',
    port: 'the port (default: a free one)',
    projectOfRender: 'the project folder (default: inside the folder for the audio)',
    replaceApproved:
      'also render lines again whose approved take no longer matches; each is paid for, and the approved take is kept',
    renderMissingAudio: 'render lines again whose audio is missing or damaged, each paid again',
    resubmitInDoubt: 'send again what is in doubt or lost, which may be charged twice',
    retryFailed: 'send lines that the service failed again, up to n times, each paid',
    columns:
      'what the columns of a spreadsheet are, by letters or titles: role=B,text=Line,header=no (others stay as they are guessed)',
    roomTone: 'dBFS of faint room tone beneath finished files, or none (default: as the target has it)',
    sampleRate: 'Hz of finished files (default: the target’s)',
    sections:
      'which sections of a document are read, by their numbers: 1-3,5, or all (default: as suggested; see --dry-run)',
    modelUrl:
      'with --speakers: ask a language model too, at an OpenAI-compatible address such as http://localhost:11434/v1; a key comes from LECTERN_MODEL_KEY',
    model: 'the model’s name',
    modelScope: 'which quotations it is asked about: those that the rules leave doubtful, or all',
    modelConsent: 'agree that parts of the book are sent to this host',
    modelInputPrice: 'price per million tokens sent',
    modelOutputPrice: 'price per million tokens received',
    modelCurrency: 'currency of the prices',
    modelMaxCost: 'most that asking may cost; it needs a price',
    modelRequests: 'requests at once',
    modelTokens: 'most tokens of a request and its answer',
    speakers: 'find who speaks in a novel: quotations become lines of roles where that is certain',
    speakHeadings: 'speak headings, which is how new projects are set',
    speechConfig: 'voices from elsewhere: which servers and programs speak, and as whom',
    tables: 'what is done with tables of a document (default: left-out)',
    speedFactor: 'how long a job pretends to take, in lengths of its audio (default: 0)',
    truePeak: 'the highest peak of finished files in dBTP (default: the target’s)',
    webhooks: 'which addresses are called: {reaches} (default: loopback)',
  },
  help: {
    arguments: 'Arguments:',
    commands: 'Commands:',
    options: 'Options:',
    usage: 'Usage:',
    /** Where options and a command may stand in a call. */
    someOptions: '[options]',
    someCommand: '[command]',
    show: 'display help for command',
    version: 'print the version and exit',
    withDefault: '{description} (default: {value})',
  },
  /** A call that is not understood; `help` is the command that explains it. */
  list: { more: '{more, number} more' },
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
    other: 'The call is not understood; see "{help}".',
  },
  /** Why a value of an option is invalid: what follows a colon. */
  value: {
    failOn: 'one of: {levels}',
    merges: 'each is a name, =, and the name that it stands for, such as ELIZA=ELIZABETH',
    roles: 'a name is missing: names, parted by commas, such as MARA,TOM',
    aboveZero: 'it must be above 0',
    between: 'it must be a whole number from {min, number} to {max, number}',
    modelPrice: 'it must be a price, 0 or more',
    isbn: 'it must be an ISBN with a right check digit',
    bookLanguage: 'it must be a language like en or pt-BR',
    year: 'it must be a year of four digits',
    chapterNumbers: 'give numbers of chapters, such as 1,3,5',
    choices: 'the choices are {choices}',
    empty: 'it is empty',
    decibels: 'give dB from {least} to {most}',
    formats: 'the formats are {formats}',
    groupings: 'it must be one of {groupings}',
    languages: 'the languages are {languages}',
    hertz: 'give Hz from {least} to {most}',
    ratio: 'give a ratio from {least} to {most}',
    loudness: 'give it as -19LUFS, or as -20dB for the RMS level, from -40 to -5',
    plans: 'the plans are {plans}',
    port: 'the highest port is 65535',
    columns:
      'give columns like role=B,text=Line,header=no; there are role, text, chapter, scene, direction, ignored and header=yes or no',
    pauseBefore: 'give a line and seconds, such as 2.12=0.8',
    pauseSeconds: 'give seconds from 0 to {most}',
    targets: 'the targets are {targets}',
    sections: 'give numbers of sections like 1-3,5, or all',
    tooLong: 'it may have {most, number} characters at most',
    wholeNumber: 'it must be a whole number, 0 or more',
    zeroOrMore: 'it must be a number, 0 or more',
  },
  account: {
    addressHasMore:
      'The address of the service at {host} may hold no user name, password, "?" or "#": give the address alone, and the account with LECTERN_API_KEY and LECTERN_USER_ID.',
    badCharacters: '{variable} holds blanks or characters that no key or user id has: set it again.',
    keyOfOther:
      'LECTERN_API_KEY is the key for {keyOrigin} (LECTERN_BASE_URL), so it was not sent to {origin}: set LECTERN_BASE_URL and LECTERN_API_KEY to the service that you want to use.',
    noAddress: '"{address}" is no address of a service: give one like https://api.example.com.',
    noKey: 'There is no key for {origin}: set LECTERN_API_KEY.',
    noPlan: 'LECTERN_PLAN is "{value}", which is no plan: set it to {plans}, or leave it unset.',
    noUser: 'There is no user id for {origin}: set LECTERN_USER_ID.',
  },
  limits: {
    damaged:
      'The record of what was sent lately, {path}, was damaged ({reason}) and is kept as {setAsideAs}; nothing leaves for a minute, so that no limit is passed.',
    newer:
      'The record of what was sent lately, {path}, was made by a newer Lectern; this run keeps to the limits alone, and its first minute is waited out.',
    unusable:
      'The record of what was sent lately, {path}, can’t be used ({reason}); this run keeps to the limits alone, and its first minute is waited out.',
  },
  packs: {
    id: 'ID',
    name: 'NAME',
    voices: 'VOICES',
    size: 'SIZE',
    licence: 'LICENCE',
    use: 'USE',
    about: 'about {size}',
    megabytes: '{megabytes, number} MB',
    anyUse: 'any',
    noCommercialUse: 'not commercial',
    none: 'No voice pack is installed.',
    found:
      '{name}: {voices, plural, one {# voice} other {# voices}}, {size}, licence {licence}{commercial, select, yes {} other {; its voices may not be used commercially}}.',
    attribution: 'Name with what you publish: {attribution}',
    forbidden: 'Forbidden: {use}',
    installed: 'Installed. Its voices are listed from now on.',
    removed: 'Removed.',
    busy: 'Voice packs are being installed or removed elsewhere. Try again when that has ended.',
    notThere: 'There is no voice pack “{id}”: choose one that “lectern voices packs” lists.',
    noSource: 'There is nothing at {path}: check the name.',
    state: 'STATE',
    isInstalled: 'installed',
    hasArrived: '{size} have arrived',
    howToAdd: 'Fetch one with “lectern voices add ID”: its licence is shown first.',
    ownCatalogue:
      'known-packs.json in the local service’s folder is not used: its {where} is not what a catalogue may have.',
    licenceAt: 'Licence: {address}',
    toFetch: 'Download: {size} from {host}.',
    consent: 'Accept its licence and install it? (yes/no)',
    consentYes: 'yes',
    declined: 'Not installed.',
    needsConsent: 'Its licence has to be accepted: read it, and call again with --yes.',
    needsHash: 'Give the SHA-256 of the archive with --sha256: 64 hexadecimal digits.',
    insecure: '{address} is not fetched: give an address that begins with https://.',
    fetching: 'Fetching {name}: {done} of {total}',
    fetchingLeft: 'Fetching {name}: {done} of {total}, {left, plural, one {# second} other {# seconds}} left',
    fetchingSome: 'Fetching {name}: {done}',
    waiting: 'Fetching {name}: the connection was lost; trying again…',
    unpacking: 'Unpacking {name}: {percent} %',
    checking: 'Checking {name}: {percent} %',
    stopped: 'Stopped. What has arrived stays, and the same command goes on with it.',
    fetch: {
      unreachable:
        '{name} was not fetched: {host} can’t be reached, or the connection breaks off. What has arrived stays; the same command goes on with it.',
      insecure: '{name} was not fetched: its address leads on to {host}, without encryption or to this machine.',
      'web-page':
        '{name} was not fetched: a web page came in its place. Check whether the network wants you to sign in.',
      'wrong-size': '{name} was not fetched: the file at {host} has another size than the one that was meant.',
      'wrong-archive':
        '{name} was not installed: what came from {host} has another SHA-256 than the one that was meant. It was deleted.',
      refused: '{name} was not fetched: {host} answers with status {status}.',
      'no-room':
        '{name} was not fetched: it needs {needed} on the drive, where {free} are free. Make room and call again.',
    },
    problem: {
      'no-pack':
        '{path} is no voice pack: it has no pack.json, and is no ZIP or .tar.bz2 archive of a folder with one.',
      malformed:
        '{path} is not used: its {where} is not what a voice pack may have. Ask who made it for one that is right.',
      'no-licence':
        '{path} is not used: it does not say what its voices may be used for (rights.licence in pack.json).',
      missing: '{path} is not used: its file {where} is missing, or is a link.',
      'wrong-size': '{path} is not used: its file {where} has another size than was listed. Fetch it again.',
      'wrong-hash': '{path} is not used: its file {where} is damaged or another one than was listed. Fetch it again.',
      unlisted: '{path} is not used: its file {where} is not among those that pack.json lists.',
    },
  },
  /** What voices of an export may be used for. */
  uses: {
    credits: 'Name with what you publish:',
    forbidden: 'Forbidden with {voice}: {use}',
    notCommercial:
      '{voice} may not be used commercially ({licence}): {roles}, {lines, plural, one {line {numbers}} other {# lines, such as {numbers}}}. Publish it for free only, or cast another voice.',
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
    checkAddress: '{sentence}; check the base address ({origin}).',
    notListed: 'The service has not listed its voices yet; it is asked again for a while. (Ctrl-C ends this.)',
    refused: '{sentence} ({origin}).',
  },
  cast: {
    aVoice: 'a voice',
    engine: '{role} is cast with "{voice}", a voice of the engine {engine}, which batches do not take.',
    isFolder: 'The cast file {path} is a folder: name the file itself.',
    isNoFile: 'The cast file {path} is not a regular file: name the file itself.',
    isTooLarge: 'The cast file {path} is too large to be one: name the file itself.',
    manyVoices: '{voices} voices are called "{voice}": give the identifier.',
    noFile: 'There is no cast file {path}: check the name.',
    noJson: 'The cast file {path} is not valid JSON ({why}): write it like {example}.',
    noList: 'The cast file {path} is no list of roles: write one like {example}.',
    noVoiceForBatches:
      'The service lists no voice that can be used in batches, so no role can be cast: use another account or service.',
    unknownRoles: 'The cast file names {names}, who has no line in the script.',
    unknownError: 'unknown error',
    unknownVoice:
      '{role} is cast with the voice "{voice}", which the service does not have: choose one that "lectern voices" lists.',
    unreadable: 'The cast file {path} can’t be read ({code}): check it and its permissions.',
    unusable: 'The cast file {path} can’t be used: {complaint}; write it like {example}.',
    /** What is wrong in a cast file: what stands for `complaint`. */
    complaint: {
      field: '{field}: {what}',
      nameless: 'a role has no name',
      neither: '{role} is neither a voice nor a voice with parameters',
      notUnderstood: 'it is not understood',
    },
  },
  /** What the book says of itself; an empty value takes a detail away. */
  book: {
    creditsLack:
      'The credits leave out what the book details don’t have: {what}. Set them with “lectern book”, or word the credits with --opening and --closing.',
    row: '{field}: {value}',
    coverIs: '{format, select, png {PNG} other {JPEG}}, {width, number} × {height, number} pixels',
    coverName: 'cover',
    /** Why a picture is no cover. */
    coverProblem: {
      format: 'The cover {path} is neither a whole JPEG nor a whole PNG: give another one.',
      'not-found': 'There is no picture {path}: check the name.',
      'too-large': 'The cover {path} is larger than 10 MB: give a smaller one.',
      'too-small': 'The cover {path} has fewer than 64 pixels a side: give a larger one.',
      'too-many-pixels': 'The cover {path} has more than 6,000 pixels a side: give a smaller one.',
    },
    detailProblem: 'The {field} is too long: shorten it.',
    lacks: '{target} still needs: {what}',
  },
  pauses: {
    row: '{rule}: {seconds} s',
    silentEnds: 'silence at the ends of takes: {isCut, select, yes {cut} other {kept}}',
    noLine: 'There is no line {line} in the script; give a number such as 2.12.',
    setBefore: '{count, plural, one {# pause is} other {# pauses are}} set by hand.',
    rule: {
      part: 'between two lines of a paragraph',
      turn: 'where another role speaks',
      paragraph: 'between paragraphs',
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
    goal: '  made as: {files}',
    loudness: '  made as loud as: {level}',
    needs: '  needs: {fields}',
    coverNeeds:
      '  cover: {isNeeded, select, yes {needed} other {optional}}, at least {pixels, number} pixels a side{isSquare, select, yes {, square} other {}}',
  },
  script: {
    noSuchRole: '{path} has no row that begins with “{name}”. Names that could be roles: {names}.',
    noSpeech: '{path} has nothing in it to speak, only directions or pauses: add rows that are not in brackets.',
    rolesTaken: 'Taken for roles, since they repeat before a colon: {names}. Put a backslash before any that is none.',
    roleTaken: '{name} ({rows, plural, one {# row} other {# rows}})',
    speakersFound:
      '{claimed, number} of {quotations, plural, one {# quotation} other {# quotations}} went to {roles, plural, one {# role} other {# roles}}; the narrator keeps the rest.',
    speakersOfScript: '{path} is a script, which names its speakers itself: leave out --speakers.',
    threeRoles:
      '{path}, row {row}: a paragraph has the roles {roles}, and one line takes two at most: put an empty row between them.',
  },
  project: {
    another:
      'The project {project} holds another script: hardly a line of {script} is in it; give another --out, or a --project of its own.',
    cantBeMade: 'The project {project} can’t be made, since {folder} {what}; say with --project where it may be.',
    copied:
      'This project is a copy, or was moved from another drive. It goes on here: do not go on with the other one.',
    copyNotAccepted:
      'The project {project} is a copy, or was moved from another drive, and nothing was sent. {lines, plural, one {# line} other {# lines}} would be sent. Lines that were sent from the other one since then are not recorded here, and would be paid for again. Go on with the other one, or accept this one with --accept-copy.',
    copyNotAcceptedYet:
      'The project {project} is a copy, or was moved from another drive, and nothing was sent. Lines would be sent. Lines that were sent from the other one since then are not recorded here, and would be paid for again. Go on with the other one, or accept this one with --accept-copy.',
    defaultName: 'Script',
    noLog:
      "The drive that holds {path} can''t keep a write-ahead log, so saving is slower, and readers wait while it lasts; a drive of this machine is faster.",
    isLink: '{path} is a link: say with --project which project is meant.',
    acceptMissingLog:
      '{sentence} To go on without it, call lectern resume or lectern render with --accept-missing-log.',
    moved: 'This project’s folder was moved or renamed. It goes on here.',
    nothingBegun:
      'Nothing was begun in the project {project}: call "lectern render SCRIPT --out DIR --project {project}" instead.',
    /** `own` and `other` are origins of services; `local` is the local service. */
    otherConnection:
      'The project {project} was made with {own, select, local {the local service} other {{own} (user {ownUser})}} and this would be {other, select, local {the local service} other {{other} (user {otherUser})}}: use that connection (--base-url, LECTERN_BASE_URL), or another project.',
    otherLocalService:
      'The project was made with the local service of another machine or data folder; it goes on with this one.',
    several: '{folder} holds several projects ({names}): say with --project which one is meant.',
  },
  repair: {
    audio: '{line}: the audio file of one of its takes is {problem}.',
    converted:
      '{folder} has the audio of {takes, plural, one {# more take} other {# more takes}} only converted, trimmed or with another gain, which can’t be put back.',
    doubtAfterEnd:
      '{lines, plural, one {# line} other {# lines}} in doubt: Lectern was ended while they were being sent.',
    doubtUnreadable:
      '{lines, plural, one {# line} other {# lines}} in doubt: what the service was asked for can’t be read in the project any more.',
    recovered: '{files, plural, one {# missing audio file} other {# missing audio files}} put back from an export.',
    rows: 'The database had rows of {lines, plural, one {# line} other {# lines}} that could not be read. They were repaired, and the original rows are kept aside.',
  },
  export: {
    delivered:
      '{files, plural, one {# finished file} other {# finished files}} in {folder} ({written} made, {unchanged} unchanged)',
    deliveryFormat: 'Finished files have one of these formats: {formats}.',
    done: '{files, plural, one {# audio file} other {# audio files}} of {lines, plural, one {# line} other {# lines}} in {folder}',
    failed: 'The takes are kept; exporting them did not work: {message}',
    handedOver: '{files, plural, one {# file} other {# files}} handed over in {folder} ({unchanged, number} unchanged)',
    inUse: 'Another Lectern has {project} open: what it has saved so far is exported.',
    notChosenHere:
      'The project {project} names {folder} as the folder for its audio, but that folder was not chosen on this machine: say with --out where the audio goes.',
    outFolder: 'The folder for the audio, {folder}, {what}; give another --out.',
    missing: '{lines, plural, one {# line is} other {# lines are}} missing from the export:',
    outdated: '{lines, plural, one {# line is} other {# lines are}} exported with an outdated take:',
    measuring: '{done, number} of {total, number} files measured',
    nothingToHear: 'No line has a take that can be exported.',
    onlyTimed: '--for only goes with --as {forms}.',
    timesOf: 'The times are those of the files that the target {target} makes.',
    progress: '{percent} % · {file}',
    progressLeft: '{percent} % · {file} · {left} left',
    sampleRate: 'Finished files have one of these sample rates: {rates}.',
    stopping: 'Stopping the export; calling it again goes on.',
    untitled: 'Opening',
    unknownTarget: '"{target}" can’t be exported yet; give --{option} one of: {targets}.',
  },
  spending: {
    unknownError: 'unknown error',
    unwritten: 'The file {file} could not be written ({code}).',
    written: 'The report is in {file}',
  },
  /** What `import --dry-run` prints. */
  importing: {
    /** What stands beside the text of a document. */
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
    noSheet: '{path} has no columns: it is no spreadsheet.',
    noSection:
      '{path} has {sections, plural, =0 {no sections} one {# section} other {# sections}}, and no section {section}; "lectern import --dry-run" lists them.',
    read: 'read',
    role: '{name}: {lines, plural, one {# line} other {# lines}}',
    /** Why it is a role follows: “a Final Draft character”. */
    roleBecause: '{name}: {lines, plural, one {# line} other {# lines}}, because: {evidence}',
    sheet: 'table “{name}”, {state}',
    sheetUnnamed: 'table, {state}',
    unread: 'left out: {sections, plural, one {# section} other {# sections}} ({titles}); "--sections" reads them',
    /** What a column of a spreadsheet is read as. */
    use: {
      chapter: 'chapter',
      direction: 'direction',
      ignored: 'left out',
      role: 'role',
      scene: 'scene',
      text: 'words',
    },
    section:
      'section {number} ({kind}, {characters, plural, one {# character} other {# characters}}), {state}: {title}',
    sectionBecause: '{section}; because: {evidence}',
    /** A notice with the words that it costs, and how they begin. */
    withWords: '{notice} ({words, plural, one {# word} other {# words}}: “{sample}”)',
    /** What stands in a document and is not taken over. */
    notice: {
      comments: 'left out: {count, plural, one {# comment} other {# comments}}',
      damaged: 'can’t be read: {count, plural, one {# damaged or missing part} other {# damaged or missing parts}}',
      credits:
        'silent: {count, plural, one {# subtitle that says} other {# subtitles that say}} who made the subtitles',
      inconsistent:
        'may be incomplete: {count, plural, one {# part differs} other {# parts differ}} in size or checksum from what the archive says',
      deletions: 'left out: {count, plural, one {# deleted passage} other {# deleted passages}}',
      links: 'left out: {count, plural, one {# link} other {# links}}; their words are kept',
      macros: 'left out and not run: {count, plural, one {# macro} other {# macros}}',
      'joined-cells':
        'put together: the words of {count, plural, one {# row that has} other {# rows that have}} more cells than the table has columns',
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
      remote: 'left out and not fetched: {count, plural, one {# item} other {# items}} from the internet',
    },
  },
  /** How far the reading of a large file is. */
  reading: {
    arranging: 'Finding chapters and roles in {path}',
    cancelled: 'Reading {path} was cancelled; nothing was made.',
    pages: 'Reading {path}',
    pagesOf: 'Reading {path}: page {done, number} of {total, number}',
    partsOf: 'Reading {path}: part {done, number} of {total, number}',
    reading: 'Reading {path}',
    unpacking: 'Unpacking {path}',
  },
  status: {
    counts:
      '{chapters, plural, one {# chapter} other {# chapters}}, {roles, plural, one {# role} other {# roles}}, {lines, plural, one {# line} other {# lines}}, {characters, plural, one {# character} other {# characters}} as sent',
    missingAudio: 'audio missing or damaged {lines}',
    project: '{name}: {folder}',
    rendered: 'fresh {fresh} · stale {stale} · never rendered {unrendered}',
    service: 'with the service {inFlight} · failed {failed} · in doubt {inDoubt} · lost {lost}',
  },
  line: {
    named: 'Line {number} ({roles}, “{words}”)',
    numbered: 'Line {number}',
    range: '{first}–{last}',
    many: 'Lines {ranges} ({lines, number} in all)',
    problem: {
      noVoice: 'No voice is cast for {roles}.',
      nothingToSpeak: 'There is nothing in it to speak.',
      other: 'It can’t be rendered as it is.',
      pronunciation:
        'Pronunciation rule {rule} (“{from}”) makes it longer than {limit} characters: change that rule, or the ones before it that it repeats.',
      threeRoles: 'It has more than two roles ({roles}): make paragraphs of one or two roles of it.',
      tooLong: 'It has {characters} characters, and a job takes {limit}.',
    },
    warning: {
      prefixInText: '{role} speaks “{prefix}”, which marks turns: the service may take it for one.',
      prefixesOverlap: '“{first}” and “{second}” mark turns and contain each other: choose others.',
      rolesDiffer: '{first} and {second} differ in {parameters}, which a dialog has only once: it takes {first}’s.',
    },
  },
  plan: {
    missingAudio:
      '{lines, plural, one {# line} other {# lines}} had been rendered, and the audio is missing or damaged: not rendered again, since that would be paid for again.',
    nothing: 'Nothing to render: {lines, plural, one {# line} other {# lines}} fresh.',
    onPlan: '{plan} {time}',
    others: 'On the other plans: {plans}.',
    paidAgain:
      '{lines, plural, one {# line} other {# lines}} rendered and paid for again, since the audio is missing or damaged.',
    toRender:
      'To render: {lines, plural, one {# line} other {# lines}}, {characters, plural, one {# character} other {# characters}}.',
    toRenderWithin:
      'To render: {lines, plural, one {# line} other {# lines}}, {characters, plural, one {# character} other {# characters}}, {batches, plural, one {# batch} other {# batches}}; the last leaves in {time}.',
    withService: '{lines, plural, one {# line} other {# lines}} are with the service already.',
  },
  run: {
    bar: '{bar} {percent} %  {progress}.',
    batchInDoubt:
      'A batch of {lines, plural, one {# line} other {# lines}} is in doubt, and not sent again by itself: {message}',
    characters: '{used, number} of {limit, number} characters',
    failed: '{lines, number} failed',
    failedAgain: '{line} failed: {message} It is sent again.',
    failedFinally: '{line} failed: {message}',
    finishing: 'Finishing.',
    inDoubt: '{lines, number} in doubt',
    lastLines: 'Waiting for the last lines.',
    firstLines: 'Waiting for the first lines.',
    lost: '{lines, number} lost',
    linesLost: '{lines, plural, one {# line} other {# lines}} lost: {message}',
    linesUnfinished: '{lines, plural, one {# line stays} other {# lines stay}} with the service: {message}',
    minute: 'This minute: {used}.',
    progress: '{rendered, number} of {total, plural, one {# line} other {# lines}} rendered',
    requests: '{used, number} of {limit, number} requests',
    row: '{parts}.',
    sentAgain: '{lines, plural, one {# line} other {# lines}} of what is lost: sent again.',
    stopping: 'Stopping: nothing more is sent. What is on its way is noted. (Ctrl-C again ends at once.)',
    stops: 'The run stops: {message}',
    timeLeft: 'About {time} left.',
    waitRefused: 'The service asked to wait (too many requests or characters): going on in {time}.',
    waitUnknown: 'What left in the last minute is not known: going on in {time}.',
    waiting: {
      budget: '{message} Trying again for up to {time}.',
      doubt: '{message} The next batch leaves in {time}.',
      rateLimited: '{message} Going on in {time}.',
      noAnswer: 'The service gives no clear answer.',
      refuses: 'The service refuses for now (429).',
      unknown: 'Waiting.',
    },
  },
  outcome: {
    approved: 'Its approved take is out of date; it is only rendered again with --replace-approved.',
    files: '{files, plural, one {# audio file} other {# audio files}} in {folder}',
    inDoubt: 'In doubt: the service may have it, and may charge for it.',
    lost: 'Lost: {reason}',
    missingAudio: 'Its audio is missing or damaged, and rendering it again is paid for again.',
    notSent: 'Not sent: {why}',
    notThere: 'The service no longer has it.',
    row: '  {line}: {reason}',
    total:
      '{rendered, plural, one {# line} other {# lines}} rendered, {reused, number} reused, {failed, number} failed, {inDoubt, number} in doubt, {lost, number} lost: {characters, plural, one {# character} other {# characters}} in {batches, plural, one {# batch} other {# batches}}, {time}.',
    unfinished: 'Still with the service: {reason}',
  },
  /** Takes that a producer should hear before they are delivered. */
  suspicious: {
    advice: 'Listen to them in Review: approve those that are fine, and render the others again.',
    allApproved:
      '{takes, plural, one {The only suspicious take is approved.} other {All # suspicious takes are approved.}}',
    measuring: 'Measuring {takes, plural, one {# take} other {# takes}}.',
    status: 'The command ends with status 1 because of them; --fail-on never accepts them.',
    total:
      '{takes, plural, one {# take looks suspicious} other {# takes look suspicious}}{approved, plural, =0 {} one { (# more is approved)} other { (# more are approved)}}.',
    unmeasured:
      '{takes, plural, one {# take hasn’t been measured yet and can’t be judged} other {# takes haven’t been measured yet and can’t be judged}}; exporting the project, or opening it in the window, measures them.',
  },
  /** What to do next; `command` does it. */
  advice: {
    capOfProject: 'To render what the cap left out, raise the project’s cap in the window, then go on with: {command}',
    capOfRun:
      'To render what the cap left out, call “lectern render” again with a higher --max-characters, or without it.',
    capInCurrency:
      'To render what the cap left out, set the project’s cap in the currency of the price, then go on with: {command}',
    confirm:
      'To render lines again whose approved take is out of date, call “lectern render” again with --replace-approved.',
    edit: 'To render lines that can’t be rendered as they are, change the script or the cast, then call “lectern render” again.',
    interrupted: 'Interrupted. Everything is kept; to go on: {command}',
    left: '{lines, plural, one {# line of the script is left} other {# lines of the script are left}}: “lectern render” renders what has no take.',
    missingAudio:
      'Put missing audio back into the project’s takes, or, to render it again (it is charged again): {command} --render-missing-audio',
    moved: '{message} To go on: {command}',
    movedAway: '{message} To go on: lectern resume, with the folder as it is called now',
    resubmit: 'To send again what is in doubt or lost (it may be charged twice): {command} --resubmit-in-doubt',
    resume: 'To fetch what the service still has, and send what was not sent: {command}',
    retry: 'To send again what failed (it may be charged again): {command} --retry-failed 1',
    stopped: '{message} When that is mended, go on with: {command}',
  },
  error: {
    failedDrive: 'The drive with {place} failed: check the drive and call the command again.',
    fullDisk: 'The disk with {place} is full: make room and call the command again.',
    internal: 'something went wrong inside Lectern; nothing that was kept is lost. Please report this:\n{details}',
    longName: '{place} is too long a name: give a shorter one.',
    isFolder: '{place} is a folder: name a file.',
    noFolder: '{place} is no folder, or a file stands above it: give another folder.',
    notThere: '{place} is not there: check the path.',
    noWorkingFolder: 'The current folder has been deleted: change to another folder and call the command again.',
    refused: '{place} can’t be used ({code}): check the path and its permissions.',
    theFolder: 'the folder',
    tooManyFiles: 'Too many files are open on this machine: close some programs and call the command again.',
    unwritable: '{place} can’t be written: choose another folder, or make it writable.',
    unwrittenResult: 'The result could not be written to standard output ({code}).',
  },
  /** What is wrong with a folder, after its name. `above`: the problem is with a folder above it, `path`. */
  folder: {
    'no-folder': '{above, select, yes {can’t be created, because {path} is not a folder} other {is not a folder}}',
    'read-only':
      '{above, select, yes {can’t be created, because {path} is on a read-only drive} other {is on a read-only drive}}',
    'no-permission':
      '{above, select, yes {can’t be created, because you have no permission to write to {path}} other {can’t be written, because you have no permission}}',
    'no-storage':
      '{above, select, yes {can’t be created, because the system doesn’t store files in {path}} other {is in a place where the system doesn’t store files}}',
    unusable: 'can’t be used ({code})',
  },
  time: {
    hours: '{hours} h {minutes, number, ::00} min',
    minutes: '{minutes} min {seconds, number, ::00} s',
    seconds: '{seconds} s',
  },
  /** A language model that is asked who speaks. */
  model: {
    needsUrl: '--model goes with --model-url URL; add it.',
    needsSpeakers: '--model-url goes with --speakers and --project DIR or --dry-run; add them.',
    needsName: 'Name a model with --model. {origin} has {models}{more, plural, =0 {} other { and # more}}.',
    needsConsent: 'Nothing was sent. To agree that parts of the book are sent there, add --model-consent {host}.',
    capNeedsPrice: '--model-max-cost needs --model-input-price or --model-output-price; add them.',
    keyOfOther:
      'LECTERN_MODEL_KEY is for {keyOrigin} and is not sent to {origin}: change LECTERN_MODEL_URL, or leave it out.',
    stopping: 'Stopping; answers that came are kept.',
    interrupted: 'Stopped. Nothing was imported; the same command asks only for what is missing.',
    waiting: 'The server asked to wait {seconds, plural, one {# second} other {# seconds}}.',
    progress: '{done, number} of {requests, plural, one {# request} other {# requests}} answered.',
  },
  /** A new version of a script, compared with the one that a project has. */
  version: {
    rolesAreKept: '--read-as, --roles and --merge are for imports into new projects: leave them out with --into.',
    whichProject: 'Name one project: --project DIR to make it or bring it up to date, or --into DIR to compare first.',
    needsInto: '--chapters and --compare go with --into DIR; add it.',
    noChapter:
      'There is no chapter {number} in the comparison, which has {chapters, plural, one {# chapter} other {# chapters}}; see --compare.',
    untitled: 'before the first chapter',
    change: {
      same: 'unchanged',
      changed: 'changed',
      added: 'added',
      removed: 'removed',
    },
    chapter: '{number}. {title}: {what}{moved, select, yes {, moved} other {}}',
    paragraphs: '   paragraphs: {changed} changed, {added} added, {removed} removed, {moved} moved',
    takesLost: '   {lines, plural, one {# rendered line leaves} other {# rendered lines leave}} the script',
    renamed: '{from} is called {into} now and keeps its voice.',
  },
} as const;
