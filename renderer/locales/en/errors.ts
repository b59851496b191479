// Error messages: what happened, to what, and what to do. Titles have no full stop; details are full sentences.

export const errors = {
  soundFile: { title: 'The sound wasn’t attached' },
  recording: {
    title: 'The recording can’t be used',
    'no-lines': 'The chapter has no lines.',
    language:
      '{language, select, unknown {The language of the chapter can’t be determined. Choose the project’s language in Settings.} other {Lectern can’t find the lines of recordings in this language ({language}).}}',
    'other-text':
      'Nearly all of its words differ from this chapter. Check that you chose the right chapter, and the project’s language in Settings.',
    changed: 'The file was changed after it had been searched. Choose it again.',
  },
  notFound: {
    title: 'No longer available',
    line: 'This line is no longer in the script.',
    take: 'This take is no longer in the project.',
    note: 'This note was removed.',
    chapter: 'This chapter is no longer in the script.',
    role: 'This role is no longer in the script.',
    batch: 'This batch is no longer in the project.',
    connection: 'This connection was removed.',
    key: 'This connection has a new address. Enter its key again.',
    project: 'This project is no longer in the list.',
    audition: 'This audition has ended.',
    sample: 'The sample is no longer available. Choose or record it again.',
    consent: 'This consent is no longer recorded.',
    voice: 'The service doesn’t list this voice or has no sample of it.',
    preset: 'This preset is no longer in the project.',
    pack: 'This voice pack no longer exists.',
    step: 'This step can no longer be undone.',
    cue: 'This cue is no longer in the script, or has no sound.',
    sound: 'The sound file is no longer in the project. Attach it again.',
    recording: 'This recording is no longer open. Choose the file again.',
    snapshot: 'The snapshot no longer exists.',
    file: 'This file is no longer open. Choose it again.',
  },
  outdated: {
    title: 'Changed in the meantime',
    verdict: 'The verdict has changed.',
    verdicts: 'The verdicts have changed.',
    pick: 'Another take has been picked.',
    note: 'The note has changed.',
    treatment: 'The trim or gain has changed.',
    'take-gone': 'The take no longer exists.',
    override: 'The line’s settings have changed.',
    pause: 'The pause has changed.',
    role: '{role}’s casting has changed.',
    rules: 'The rules have changed.',
    connection: 'The project now uses another service.',
    script: 'The script has been edited.',
    cue: 'The sounds of this paragraph have changed.',
    changed: 'Something that this step would revert has changed.',
  },
  busy: {
    title: 'Lectern is busy',
    run: 'A run is in progress. Pause it or wait for it to finish, then try again.',
    export: 'An export is in progress. Wait for it or cancel it, then try again.',
    import: 'A script is being imported. Try again in a moment.',
    copy: 'A project is being copied. Wait for it or cancel it, then try again.',
    clone: 'A voice is being cloned. Wait for it or cancel it, then try again.',
    pack: 'A voice pack is being added. Wait for it or cancel it, then try again.',
    'other-window': 'The project is open in another window.',
  },
  noProject: { title: 'No project is open', detail: 'Open or create one in the library.' },
  staleDocument: { title: 'The script changed elsewhere', detail: 'Reloading the latest version.' },
  consent: {
    export: {
      title: 'The export contains voices without a valid consent',
      detail: '{problems} Nothing was exported. Add the consent, or record your decision, on the export screen.',
    },
    render: {
      title: 'Consent to a voice was withdrawn',
      detail: '{problems} Nothing was sent. Cast another voice, or add a new consent.',
    },
  },
  cancelled: { title: 'Cancelled', detail: 'No further changes were made.' },
  noConnection: {
    title: 'No service is connected',
    detail: 'Use the local service, or add an account in Settings.',
  },
  localService: {
    title: 'The local service didn’t start',
    detail: '{why} Try again. If it happens again, check the log.',
  },
  keyNeeded: {
    title: 'Key required',
    detail: 'Enter the key for “{connection}”. It isn’t saved on this computer.',
  },
  keychain: {
    title: 'The keychain isn’t available',
    detail: 'In Settings, choose to enter the key each time or to save it in a file only you can read.',
  },
  /** Both parameters are service origins; `local` is the local service. */
  otherConnection: {
    title: 'This project uses another service',
    detail:
      'Its lines were sent to {project, select, local {the local service} other {{project}}}, but you’re now connected to {connected, select, local {the local service} other {{connected}}}. Switch connections in Settings, or switch the project to the current service.',
  },
  dataFolder: {
    title: 'Lectern’s data folder can’t be used',
    detail: '{why} Check that there’s free space and that you can write to the folder.',
  },
  studioGone: {
    title: 'The project closed unexpectedly',
    detail: 'It’s being reopened. No saved work is lost.',
  },
  malformedRequest: {
    title: 'Lectern hit a bug',
    detail: 'Nothing was changed. If you report this bug, include these details: {fields}.',
  },
  forbidden: { title: 'Not allowed', detail: 'This page can’t do that. Nothing was changed.' },
  internal: {
    title: 'Something went wrong inside Lectern',
    detail: 'Details are in the log ({id}).',
  },
  /** `path` is the project folder. */
  project: {
    'not-found': {
      title: 'Project not found',
      detail:
        '{path} is missing. If you moved it, open it from its new location. If it’s on an external drive, connect the drive.',
    },
    'not-a-project': {
      title: 'This is not a project',
      detail: '{path} has no project.db. Choose a folder whose name ends in “.lectern”.',
    },
    exists: { title: 'This name is taken', detail: '{path} already exists. Choose another name.' },
    newer: {
      title: 'This project needs a newer Lectern',
      detail:
        '{path} uses format {version}, and this version reads up to {supported}. Update Lectern to open it. Nothing was changed.',
    },
    'in-use': {
      title: 'The project is in use',
      detail:
        'Another Lectern window or a terminal command is using {path}. Close it there and try again, or open it here to listen, review and export.',
    },
    damaged: {
      title: 'The project is damaged',
      withBackup:
        '{path} can’t be read: {why}. Nothing was changed. The latest backup is {backup}. Restoring it keeps your takes and the damaged file, but loses later edits.',
      withoutBackup:
        '{path} can’t be read: {why}. Nothing was changed. The project has no backup. Look for a copy of its folder.',
      restore: 'Restore the backup from {moment}',
    },
    'read-only': {
      title: 'The project is read-only',
      detail: '{path} can’t be written to. Copy the project to a folder you can write to and open it there.',
    },
    'no-permission': {
      title: 'No permission to open this project',
      detail: 'The system denied access to {path}. Change its permissions, or copy it to one of your own folders.',
    },
    'disk-full': {
      title: 'The disk is full',
      detail: 'There’s no space left for {path}. Free some space, then try again.',
    },
    'drive-failed': {
      title: 'The drive isn’t responding',
      detail: '{path}: the drive reported an error ({code}). Check the drive or the network, then try again.',
    },
    'moved-while-open': {
      title: 'The project folder is missing',
      lost: '{path} was moved, replaced or deleted while the project was open. Saving has stopped. Put the folder back, or open the project in its new location.',
      found: '{path} was moved to {foundAt} while the project was open. Saving has stopped until you open it there.',
    },
    'log-missing': {
      title: 'The project’s latest changes are missing',
      detail:
        '{path} wasn’t closed properly, and project.db-wal, which holds its latest changes, is missing. Put that file back next to project.db, or open the project without it.',
    },
    'log-damaged': {
      title: 'The project’s latest changes are damaged',
      detail:
        '{path} wasn’t closed properly, and project.db-wal, which holds its latest changes, is damaged or out of date. Restore both project.db and project.db-wal, or open the project without it.',
    },
    'settings-unreadable': {
      title: 'The project’s settings can’t be read',
      detail:
        'Nothing in {path} was changed. You can open the project with default settings. Its script and takes are intact, and the unreadable settings stay in its database.',
    },
    unsafe: { title: 'The project isn’t safe to open' },
  },
  model: { title: 'The language model can’t be used' },
  /** Why a file can't be imported. */
  import: {
    title: '“{file}” can’t be imported',
    binary:
      'It isn’t a manuscript that Lectern knows. Save the manuscript as Word (.docx), EPUB, PDF or plain text (.txt).',
    empty: 'It contains no text to speak.',
    encoding: 'Its encoding can’t be read. Save it as UTF-8 and import it again.',
    'unknown-format':
      'Lectern doesn’t know this file type. Save the manuscript as Word (.docx), EPUB, PDF or plain text (.txt).',
    'wrong-file': 'It’s {what}. {wayOut}',
    damaged: 'It’s damaged. Save it again in the app that created it, then import it.',
    protected:
      'It’s protected by a password. Open it in the app that created it, and save a copy without the password.',
    drm: 'It’s copy-protected (DRM). Ask the publisher or author for an unprotected EPUB, PDF or Word file.',
    'no-text': 'It contains only images of pages. Run text recognition (OCR) on it first.',
    'too-complex': 'It takes too much time or memory to read. Save it as plain text and import that.',
    'not-found': 'It no longer exists.',
    folder: 'It’s a folder. Choose a script file. To open a project, use “Open project”.',
    unreadable: 'The system denied access. Check its permissions.',
    'too-large': 'It’s too large. Split it and import the parts as separate projects.',
  },
  /** The details of the others are in `shared/words/en/reasons.ts`. */
  export: {
    template: { title: 'The name template can’t be used' },
    'not-a-folder': { title: 'This isn’t a folder', detail: 'Can’t export to {path}. Choose a folder.' },
    'read-only': { title: 'The folder is read-only', detail: '{path} can’t be written to. Choose another folder.' },
    'disk-full': {
      title: 'The disk is full',
      detail: 'Finished files are in {path}. Free some space and export again to write the rest.',
    },
    busy: {
      title: 'The folder is in use',
      detail: 'Another export is writing to {path}. Wait for it to finish.',
    },
    'other-project': {
      title: 'The folder belongs to another project',
      detail: '{path} contains another project’s export. Choose another folder. Nothing was changed.',
    },
    'unusable-manifest': { title: 'The folder’s list of exported files can’t be used' },
    'newer-manifest': {
      title: 'This folder needs a newer Lectern',
      detail: 'A newer Lectern exported to {path}. Update Lectern or choose another folder. Nothing was changed.',
    },
    'inside-project': { title: 'The folder is inside a project' },
    'folder-gone': { title: 'The folder doesn’t exist' },
    'folder-replaced': { title: 'The folder was replaced during the export' },
    'file-in-use': { title: 'A file is in use by another program' },
    unwritable: { title: 'A file could not be written' },
  },
  /** Titles; the details are in `shared/words/en/problems.ts`. */
  service: {
    unauthorized: 'The key or user ID was rejected',
    'unusable-credentials': 'The key or user ID can’t be sent',
    'unsupported-plan': 'Not included in the account’s plan',
    'insecure-address': 'The address isn’t secure',
    'insecure-audio': 'The audio’s address isn’t secure',
    'unusable-address': 'The address can’t be used',
    'not-the-service': 'This address belongs to a different service',
    redirected: 'The address redirects elsewhere',
    connection: 'The service can’t be reached',
    'rate-limited': 'The service’s rate limit has been reached',
    'server-error': 'The service reported an error',
    'unexpected-status': 'The service returned an unexpected response',
    'unreadable-reply': 'The service’s response can’t be read',
    'oversized-reply': 'The service’s response is too large',
    'invalid-parameters': 'The service rejected the request',
    'not-found': 'The service can’t find this item',
    'method-not-allowed': 'The service doesn’t support this request',
    'too-large': 'The request is too large',
    'unsupported-media-type': 'The service doesn’t support this format',
    'address-expired': 'The audio’s address has expired',
    'incomplete-download': 'The audio download is incomplete',
    'oversized-download': 'The audio is too large',
    'job-failed': 'The service couldn’t create the audio',
    'in-doubt': 'It’s unclear whether the service completed the request',
  },
} as const;
