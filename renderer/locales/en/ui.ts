// What the shared parts of the window say: notices, dialogs, decisions about takes, the form of an account.

export const ui = {
  close: 'Close',
  undo: 'Undo',
  notUndone: 'Not taken back: “{step}” {why}',
  /** A command of the menu with the step that it would take back. */
  commandWithStep: '{command}: {step}',
  /** The row of the fields that are left empty. */
  defaults: 'Voice defaults',
  copied: 'Copied.',
  notCopied: 'It could not be copied: select it and press Ctrl C.',
  /** Keys as they are called on keyboards with a layout of the language’s own. */
  keyNames: {
    Ctrl: 'Ctrl',
    Shift: 'Shift',
    Space: 'Space',
    Home: 'Home',
    End: 'End',
    PageUp: 'Page ↑',
    PageDown: 'Page ↓',
    Delete: 'Del',
    Insert: 'Ins',
  },
  /** The ways out of an error, as buttons. */
  wayOut: {
    retry: 'Try again',
    settings: 'Open settings',
    'model-settings': 'Open settings',
    'use-local': 'Use the local service',
    'enter-key': 'Enter the key…',
    'restore-backup': 'Restore the latest backup',
    'reset-settings': 'Use the usual settings',
    'adopt-connection': 'Use this service for the project',
    'open-to-read': 'Open it to read',
    library: 'Open the library',
    logs: 'Show the log',
  },
  connectionAdopted: 'The project’s lines go to the service in use from now on.',
  /** Before a project is closed, or another one takes its place. */
  leaving: {
    unsaved:
      '{leaving, select, close {Some edits could not be saved: closing the project loses them.} other {Some edits could not be saved: opening another project loses them.}}',
    lose: '{leaving, select, close {Close and lose them} other {Open and lose them}}',
    running:
      '{leaving, select, close {A run is on. Closing the project pauses it; what was sent is fetched when you open this one again.} other {A run is on. Opening another project pauses it; what was sent is fetched when you open this one again.}}',
    pause: '{leaving, select, close {Pause and close} other {Pause and open}}',
  },
  /** What was done to takes. `line` is a line’s number, such as 3.12. */
  takes: {
    decided:
      '{verdict, select, approved {Line {line} approved.} rejected {Line {line} rejected.} other {Line {line} has no verdict.}}',
    retaken: 'Line {line} rejected; it is rendered again with another seed.',
    alreadyDecided:
      '{verdict, select, approved {They are already approved, or have no take.} rejected {They are already rejected, or have no take.} other {They already have no verdict.}}',
    linesDecided:
      '{verdict, select, approved {{lines, plural, one {# line approved.} other {# lines approved.}}} rejected {{lines, plural, one {# line rejected.} other {# lines rejected.}}} other {{lines, plural, one {# line has no verdict.} other {# lines have no verdict.}}}}',
    tooMany: 'Select up to {lines, number} lines to render them again.',
    ordered:
      '{takes, plural, =1 {Another take of {lines, plural, one {# line} other {# lines}} is on the way.} other {# takes of {lines, plural, one {# line} other {# lines}} are on the way.}}',
    linesRetaken:
      '{lines, plural, one {# line rejected; rendering again with other seeds.} other {# lines rejected; rendering again with other seeds.}}',
    picked: 'Take {take} of line {line} picked.',
    kept: 'Take {take} of line {line} kept: the line is not rendered again for the words of today.',
    note: 'Note on take {take} of line {line}.',
    trim: 'Trim of take {take} of line {line}.',
    gain: 'Gain of take {take} of line {line}: {gain} dB.',
    reset: 'Trim and gain of take {take} of line {line} reset.',
  },
  /** What the player says of what is in it. */
  playing: {
    take: 'line {line} · take {take} of {takes}',
    noTake: 'line {line} · no take',
    spoken: 'line {line} · no take, local voice',
    audition: 'audition · {characters, plural, one {# character} other {# characters}}',
  },
  soundDevice: {
    unnamed: 'Device {device}',
    back: '{device} is there again: sound goes there.',
    gone: '{device} is not there: sound goes where the system sends it.',
  },
  /** How many lines are in which state: `12 fresh, 3 stale of 40`. */
  progress: {
    part: '{lines, number} {state}',
    all: '{parts} of {lines, number}',
    none: 'nothing rendered of {lines, number}',
  },
  /** Figures with their units, days, and what chapters without a title are called. */
  format: {
    seconds: '{seconds} s',
    loudness: '{loudness} LUFS',
    bytes: '{size, plural, one {# byte} other {# bytes}}',
    size: '{size} {unit}',
    today: 'today {time}',
    yesterday: 'yesterday',
    moment: '{day}, {time}',
  },
  chapter: { opening: 'Opening', untitled: 'Untitled', numbered: 'chapter {number, number}' },
  /** The bounds of a number that is out of them. */
  bounds: { between: '{min} to {max}', from: '{min} to any' },
  account: {
    name: 'Name',
    usualName: 'My account',
    badName: 'This name can’t be used.',
    plan: 'Plan',
    address: 'Base address',
    addressPlaceholder: 'https://…',
    badAddress: 'Give the address with its https:// or http://, such as https://tts.example.com.',
    userId: 'User id',
    badUserId: 'This user id can’t be used.',
    key: 'Key',
    badKey: 'This key can’t be used: enter it as the service gave it.',
    cancel: 'Cancel',
    inKeychain: 'The key is kept in this computer’s keychain, and nowhere else.',
    noKeychain: 'There is no keychain on this computer. How shall the key be kept?',
  },
} as const;
