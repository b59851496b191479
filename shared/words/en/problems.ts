// Problems with the service, projects, folders and files, keyed by the kinds in `shared/model/`. Shared by the UI,
// the command line and system dialogs. Messages are full sentences: what happened, then what to do.

export const problems = {
  /** Joins two sentences. */
  joined: '{first} {second}',
  size: {
    values: '{most, number} values',
    levels: '{most, number} levels of nesting',
    entries: '{most, number} entries',
  },
  /** Why a file can't be attached to a cue. */
  soundFile: {
    'not-found': '“{path}” doesn’t exist.',
    'not-a-file': '“{path}” isn’t a file.',
    'too-large': '“{path}” is too large: sound files can be up to 2 GB.',
    unreadable: '“{path}” can’t be read{code, select, none {.} other { ({code}).}}',
    undecodable: '“{path}” can’t be used. {why}',
  },
  /** Why an audio file can't be used. */
  audio: {
    empty: 'The audio file is empty.',
    silent: 'The audio file contains no sound.',
    foreign: 'The file isn’t audio in a format that Lectern reads (WAV, MP3, Ogg or FLAC). It may be a web page.',
    truncated: 'The audio file is incomplete: its end is missing.',
    damaged: 'The audio file is damaged and can’t be decoded.',
    unsupported: 'The audio file is in a format that Lectern can’t decode.',
    'too-long': 'The audio is longer than allowed.',
    'other-size':
      'The audio file has {sizeBytes, plural, one {# byte} other {# bytes}}, but the service announced {announcedBytes, number}.',
    'other-duration':
      'The audio is {seconds, number, ::.00} s long, but the service announced {announcedSeconds, number, ::.00} s.',
  },
  /**
   * What happened. `said` is `message` if the service sent the text `{message}`, `page` if it sent a web page, or
   * `none`.
   */
  service: {
    'invalid-parameters':
      'The service rejected the request{said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
    unauthorized:
      'The service rejected the API key or user ID{said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
    'unsupported-plan':
      'The account’s plan doesn’t include this{said, select, message {: {message}.} page {: the service sent a web page.} other {.}}',
    'not-found':
      'The service can’t find this address or job{said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
    'method-not-allowed':
      'The service doesn’t support this request{said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
    'too-large':
      'The service rejected the request as too large{said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
    'unsupported-media-type':
      'The service rejected the request’s format{said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
    'rate-limited':
      'The service asked Lectern to wait, because it received too many requests or characters this minute (429){said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
    'server-error':
      'The service had an error ({status}){said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
    'unexpected-status':
      'The service returned an unexpected status ({status}){said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
    redirected:
      'The service redirected the request{place, select, none {} other { to {origin}}} ({status}). The key is never sent to another address.',
    'not-the-service':
      'Something other than the text-to-speech service answered (status {status}, {type, select, none {no content type} other {{contentType}}}).',
    'oversized-reply': 'The service’s response ({status}) was too large to read (more than {limit}).',
    'address-expired': 'The audio file’s address has expired ({status}).',
    'incomplete-download': 'The audio file is incomplete: {received} of {expected} arrived.',
    'incomplete-download-unknown': 'The audio file is incomplete: only {received} arrived.',
    'oversized-download': 'The audio file is larger than announced or allowed ({limit}).',
    'oversized-audio': 'The audio file is larger than {limit}, the largest size Lectern supports, so it was not kept.',
    'overlong-audio': 'The audio is too long for its text (more than {duration}, or {limit}). It was not kept.',
    'insecure-address': 'The connection to {origin} isn’t encrypted, so nothing was sent.',
    'insecure-audio':
      'The service’s address for the audio, at {origin}, isn’t encrypted, and the audio isn’t available there over https. It was not downloaded.',
    'unusable-address': 'The address must start with http:// or https://.',
    'unusable-credentials': 'The API key or user ID is empty or contains characters that can’t be sent.',
    'job-failed':
      'The service couldn’t create the audio{said, select, message {: {message}.} page {: it sent a web page.} other {.}}',
  },
  /** What to do, if the user can do anything. */
  advice: {
    unauthorized: 'Check both.',
    'not-found': 'Check the service’s address.',
    'method-not-allowed': 'Check the service’s address.',
    'too-large': 'Send fewer or shorter lines at a time.',
    'unsupported-media-type': 'Check the service’s address.',
    'server-error': 'Try again later.',
    redirected: 'Set the service’s address to the new one.',
    'not-the-service': 'Check the service’s address.',
    'unreadable-reply': 'Check the service’s address, or try again later.',
    'oversized-reply': 'Check the service’s address, or ask its operator.',
    'address-expired': 'Request the job again to get a new address.',
    'incomplete-download': 'Try again.',
    'oversized-download': 'Try again.',
    'oversized-audio': 'Ask the service’s operator.',
    'overlong-audio': 'Try again later, or ask the service’s operator.',
    'insecure-address': 'Use an https address.',
    'insecure-audio': 'Ask the service’s operator for https addresses.',
    'unusable-address': 'Check the address.',
    'unusable-credentials': 'Check both.',
  },
  /** Why a response is unreadable. */
  reply: {
    empty: 'The service’s response ({status}) is empty.',
    'not-json': 'The service’s response ({status}) isn’t valid JSON.',
    'not-batch': 'The service’s response ({status}) doesn’t contain a batch.',
    'not-child': 'The service’s response ({status}) doesn’t contain the batch’s job.',
    'not-job': 'The service’s response ({status}) doesn’t contain a job.',
    'not-voice': 'The service’s response ({status}) doesn’t contain a voice.',
    'not-voices': 'The service’s response ({status}) isn’t a list of voices.',
    'not-audio': 'The service’s response ({status}) isn’t audio that Lectern can read.',
    compressed: 'The service’s response ({status}) is compressed, although no compression was requested.',
    'other-range': 'The service’s response ({status}) is a different part of the file than requested.',
    'no-range': 'The service’s response ({status}) says that the file has no such part.',
    'no-batch-link': 'The service’s response ({status}) accepts the batch but has no link to it.',
    'no-job-link': 'The service’s response ({status}) accepts the job but has no link to it.',
    'endless-events':
      'The service’s response ({status}) is a stream of events that never ends and reports no progress.',
  },
  /** Why there is no response. `code` is the system's error code. */
  connection: {
    'refused-connection':
      'No response from {origin}: no server is running there{known, select, yes { ({code})} other {}}.',
    dns: 'No response from {origin}: its name can’t be found{known, select, yes { ({code})} other {}}.',
    tls: 'No response from {origin}: a secure connection wasn’t possible{known, select, yes { ({code})} other {}}.',
    'connect-timeout': 'No response from {origin}: connecting took too long{known, select, yes { ({code})} other {}}.',
    timeout: 'No response from {origin}: it stopped sending{known, select, yes { ({code})} other {}}.',
    'too-slow':
      'No response from {origin}: it sent less than 1 kB a second for half a minute{known, select, yes { ({code})} other {}}.',
    reset:
      'No response from {origin}: it closed the connection without answering{known, select, yes { ({code})} other {}}.',
    'ended-early':
      'Incomplete response from {origin}: the connection was interrupted{known, select, yes { ({code})} other {}}.',
    malformed: 'No response from {origin}: its answer isn’t HTTP{known, select, yes { ({code})} other {}}.',
    aborted: 'No response from {origin}: the request was cancelled{known, select, yes { ({code})} other {}}.',
    insecure:
      'No response from {origin}: the address must start with http:// or https://{known, select, yes { ({code})} other {}}.',
    other:
      'No response from {origin, select, local {the local service} other {{origin}}}: the connection failed{known, select, yes { ({code})} other {}}.',
  },
  connectionAdvice: {
    'refused-connection': 'Check the address and that the service is running.',
    dns: 'Check the address and the network.',
    tls: 'Check the certificate and this computer’s clock.',
    'connect-timeout': 'Check the network.',
    timeout: 'Check the network and try again.',
    'too-slow': 'Check the network and try again.',
    reset: 'Try again.',
    'ended-early': 'Try again.',
    malformed: 'Check the address.',
    insecure: 'Check the address.',
    other: 'Check the network and try again.',
  },
  /** It isn't known whether the service carried out the request. */
  doubt: {
    generation:
      'It’s unclear whether the service created the audio. If you request it again, you may be charged twice.',
    clone: 'It’s unclear whether the voice was created. Check the list of cloned voices before trying again.',
    deletion: 'It’s unclear whether the voice was deleted. Check the list of cloned voices.',
    unfinished: 'The service didn’t finish in time.',
  },
  /** Why a line's audio is lost. */
  loss: {
    'batch-gone': 'The service accepted the line but no longer has its batch.',
    'job-gone': 'The service accepted the line and still has its batch, but no longer has the line.',
    'audio-gone': 'The service created the audio but no longer has the file.',
    'audio-faulty': 'The service created the audio, but the file is damaged each time it’s downloaded.',
    'no-audio': 'The service reports that the line is done but provides no address for its audio.',
    'no-link':
      'The service accepted the line, but its result is on another server, and Lectern never sends the key there.',
    'other-line': 'The service mixed this line up with another, so the audio may belong to the other line.',
    'other-length': 'The audio is far too short or too long for the text, so it may belong to another line.',
  },
  /** Problems with a project, for the command line and system dialogs. */
  project: {
    'not-found': 'There is no project at {path}. Check the path.',
    'not-a-project':
      '{path} is not a Lectern project: it has no project.db. Choose a folder whose name ends in .lectern.',
    exists: '{path} already exists. Choose another name, or open it if it is a project.',
    newer:
      'The project {path} was saved by a newer Lectern (format {version}; this one reads up to {supported}). Update Lectern to open it.',
    'in-use': 'The project {path} is open in another Lectern. Close it there, or wait until it has finished.',
    damaged:
      'The database of the project {path} is damaged: {damage}. It was not changed. Restore the folder from your own backup.',
    'damaged-with-backup':
      'The database of the project {path} is damaged: {damage}. It was not changed. The latest backup is {backup}. Move project.db away and copy the backup in its place.',
    'read-only':
      'The project folder {path} can’t be written to. Copy it to a folder you can write to, or make it writable.',
    'no-permission': 'You don’t have permission to access {path}. Change its permissions, or choose another place.',
    'disk-full': 'The disk with {path} is full. Everything saved so far is safe. Free up some space, then try again.',
    'drive-failed': 'The drive with {path} reported an error ({code}). Check the drive, then try again.',
    'moved-while-open':
      'The project folder {path} was moved, replaced or deleted while Lectern had it open. Put it back, or open the project where it is now.',
    'moved-while-open-to':
      'The project folder {path} was moved to {foundAt} while Lectern had it open. Open it there to continue.',
    'log-missing':
      'The project {path} was not closed properly, and project.db-wal, which holds its latest changes, is missing. Lines you already paid for may not be recorded, so they could be sent and charged again. Put project.db-wal back next to project.db or, if this is a copy, use the original.',
    'log-damaged':
      'The project {path} was not closed properly, and project.db-wal, which holds its latest changes, is damaged or out of date. Lines you already paid for may not be recorded, so they could be sent and charged again. Restore both project.db and project.db-wal or, if this is a copy, use the original.',
    'settings-unreadable':
      'The settings of the project {path} can’t be read and were not changed. Open the project in Lectern’s window to reset them.',
  },
  /** Unsafe content in a project's folder. `entry` is a path in the folder or an object in the database. */
  unsafe: {
    link: '{entry} in the project {path} is a link, which Lectern doesn’t follow. Replace it with the file or folder itself.',
    'not-a-file': '{entry} in the project {path} is not a regular file. Remove it, then try again.',
    'not-a-folder': '{entry} in the project {path} is not a folder. Remove it, then try again.',
    'hard-link':
      '{entry} in the project {path} also has a name elsewhere, so changing it would change that file too. Copy the project’s folder and open the copy.',
    'too-large':
      '{entry} in the project {path} is larger than any file Lectern creates there, so it was not opened. Ask the sender for another copy of the project.',
    unexpected: '{entry} in the project {path} isn’t something that Lectern creates there. Remove it, then try again.',
    replaced:
      'The folder of the project {path} was replaced by another folder or a link while it was in use. Nothing was written to the new one. Check where the folder leads, then open the project again.',
    outside:
      'The project {path} refers to a file outside its folder ({entry}). That file was not opened. Ask the sender for another copy of the project.',
    'foreign-schema':
      'The database of the project {path} contains something that Lectern never creates ({entry}), so it was not opened. Ask the sender for another copy of the project.',
  },
  /** Damaged parts of a database, listed after a colon. */
  damage: {
    sqlite: '{message}',
    empty: 'the file is empty',
    'not-json': 'a stored document isn’t valid JSON',
    unreadable: '{what} can’t be read',
    'odd-value': '{what} contains an invalid value',
    dangling: '{rows, plural, one {# row refers} other {# rows refer}} to missing rows',
    'missing-entry': '{name} is missing',
    'no-project-row': 'the row that describes the project is missing',
    'stuck-lock': 'remove {file}',
    'no-backup': 'none of its backups can be read',
    'unreadable-backup': 'the chosen backup can’t be read',
  },
  /** Why a folder can't be used. `path` is the folder or one of its ancestors. */
  folder: {
    'no-folder': '{path} is not a folder.',
    'read-only': '{path} is on a read-only drive.',
    'no-permission': 'You don’t have permission to write to {path}.',
    'no-storage': 'The system doesn’t store files in {path}.',
    unusable: '{path} can’t be used ({code}).',
    /** The problem is in one of the folder's ancestors. */
    above: 'The folder {folder} can’t be created. {why}',
  },
  /** Problems with entries in the data folder. */
  data: {
    folder: 'Lectern’s data folder {folder} can’t be used. {why} Set {setting} to a folder that can be written to.',
    keyFile: 'The key can’t be saved or removed in {path} ({code}).',
    unreadable: '{path} can’t be read: {why}.',
    'kept-aside': '{path} can’t be read: {why}. It was renamed to {keptAs}.',
    newer: '{path} was saved by a newer Lectern and was not changed.',
    unwritable: '{path} can’t be written to ({code}).',
    /** Why a document can't be read. */
    why: {
      'not-json': 'it isn’t valid JSON',
      invalid: '{field} is invalid',
      'invalid-whole': 'its content is invalid',
      system: '{code}',
    },
  },
  /** Why the local service didn't start. */
  localService: {
    'no-answer': 'The local service started but isn’t responding.',
    'disk-full': 'The local service didn’t start: the drive with its data folder {folder} is full. Free up some space.',
    unwritable: 'The local service didn’t start: its data folder {folder} can’t be written to ({code}).',
    ended: 'The local service didn’t start: it exited with status {status}.',
    killed: 'The local service didn’t start: the system terminated it.',
    'ended-with-message': 'The local service didn’t start: {message}',
    'no-address': 'The local service didn’t start: it didn’t report its address.',
    timeout: 'The local service didn’t start within {seconds, plural, one {# second} other {# seconds}}.',
    'no-process': 'The local service didn’t start: its process couldn’t be created ({message}).',
  },
} as const;
