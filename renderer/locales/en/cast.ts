// What the cast says: roles and their dialogs, the role that is chosen, auditions, and what each change does to the lines.

export const cast = {
  title: 'Cast',
  part: 'Part of the cast',
  section: { roles: 'Roles', voices: 'Voices', pronunciation: 'Pronunciation', clones: 'Clones' },
  /** Beside the title: whose voice is looked for. */
  castingFor: 'for <role>{name}</role>',
  /** What rendering costs. */
  cost: {
    characters: '{characters, plural, one {# character} other {# characters}}',
    priced: '{characters, plural, one {# character} other {# characters}}, {currency} {amount}',
  },
  /** What a change did to the lines. */
  done: {
    stale:
      '{lines, plural, one {# line became stale: rendering it again takes {cost}.} other {# lines became stale: rendering them again takes {cost}.}}',
    noneStale: 'No line became stale.',
    regained: '{lines, plural, one {# line has its take back.} other {# lines have their takes back.}}',
  },
  /** What a change would do to the lines. */
  ahead: {
    stale:
      '{lines, plural, one {# line would turn stale: rendering it again takes {cost}.} other {# lines would turn stale: rendering them again takes {cost}.}}',
    noneStale: 'No line would turn stale.',
    approved: '{takes, plural, one {# approved take} other {# approved takes}} among them.',
    regained: '{lines, plural, one {# line would have its take back.} other {# lines would have their takes back.}}',
    noneRendered: 'None of these lines is rendered yet.',
  },
  notice: {
    voice: '{role} is spoken by {voice}.',
    parameter: '{parameter} of {role}: {value}.',
    added: '{role} is a role now.',
    addedLines:
      '{lines, plural, one {# line begins with its name, and is its own now.} other {# lines begin with its name, and are its own now.}}',
    removed: '{role} is removed.',
    renamed: '{role} is called {name}, in the script too. Its takes stay.',
    merged: '{role} is {into} now, in the script too.',
    copied: '{roles, plural, one {# role} other {# roles}} took another cast over.',
    cleared:
      '{lines, plural, one {# line is spoken as the cast has it again.} other {# lines are spoken as the cast has it again.}}',
    saved: 'The cast is in {path}.',
  },
  roles: {
    label: 'Roles of the script',
    search: 'Search roles',
    searchHint: 'Role or voice',
    add: 'Add role…',
    copy: 'Copy a cast…',
    save: 'Save as file…',
    saveHint: 'A file for the command line: render --cast',
    summary: '{roles, plural, one {# role} other {# roles}}{uncast, plural, =0 {} other { · # without a voice}}',
    /** Nothing was found. */
    none: {
      title: 'No roles match “{search}”',
      detail: 'Search for fewer letters.',
      showAll: 'Show all roles',
    },
    /** There is no script yet. */
    empty: {
      title: 'No roles yet',
      detail: 'Write the script, or import one: a row that begins with a name in capitals and a colon is that role’s.',
      go: 'Go to the script',
    },
    heading: {
      colour: 'Colour',
      name: 'Role',
      voice: 'Voice',
      lines: 'Lines',
      characters: 'Characters',
      seconds: 'Minutes',
    },
    noVoice: 'no voice',
    unlisted: 'a voice the service does not list',
    voiceHint: '{voice}: {traits}',
    menu: { voice: 'Choose a voice', rename: 'Rename…', merge: 'Merge…', remove: 'Remove role' },
    /** Where a role’s minutes come from. */
    basisOfRole: {
      takes: 'By the pace of its takes',
      'usual-speed': 'By the usual speed of speech: no take of it yet',
    },
    basis: {
      takes: 'Minutes go by the pace of each role’s takes.',
      usualSpeed: 'Minutes go by the usual speed of speech, 15 characters a second, until there are takes.',
      both: 'Minutes go by the pace of each role’s takes; ≈ by the usual speed of speech, 15 characters a second.',
    },
  },
  cancel: 'Cancel',
  merge: {
    title: 'Merge {role} into another role',
    into: 'Who speaks its lines from now on',
    choose: 'Choose a role',
    noMatch: 'No roles match.',
    about: 'All its lines take the voice and the settings of the other role.',
    looking: 'Looking at the lines…',
    lines:
      '{lines, plural, one {# line of {role} goes to {into}, in the script too.} other {# lines of {role} go to {into}, in the script too.}}',
    rules: '{rules, plural, one {So does # pronunciation rule.} other {So do # pronunciation rules.}}',
    merge: 'Merge',
  },
  add: {
    title: 'Add a role',
    name: 'Name',
    about:
      'As it is written before a colon in the script. The role can be cast at once; rows of the script that begin with its name become its own.',
    add: 'Add role',
    problem: {
      exists: 'There is a role called {role} already.',
      'not-a-mark': 'A name can’t have a colon, or begin with #, (, [ or a backslash.',
    },
  },
  rename: {
    title: 'Rename {role}',
    name: 'Name',
    about:
      'Its marks in the script are rewritten. Lines keep their takes: where the role speaks in a dialog, what marks its turns for the service stays as it is.',
    merge: 'Merge into {role}…',
    rename: 'Rename',
  },
  copy: {
    title: 'Copy a cast',
    from: 'From which project',
    choose: 'Choose a project',
    noRecent: 'No other project was open lately',
    noMatch: 'No projects match.',
    otherFolder: 'Other folder…',
    about:
      'Voices, parameters and turn prefixes of roles with the same name are taken over; others you match by hand. The other project stays as it is.',
    reading: 'Reading the cast…',
    rules: 'Pronunciation rules too: {rules, plural, one {# new rule} other {# new rules}}, behind those that are here',
    changes: '{roles, plural, one {# role} other {# roles}} would be cast otherwise.',
    copy: 'Copy',
    matches: 'Match roles',
    match: '{role} is',
    noMatchingRole: 'No role: keep it as it is',
    noVoice: 'no voice there',
    cantCast: '{voice} can’t be cast here',
  },
  audition: {
    noLines: 'It has no line yet. In the script, write “{role}:” before what it says.',
    position: '{line} · {at, number} of {lines, number}',
    before: 'Previous line',
    next: 'Next line',
    nextHint: 'Another line',
    /** What the player says of it. */
    title: '{voice} as {role}',
    detail: '{line} · audition · {characters, plural, one {# character} other {# characters}} used',
    compare: 'Voices side by side',
    heading: 'Side by side',
    hearAll: 'Hear all in turn',
    stop: 'Stop',
    blind: 'Hide names',
    blindHint: 'Voices are called A to F, in an order by chance, until you reveal their names',
    /** A voice whose name is hidden. */
    hidden: 'Voice {letter}',
    prefer: 'Choose',
    preferHint: 'Choose {voice}',
    preferred: 'Chosen',
    reveal: 'Reveal names',
    type: 'Type words…',
    takeLine: 'Take a line',
    typed: 'Typed words',
    typedHint: 'What the voices are to say',
    /** What the player says of it. */
    compared: '{line} · equally loud · {characters, plural, one {# character} other {# characters}}',
    sends:
      '{voices, plural, one {# voice still to hear} other {# voices still to hear}}: {cost}. All are heard equally loud.',
    sendsNothing: 'All were spoken: hearing them again sends nothing. All are heard equally loud.',
    nothing: 'There is nothing to say yet.',
    failed: 'Not heard: {why}',
    notMeasured: 'Too short to be measured: heard as it is',
    end: 'End',
    leaveOut: 'Leave {voice} out',
    preview: 'Preview',
    previewHint: 'Preview with {voice}',
    cast: 'Cast',
    castHint: 'Cast: {voice}',
    isCast: 'Is cast',
    isCastHint: 'Is cast: {voice}',
  },
  /** The role that is chosen. */
  role: {
    heading:
      'Role · {lines, plural, one {# line} other {# lines}} · {characters, plural, one {# character} other {# characters}}',
    rename: 'Rename…',
    merge: 'Merge…',
    remove: 'Remove',
    voice: 'Voice',
    noVoice: 'No voice yet: choose one',
    anotherVoice: 'Choose another voice',
    audition: 'Audition',
    preview: 'Preview with {voice}',
    previewUnlisted: 'Preview with its voice',
    /** A voice that the service does not list, in the name of an audition. */
    unlisted: 'its voice',
    cast: 'Cast {voice}',
    eachTime: '{characters, plural, one {# character} other {# characters}} each time',
    parameters: 'How it speaks',
    explain: 'Explain these settings',
    reset: 'Set back {parameter} of {role}',
    resetHint: 'Back to “{value}”',
    overrides: 'Lines that differ · {lines, number}',
    overridesLabel: 'Lines of {role} with settings of their own',
    more: 'and {lines, number} more',
    show: '{line}: show it in the script',
    clearLine: 'Clear the settings of {line}',
    clear: 'Clear {parameter} ({lines, plural, one {# line} other {# lines}})',
    clearVoice: 'Clear voice ({lines, plural, one {# line} other {# lines}})',
    clearAll: 'Clear all ({lines, plural, one {# line} other {# lines}})',
    override: '{parameter} {value}',
    overrideVoice: 'another voice',
  },
} as const;
