// The inspector of the selected line: voices and settings, takes, problems.

export const inspector = {
  none: {
    heading: 'No line selected',
    detail: 'Click a line to see its voice, settings and takes. Directions aren’t spoken.',
  },
  /** `line` is its number, such as 3.12. */
  heading:
    '{kind, select, dialog {Line {line} · dialog · {characters, plural, one {# character} other {# characters}}} role {Line {line} · {role} · {characters, plural, one {# character} other {# characters}}} other {Line {line} · line · {characters, plural, one {# character} other {# characters}}}}',
  notesHeading: 'Notes',
  takesHeading: 'Takes',
  whyStaleHeading: 'Why it’s stale',
  voiceHeading: 'Voice and delivery',
  webhookHeading: 'Webhook · {state}',
  request: { heading: 'Exact request', copy: 'Copy' },

  actions: {
    audition: 'Audition',
    stop: 'Stop',
    render: 'Render this line',
    renderAgain: 'Render again',
    ordered: 'Line {line} was submitted.',
    /** Why the line can’t be rendered. */
    whyNot: {
      problem: 'This line can’t be rendered.',
      fresh: 'This line is up to date. Reject its take to render another.',
      kept: 'A take was kept for this line. Reject it to render another.',
      'in-flight': 'The service is already rendering this line.',
      'in-doubt': 'This line was sent, but no clear reply came. In Production, decide whether to resend it.',
      lost: 'The service accepted this line, then lost it. In Production, decide whether to resend it.',
    },
    confirm: {
      missing: {
        label: 'Render again',
        detail:
          'This line was rendered, but its audio file is missing or damaged. You’ll be charged again if you re-render it.',
      },
      approved: {
        label: 'Replace the approved take',
        detail: 'The approved take is kept, but the new take will be exported instead.',
      },
      render: 'Render anyway',
      cancel: 'Cancel',
    },
  },

  takes: {
    none: 'No takes yet. To create one, render this line.',
    name: 'take {take}',
    play: 'Play take {take}',
    pause: 'Pause take {take}',
    seed: 'seed {seed}',
    menu: {
      play: 'Play',
      approve: 'Approve',
      reject: 'Reject',
      undecide: 'Clear verdict',
      pick: 'Pick',
      keep: 'Keep for current text',
    },
    pick: 'Pick take {take}',
    pickHint: 'Pick take {take} for export',
    keep: 'Keep take {take} for the current text',
    keepHint: 'Keep take {take} for the current text. It will be exported, and the line won’t be rendered again.',
    /** Verdict buttons. */
    decide: {
      approved: { label: 'Approve take {take}', hint: 'Approve', undo: 'Clear the verdict “approved”' },
      rejected: { label: 'Reject take {take}', hint: 'Reject', undo: 'Clear the verdict “rejected”' },
    },
    tag: {
      picked: 'picked',
      kept: 'kept',
      approved: 'approved',
      rejected: 'rejected',
      missing: 'file missing',
      damaged: 'file damaged',
    },
  },

  voice: {
    label: 'Voice for {role}',
    choose: 'choose a voice',
    noService: 'no service is connected',
    noServiceInList: 'No service connected.',
    noMatch: 'No matching voice.',
    unlisted: 'not in the service’s list',
    traits: '{voice}: {traits}',
  },
  turnPrefix: {
    label: 'Turn prefix for {role}',
    hint: 'Text sent before each of {role}’s turns',
    manyRows: 'A turn prefix must be a single line.',
    collides: 'Too similar to “{prefix}”.',
  },

  /** Where the value of a parameter comes from. */
  origin: { role: 'from cast', project: 'project' },
  parameter: {
    reset: 'Reset {parameter} for this line',
    resetHint: 'Set for this line only. Click to reset.',
    changed: '{parameter}: {value} for this line only.',
    isReset: '{parameter} reset to the cast’s value.',
  },
  readAs: {
    label: 'Read as',
    hint: 'How this heading is spoken. The script doesn’t change.',
    reset: 'Reset the heading’s spoken form',
    resetHint: 'Entered by hand. Click to reset.',
    changed: 'The heading is now read as “{spoken}”.',
    isReset: 'The heading’s spoken form was reset.',
  },
  /** The silence before the line. */
  pause: {
    label: 'Pause before',
    hint: 'Silence before this line, in seconds. Used in playback and exports.',
    /** Where the default pause comes from. */
    reason: {
      part: 'within a paragraph',
      comma: 'within a sentence',
      semicolon: 'semicolon',
      stop: 'new sentence',
      ellipsis: 'ellipsis',
      interruption: 'interruption',
      turn: 'role change',
      paragraph: 'new paragraph',
      scene: 'scene break',
      heading: 'after heading',
      chapter: 'new chapter',
      mark: 'mark in script',
      none: 'first line',
    },
    reset: 'Reset the pause before this line',
    resetHint: 'Set for this line only. Click to reset.',
    changed: 'The pause before line {line} is now {seconds, number} s.',
    isReset: 'The pause before line {line} was reset.',
  },
  /** Differences between two requests other than parameters, in a list. */
  differing: {
    voice: 'the voice',
    ofSecondVoice: 'the second voice’s {parameter}',
    turn_prefix: 'turn prefix',
    turn_prefix_2: 'turn prefix 2',
    style: 'speaking style',
    markup: 'marks in the text',
    output_format: 'output format',
    voice_engine: 'voice engine',
  },

  /** `roles`, `parameters` and `prefixes` are lists: “A, B and C”. */
  notice: {
    failed: 'Failed: {why}',
    'three-roles': '{roles} speak in one paragraph. A line can have two roles. Put a blank line between them.',
    'too-long':
      'This line has {characters, number} characters, but the limit is {limit, number}. Shorten it, or split it with a blank line.',
    'no-voice':
      '{count, plural, one {{roles} has no voice yet. Choose one below.} other {{roles} have no voice yet. Choose one below.}}',
    'nothing-to-speak': 'This line has no text to speak.',
    'pronunciation-too-long':
      'Pronunciation rule {rule} (“{from}”) makes this line longer than {limit, number} characters. Change that rule, or the earlier rules whose results it expands.',
    'roles-differ': '{roles} differ in {parameters}. A dialog uses the first role’s values.',
    'prefix-in-text':
      '{role}’s text contains “{prefix}”, which may be read as the start of a turn. Change the text or the turn prefix.',
    'prefixes-overlap': 'The turn prefixes {prefixes} are too similar. Change one.',
    quoted: '“{prefix}”',
  },
  /** Effect of a direction such as “(whispering)”. */
  direction: {
    asks: {
      whispering: 'in a whisper',
      soft: 'softly',
      shouting: 'as a shout',
      angry: 'angrily',
      sad: 'sadly',
      cheerful: 'cheerfully',
      excited: 'excitedly',
      afraid: 'fearfully',
      slow: 'more slowly',
      fast: 'faster',
      emphasis: 'with emphasis',
      spelling: 'letter by letter',
    },
    done: '“{words}”: spoken {asks}.',
    voice: '“{words}”: this voice can’t speak {asks}. The direction itself is never read out.',
    dialog: '“{words}”: ignored, because two roles share this line. Put the turn in its own paragraph.',
    within: '“{words}”: ignored, because it isn’t at the start. Put it at the start of a paragraph.',
    twice: '“{words}”: ignored, because an earlier direction says otherwise.',
  },
  /** Words with a phonetic pronunciation rule. */
  sounds: {
    done: '“{words}”: pronounced /{ipa}/.',
    voice: '“{words}”: this voice can’t pronounce /{ipa}/. It says “{said}”.',
  },
  /** Numbers and abbreviations are written out for the voice. */
  readAloud: 'Read aloud as “{text}”',
  whyStale: {
    text: 'The text has changed since take {take}:',
    others: 'Since take {take}, {differing} changed.',
    othersToo: 'Also changed: {differing}.',
    undo: 'Undo the edit to get take {take} back for free.',
    setBack: 'Change it back to get take {take} back for free.',
  },
} as const;
