// What the inspector says of the selected line: who speaks it and how, its takes, and what is wrong with it.

export const inspector = {
  none: {
    heading: 'No line selected',
    detail: 'Put the cursor into a line to see its voice, its settings and its takes. Directions are not spoken.',
  },
  /** `line` is its number, such as 3.12. */
  heading:
    '{kind, select, dialog {Line {line} · dialog · {characters, plural, one {# character} other {# characters}}} role {Line {line} · {role} · {characters, plural, one {# character} other {# characters}}} other {Line {line} · line · {characters, plural, one {# character} other {# characters}}}}',
  takesHeading: 'Takes',
  whyStaleHeading: 'Why stale',
  voiceHeading: 'Voice and delivery',
  webhookHeading: 'Webhook · {state}',
  request: { heading: 'Exact request', copy: 'Copy' },

  /** Hearing a line at once, or having it rendered. */
  actions: {
    audition: 'Audition',
    stop: 'Stop',
    render: 'Render this line',
    renderAgain: 'Render again',
    ordered: 'Line {line} is on its way.',
    /** Why there is nothing to render. */
    whyNot: {
      problem: 'It can’t be rendered as it stands.',
      fresh: 'It is rendered as it stands. Reject its take to have another.',
      kept: 'A take was kept for it. Reject the take to have another.',
      'in-flight': 'The service has it already.',
      'in-doubt': 'It was sent and no reply came: decide in Production what happens.',
      lost: 'The service accepted it and no longer has it: decide in Production whether it is sent again.',
    },
    confirm: {
      missing: {
        label: 'Render again',
        detail:
          'This line was rendered, and its audio file is missing or damaged. Rendering it again is paid for again.',
      },
      approved: {
        label: 'Replace the approved take',
        detail: 'A take of this line was approved. It stays, but the new take will be what is exported.',
      },
      render: 'Render all the same',
      cancel: 'Cancel',
    },
  },

  takes: {
    none: 'None yet. Render this line to have one.',
    name: 'take {take}',
    play: 'Play take {take}',
    pause: 'Pause take {take}',
    seed: 'seed {seed}',
    menu: {
      play: 'Play',
      approve: 'Approve',
      reject: 'Reject',
      undecide: 'Take the verdict back',
      pick: 'Pick',
      keep: 'Keep for today’s words',
    },
    pick: 'Pick take {take}',
    pickHint: 'Pick take {take}. The line exports it.',
    keep: 'Keep take {take} for today’s words',
    keepHint: 'Keep take {take} for today’s words. The line exports it and is not rendered again.',
    /** The buttons of the verdicts. */
    decide: {
      approved: { label: 'Approve take {take}', hint: 'Approve', undo: 'Take the verdict “approved” back' },
      rejected: { label: 'Reject take {take}', hint: 'Reject', undo: 'Take the verdict “rejected” back' },
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
    label: 'Voice of {role}',
    choose: 'choose a voice',
    noService: 'no service is connected',
    noServiceInList: 'No service is connected.',
    noMatch: 'No voice of this name.',
    unlisted: 'not in the service’s list',
    traits: '{voice}: {traits}',
    cast: '{role} is spoken by {voice}.',
    castWithEffect: '{role} is spoken by {voice}: {effect}',
  },
  turnPrefix: {
    label: 'Turn prefix of {role}',
    hint: 'What marks the turns of {role} in the text that is sent',
    manyRows: 'It must stand in one row.',
    collides: 'It can’t be told from “{prefix}”.',
    set: 'The turns of {role} are marked by “{prefix}”.',
    setWithEffect: 'The turns of {role} are marked by “{prefix}”: {effect}',
  },
  /** What a change of the cast did to rendered lines; follows a colon. */
  effect: {
    stale: '{lines, plural, one {# line became stale.} other {# lines became stale.}}',
    fresh: '{lines, plural, one {# line has its takes back.} other {# lines have their takes back.}}',
    none: 'no line became stale.',
  },

  /** Where the value of a parameter comes from. */
  origin: { role: 'from cast', project: 'project' },
  parameter: {
    reset: 'Set back {parameter} of this line',
    resetHint: 'Only this line. Click to set back.',
    changed: '{parameter}: {value} for this line only.',
    isReset: '{parameter}: as the cast has it again.',
  },
  /** The silence before the line. */
  pause: {
    label: 'Pause before',
    hint: 'Silence before this line, in seconds. It holds for playing through and for exports.',
    /** Why it is as long as it is, where nothing is set for this line. */
    reason: {
      part: 'in a paragraph',
      turn: 'other role',
      paragraph: 'paragraph',
      heading: 'after heading',
      chapter: 'chapter',
      mark: 'mark in script',
      none: 'first line',
    },
    reset: 'Back to the usual pause before this line',
    resetHint: 'Only before this line. Click for the usual pause.',
    changed: 'The pause before line {line} is {seconds, number} s.',
    isReset: 'The pause before line {line} is the usual one again.',
  },
  /** What may differ between two requests besides a parameter, in a list. */
  differing: {
    voice: 'the voice',
    ofSecondVoice: '{parameter} of the second voice',
    turn_prefix: 'turn prefix',
    turn_prefix_2: 'turn prefix 2',
    style: 'style of speaking',
    markup: 'marks in the text',
    output_format: 'output format',
    voice_engine: 'voice engine',
  },

  /** `roles`, `parameters` and `prefixes` are lists: “A, B and C”. */
  notice: {
    failed: 'It failed: {why}',
    'three-roles': '{roles} speak in one paragraph, and a line has two roles at most. Put a blank row between them.',
    'too-long':
      'It has {characters, number} characters, and a job takes {limit, number}. Shorten it, or put a blank row into it.',
    'no-voice':
      '{count, plural, one {{roles} has no voice yet. Choose one below.} other {{roles} have no voice yet. Choose one below.}}',
    'nothing-to-speak': 'There is nothing in it to speak.',
    'pronunciation-too-long':
      'Pronunciation rule {rule} (“{from}”) makes it longer than {limit, number} characters. Change that rule, or the ones before it that it repeats.',
    'roles-differ': '{roles} differ in {parameters}: a dialog has each only once, and the first role’s counts.',
    'prefix-in-text':
      'What {role} says holds “{prefix}”: the service may take it for the start of a turn. Change the words or the turn prefix.',
    'prefixes-overlap': 'The turn prefixes {prefixes} can’t be told apart. Change one.',
    quoted: '“{prefix}”',
  },
  /** What comes of a direction such as “(whispering)”. */
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
    dialog: '“{words}”: two roles share this line, so nothing comes of it. Give the turn a paragraph of its own.',
    within: '“{words}”: it stands after the first words, so nothing comes of it. Begin a paragraph with it.',
    twice: '“{words}”: a direction before it asks for something else.',
  },
  /** Words whose sounds a pronunciation rule has. */
  sounds: {
    done: '“{words}”: said as /{ipa}/.',
    voice: '“{words}”: this voice can’t say the sounds /{ipa}/. It says “{said}”.',
  },
  /** Numbers and abbreviations are written out for the voice. */
  readAloud: 'Read aloud as “{text}”',
  whyStale: {
    text: 'Since take {take}, the text changed:',
    others: 'Since take {take}, {differing} changed.',
    othersToo: 'So did {differing}.',
    undo: 'Undo the edit to have take {take} back at no cost.',
    setBack: 'Set it back to have take {take} back at no cost.',
  },
} as const;
