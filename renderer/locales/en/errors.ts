// What errors say: what happened, to what, and what to do. A title has no full stop; a detail is sentences.

export const errors = {
  notFound: {
    title: 'Not there any more',
    line: 'This line is not in the script any more.',
    take: 'This take is not in the project any more.',
    chapter: 'This chapter is not in the script any more.',
    role: 'This role is not in the script any more.',
    batch: 'This batch is not in the project’s journal.',
    connection: 'This connection was removed.',
    key: 'The address of this connection has changed. Enter the key.',
    project: 'This project is not in the list any more.',
    audition: 'This audition has ended.',
    sample: 'The sample is no longer there. Choose or record it again.',
    consent: 'This consent is not in the records any more.',
    voice: 'The service does not list this voice, or has no sample of it.',
    preset: 'This preset is not in the project any more.',
    pack: 'This voice pack is not there any more.',
    step: 'This step can’t be taken back any more.',
  },
  outdated: {
    title: 'Changed since',
    verdict: 'It has another verdict since.',
    verdicts: 'They have other verdicts since.',
    pick: 'Another take was picked since.',
    note: 'The note was changed since.',
    treatment: 'It was trimmed or its gain was set since.',
    'take-gone': 'The take is not there any more.',
    override: 'The line’s settings were changed since.',
    pause: 'The pause was changed since.',
    voice: 'It was changed since.',
    role: '{role} was cast otherwise since.',
    rules: 'The rules were changed otherwise since.',
    connection: 'The project uses another service since.',
    script: 'The script was edited since.',
  },
  busy: {
    title: 'Something else has to end first',
    run: 'A run is going on. Pause it or wait until it is done, then try again.',
    export: 'An export is going on. Wait until it is done or cancel it, then try again.',
    import: 'A script is being read. Try again in a moment.',
    copy: 'A project is being copied. Wait until it is done or cancel it, then try again.',
    clone: 'A voice is being made. Wait until it is done or cancel it, then try again.',
    pack: 'A voice pack is being added. Wait until that is done or cancel it, then try again.',
    'other-window': 'The project is open in another window.',
  },
  noProject: { title: 'No project is open', detail: 'Open one in the library, or make a new one.' },
  staleDocument: { title: 'The script changed elsewhere', detail: 'It is being read again.' },
  cancelled: { title: 'Cancelled', detail: 'Nothing more was done.' },
  noConnection: {
    title: 'No service is connected',
    detail: 'Use the local service, or add an account in Settings.',
  },
  localService: {
    title: 'The local service did not start',
    detail: '{why} Try again; if it happens again, look into the log.',
  },
  keyNeeded: {
    title: 'The key is needed',
    detail: 'Enter the key of “{connection}”: it is not kept on this machine.',
  },
  keychain: {
    title: 'The keychain is not available',
    detail: 'Choose in Settings how the key is to be kept: asked for each time, or in a file that only you can read.',
  },
  /** The two are origins of services; `local` is the local service. */
  otherConnection: {
    title: 'The project belongs to another service',
    detail:
      'Its lines were sent to {project, select, local {the local service} other {{project}}}, and {connected, select, local {the local service} other {{connected}}} is connected. Choose that connection in Settings, or use this one for the project from now on.',
  },
  dataFolder: {
    title: 'Lectern’s own folder can’t be used',
    detail: '{why} Check that the disk has room and that you may write there.',
  },
  studioGone: {
    title: 'The project’s process ended',
    detail: 'It is being started again; nothing that was saved is lost.',
  },
  malformedRequest: {
    title: 'The window asked for something wrong',
    detail: 'This is a defect of Lectern ({fields}). Nothing was changed.',
  },
  forbidden: { title: 'Not allowed', detail: 'This page may not ask for that. Nothing was changed.' },
  internal: {
    title: 'Something went wrong inside Lectern',
    detail: 'Details are in the log ({id}).',
  },
  /** What is wrong with a project; `path` is its folder. */
  project: {
    'not-found': {
      title: 'The project is not there',
      detail:
        '{path} is missing. If it was moved, open it where it lies now; if its drive is not connected, connect it.',
    },
    'not-a-project': {
      title: 'This is not a project',
      detail: '{path} has no project.db. Choose the folder whose name ends in “.lectern”.',
    },
    exists: { title: 'The name is taken', detail: '{path} exists already. Choose another name.' },
    newer: {
      title: 'A newer Lectern made this project',
      detail:
        '{path} has format {version}; this Lectern reads up to {supported}. Update Lectern to open it. Nothing was changed.',
    },
    'in-use': {
      title: 'The project is in use',
      detail:
        'Another Lectern, or a command in a terminal, is writing {path}. Close it there and try again, or open it here to listen, review and export.',
    },
    damaged: {
      title: 'The project is damaged',
      withBackup:
        '{path} can’t be read. {why} Nothing was changed. Its latest backup is {backup}. Restoring it sets the damaged file aside, in the project’s folder; what was edited since is lost, takes stay.',
      withoutBackup:
        '{path} can’t be read. {why} Nothing was changed. There is no backup of it beside the project; look for a copy of the folder.',
      restore: 'Restore the backup of {moment}',
    },
    'read-only': {
      title: 'The project can’t be written',
      detail: '{path} is read-only. Copy the project to a place where you may write, and open it there.',
    },
    'no-permission': {
      title: 'You may not open this project',
      detail: 'The system refuses access to {path}. Change its permissions, or copy it to a place of your own.',
    },
    'disk-full': {
      title: 'The disk is full',
      detail: 'There is no room left for {path}. Make room, then try again.',
    },
    'drive-failed': {
      title: 'The drive does not answer',
      detail: '{path}: {why} Check the drive or the network, then try again.',
    },
    'moved-while-open': {
      title: 'The project’s folder is not there any more',
      lost: '{path} was moved, replaced or deleted while the project was open. Nothing more is saved. Put the folder back, or open the project where it is now.',
      found: '{path} was moved to {foundAt} while the project was open. Nothing more is saved until you open it there.',
    },
    'log-missing': {
      title: 'The project’s latest changes are missing',
      detail:
        '{path} was not closed properly, and project.db-wal, which holds its latest changes, is missing. Put that file back beside project.db, or open the project to go on without it.',
    },
    'log-damaged': {
      title: 'The project’s latest changes are damaged',
      detail:
        '{path} was not closed properly, and project.db-wal, which holds its latest changes, is damaged or not the latest one. Put project.db and project.db-wal back as they were, or open the project to go on without it.',
    },
    'settings-unreadable': {
      title: 'The project’s settings can’t be read',
      detail:
        'Nothing in {path} was changed. With the usual settings the project opens again: its script and takes are untouched, and the settings that can’t be read are kept in its database.',
    },
    unsafe: { title: 'The project is not safe to open' },
  },
  model: { title: 'The language model can’t be asked' },
  /** Why a file can't be imported. */
  import: {
    title: '“{file}” can’t be imported',
    binary: 'It is not text. Save the script as plain text (.txt or .md), and import that.',
    empty: 'There is nothing in it to speak.',
    encoding: 'Its characters can’t be read. Save it as UTF-8, and import it again.',
    'unknown-format': 'Files of this kind are not read. Save the script as plain text (.txt or .md), and import that.',
    damaged: 'It is damaged. Save it again in the program that made it, and import that.',
    protected: 'It is protected by a password or by the shop that sold it. Import a copy without protection.',
    'no-text': 'It holds pictures of pages and no text. Have its text recognised first.',
    'too-complex':
      'Reading it takes more time or memory than a manuscript should. Save it as plain text, and import that.',
    'not-found': 'It is not there any more.',
    folder: 'It is a folder. Choose the file of the script; a project is opened with “Open project”.',
    unreadable: 'The system refuses to read it. Check its permissions.',
    'too-large': 'It is larger than any script. Split it, and import the parts as projects of their own.',
  },
  /** Why an export could not be made; `why` is what the export says of it. */
  export: {
    template: { title: 'The name template can’t be used' },
    'not-a-folder': { title: 'The export needs a folder', detail: '{path} is not one. Choose another place.' },
    'read-only': { title: 'The folder can’t be written', detail: '{path} is read-only. Choose another place.' },
    'disk-full': {
      title: 'The disk is full',
      detail: 'What was finished is in {path}. Make room, then export again: only what is missing is written.',
    },
    busy: {
      title: 'The folder is in use',
      detail: 'Another export is writing to {path}. Wait until it is done.',
    },
    'other-project': {
      title: 'The folder belongs to another project',
      detail: '{path} holds an export of another project. Choose another folder; nothing was changed.',
    },
    'unusable-manifest': {
      title: 'The folder’s manifest can’t be used',
      detail: '{why} ({path}). Choose an empty folder; nothing was changed.',
    },
    'newer-manifest': {
      title: 'A newer Lectern exported to this folder',
      detail: '{path}: update Lectern, or choose another folder. Nothing was changed.',
    },
    'inside-project': { title: 'The folder lies in a project' },
    'folder-gone': { title: 'The folder is not there' },
    'folder-replaced': { title: 'The folder was replaced during the export' },
    'file-in-use': { title: 'Another program holds a file' },
    unwritable: { title: 'A file could not be written', detail: '{path}: {why}' },
  },
  /** What went wrong with the service. The sentence below is the client’s own. */
  service: {
    unauthorized: 'The key or the user id was refused',
    'unusable-credentials': 'The key or the user id can’t be sent',
    'unsupported-plan': 'The account’s plan does not include this',
    'insecure-address': 'The address is not secure',
    'insecure-audio': 'The audio’s address is not secure',
    'unusable-address': 'The address can’t be used',
    'not-the-service': 'Another service answers at this address',
    redirected: 'The address leads elsewhere',
    connection: 'The service can’t be reached',
    'rate-limited': 'The service’s limit is reached',
    'server-error': 'The service has an error',
    'unexpected-status': 'The service gave an unexpected answer',
    'unreadable-reply': 'The service’s answer can’t be read',
    'oversized-reply': 'The service’s answer is too large',
    'invalid-parameters': 'The service refused the request',
    'not-found': 'The service does not know this',
    'method-not-allowed': 'The service does not take this request',
    'too-large': 'The request is too large',
    'unsupported-media-type': 'The service does not take this format',
    'address-expired': 'The audio’s address has expired',
    'incomplete-download': 'The audio came incomplete',
    'oversized-download': 'The audio is larger than it may be',
    'job-failed': 'The service could not make the audio',
    'in-doubt': 'It is not known whether the service did it',
  },
} as const;
