// Shared parts of the window: notices, dialogs, decisions about takes, the account form.

export const ui = {
  close: 'Close',
  undo: 'Undo',
  notUndone: 'Couldn’t undo “{step}” {why}',
  /** A menu command with the step it would undo. */
  commandWithStep: '{command}: {step}',
  /** The row with the empty fields. */
  defaults: 'Voice defaults',
  copied: 'Copied.',
  notCopied: 'Couldn’t copy. Select the text and press Ctrl C.',
  /** Key names on keyboards of this language. */
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
  /** Buttons that resolve an error. */
  wayOut: {
    retry: 'Try again',
    settings: 'Open settings',
    'model-settings': 'Open settings',
    'use-local': 'Use the local service',
    'enter-key': 'Enter the key…',
    'restore-backup': 'Restore the latest backup',
    'reset-settings': 'Reset settings',
    'adopt-connection': 'Use this service for the project',
    'open-to-read': 'Open read-only',
    library: 'Open the library',
    logs: 'Show the log',
  },
  connectionAdopted: 'This project now uses the current service.',
  /** Before a project is closed or another one opened. */
  leaving: {
    unsaved:
      '{leaving, select, close {Some edits couldn’t be saved. If you close the project, they’ll be lost.} other {Some edits couldn’t be saved. If you open another project, they’ll be lost.}}',
    lose: '{leaving, select, close {Close and lose them} other {Open and lose them}}',
  },
  /** Actions on takes. `line` is a line number such as 3.12. */
  takes: {
    decided:
      '{verdict, select, approved {Line {line} approved.} rejected {Line {line} rejected.} other {Verdict cleared for line {line}.}}',
    retaken: 'Line {line} rejected. It’s being rendered again with another seed.',
    alreadyDecided:
      '{verdict, select, approved {These lines are already approved or have no take.} rejected {These lines are already rejected or have no take.} other {These lines don’t have a verdict.}}',
    linesDecided:
      '{verdict, select, approved {{lines, plural, one {# line approved.} other {# lines approved.}}} rejected {{lines, plural, one {# line rejected.} other {# lines rejected.}}} other {{lines, plural, one {Verdict cleared for # line.} other {Verdicts cleared for # lines.}}}}',
    tooMany: 'You can render up to {lines, number} selected lines again at a time.',
    ordered:
      '{takes, plural, =1 {Rendering another take for {lines, plural, one {# line} other {# lines}}.} other {Rendering # takes for {lines, plural, one {# line} other {# lines}}.}}',
    linesRetaken:
      '{lines, plural, one {# line rejected. It’s being rendered again with another seed.} other {# lines rejected. They’re being rendered again with other seeds.}}',
    picked: 'Take {take} of line {line} picked.',
    kept: 'Take {take} of line {line} kept for the current text. The line won’t be rendered again.',
    trim: 'Trim for take {take} of line {line}.',
    gain: 'Gain for take {take} of line {line}: {gain} dB.',
    reset: 'Trim and gain reset for take {take} of line {line}.',
  },
  /** Notes of a line. The first three name undo steps. `line` is a line number such as 3.12. */
  notes: {
    added: 'Note on line {line}.',
    changed: 'Note on line {line} changed.',
    removed: 'Note on line {line} removed.',
    label: 'Notes',
    text: 'Note text',
    new: 'Add a note',
    newLabel: 'New note on line {line}',
    /** The text of the note. */
    done: 'Done: {note}',
    markDone: 'Mark as done',
    reopen: 'Reopen',
    remove: 'Remove note',
    written: 'Written {when}',
    at: 'at {time}',
    withoutTime: 'Remove time',
    take: 'take {take}',
    takeTime: 'take {take}, {time}',
    play: 'Play take {take} from {time}',
  },
  /** What the player is playing. */
  playing: {
    take: 'line {line} · take {take} of {takes}',
    noTake: 'line {line} · no take',
    spoken: 'line {line} · no take, local voice',
    audition: 'audition · {characters, plural, one {# character} other {# characters}}',
  },
  soundDevice: {
    unnamed: 'Device {device}',
    back: '{device} is connected again and in use.',
    gone: '{device} is disconnected. Using the system default.',
  },
  /** Lines by state: `12 fresh, 3 stale of 40`. */
  progress: {
    part: '{lines, number} {state}',
    all: '{parts} of {lines, number}',
    none: 'none of {lines, number} rendered',
  },
  /** Figures with units, and days. */
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
  /** The bounds of a number field. */
  bounds: { between: '{min} to {max}', from: 'at least {min}' },
  account: {
    name: 'Name',
    usualName: 'My account',
    badName: 'This name can’t be used.',
    plan: 'Plan',
    address: 'Base address',
    addressPlaceholder: 'https://…',
    badAddress: 'Enter an address with https:// or http://, such as https://tts.example.com.',
    userId: 'User ID',
    badUserId: 'This user ID can’t be used.',
    key: 'Key',
    badKey: 'This key can’t be used. Copy it from the service again.',
    cancel: 'Cancel',
    inKeychain: 'The key is stored only in this computer’s keychain.',
    noKeychain: 'This computer has no keychain. Where should the key be stored?',
  },
} as const;
