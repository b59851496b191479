// What the frame of the window says: top bar, chapters and roles, notices about the project, status strip, palette.

export const frame = {
  lectern: 'Lectern',
  inspector: 'Inspector',
  clipboardEmpty: 'The clipboard has no text.',
  studioRestarted: 'The process that holds the project ended and was started again. Nothing that was saved is lost.',
  /** Where a screen can't be drawn. */
  defect: {
    title: 'This screen ran into a defect of Lectern',
    detail: 'Nothing that was saved is lost. What it said: {message}',
    retry: 'Show it again',
  },
  bar: {
    library: 'Library',
    settings: 'Settings',
    screens: 'Screens',
    screen: { script: 'Script', cast: 'Cast', production: 'Production', review: 'Review', export: 'Export' },
    /** The button of the palette: for those who listen, and where the palette has no keys. */
    palette: 'Command palette',
    commands: 'Commands',
    back: 'Back to the project',
    readOnly: 'read-only',
    paused: 'Paused {rendered, number} of {lines, number}',
    rendering: 'Rendering {rendered, number} of {lines, number}',
    nothingToRender: 'Nothing to render',
    render: 'Render {lines, plural, one {# line} other {# lines}}…',
    saved: { saved: 'saved', saving: 'saving…', unsaved: 'not saved' },
    /** Why it is not saved: an error’s title and what it says. */
    whyUnsaved: '{title}. {detail} It is being tried again.',
  },
  /** The list of chapters, and that of roles. */
  panel: {
    width: 'Width of chapters and roles',
    widthHint: 'Drag to make it wider or narrower. Double-click for the usual width.',
    label: 'Chapters and roles',
    chapters: 'Chapters',
    continuous: 'All chapters in one scroll',
    filter: 'Filter chapters',
    filterPlaceholder: 'Filter',
    noMatch: 'No chapters match “{filter}”.',
    lines: '{lines, plural, one {# line} other {# lines}}',
    progress: '{chapter}: {progress}',
    emptied: 'emptied',
    emptiedHint: 'Emptied. Open it and undo to bring its words back.',
    openInScript: 'Open in the script',
    moveUp: 'Move up',
    moveDown: 'Move down',
    moved: '“{chapter}” was moved.',
    roles: 'Roles',
    voice: '{role}: {voice}',
    noVoice: '{role}: no voice',
    showAllRoles: 'Show all roles',
    showRole: 'Show only this role',
    review: 'Review its lines',
    openInCast: 'Open in the cast',
  },
  /** What someone should know of the open project. */
  notice: {
    label: 'About this project',
    gone: 'This project’s folder was moved, replaced or deleted while it was open. Nothing more is saved or sent until you put it back, or open the project where it is now.',
    movedTo:
      'This project’s folder was moved to {folder} while it was open. Nothing more is saved or sent until you open it there.',
    openThere: 'Open it there',
    find: 'Find project…',
    close: 'Close project',
    moved:
      'This project lies elsewhere than before: nothing is sent until you confirm that it belongs here. If it is a copy, lines that were sent from the original since then are not recorded here, and would be sent and paid for again.',
    belongs: 'It belongs here',
    confirmed: 'The project belongs here: its runs may go on.',
    otherService:
      'This project belongs to another service, {own, select, local {the local service} other {{own}}}: nothing is sent or auditioned with {used} unless you use it for the project.',
    useOther: 'Use {service} from now on',
    goOn: 'Go on without it',
    copy: 'Make a copy…',
    reopen: 'Open again',
    reopenHint: 'Also shows what was changed elsewhere',
    understood: 'Understood',
    /** Of a project that opened all the same. */
    opened: {
      'no-log':
        "The drive that holds {path} can''t keep a write-ahead log, so saving is slower, and readers wait while it lasts; a drive of this machine is faster.",
      doubtful:
        '{lines, plural, one {Lectern was ended while # line was being sent: whether the service has it is in doubt.} other {Lectern was ended while # lines were being sent: whether the service has them is in doubt.}}',
      repaired:
        'The database had rows of {lines, plural, one {# line} other {# lines}} that could not be read. They were repaired, or are in doubt now.',
      recovered:
        '{files, plural, one {# missing audio file was put back from an export.} other {# missing audio files were put back from an export.}}',
    },
  },
  /** Below everything: the service, this minute’s budget, the run. */
  strip: {
    local: 'Local service',
    connection: {
      none: 'No service connected',
      connecting: '{service} · connecting…',
      ready: '{service}',
      readyWithPlan: '{service} · {plan}',
      'key-needed': '{service} · key needed',
      failed: '{service} · not connected',
    },
    /** What is in `<more>` is hidden where there is no room. */
    characters: 'characters<more> this minute</more>',
    requests: 'requests',
    used: '{used, number} / {limit, number}',
    /** Facts about the run, one after the other. */
    run: {
      running: '{batches, plural, one {# batch} other {# batches}} in flight',
      paused: 'paused',
      stopping: 'waiting for what was sent',
      finished: 'run finished',
      stopped: 'run stopped',
      rendered: '{rendered, number} of {lines, plural, one {# line} other {# lines}}',
      failed: '{lines, number} failed',
      inDoubt: '{lines, number} in doubt',
      lost: '{lines, number} lost',
      doneAt: 'done at {time}',
      wait: {
        budget: 'waits for budget until {time}',
        'rate-limited': 'refused, waits until {time}',
        unreachable: 'service not reached, tries again at {time}',
        doubt: 'waits for you since a batch is in doubt, until {time}',
      },
    },
  },
  palette: {
    title: 'Command palette',
    field: 'Command',
    placeholder: 'A command, a chapter, a role, a project…',
    found: 'Found',
    nothing: 'Nothing is called that.',
    chapter: 'Chapter',
    role: 'Role',
    project: 'Project',
    lines: '{lines, plural, one {# line} other {# lines}}',
  },
  manual: { title: 'Manual', pages: 'Pages' },
  shortcuts: { title: 'Keyboard shortcuts', inTakes: 'In the table of takes', inPlayer: 'Player' },
  undo: {
    nothing: 'There is nothing to take back.',
    nothingToRedo: 'There is nothing to do again.',
    elsewhere:
      'Done last, in {screen, select, library {the library} script {Script} cast {Cast} production {Production} review {Review} export {Export} other {Settings}}: {what} Undo again to take it back.',
    takenBack: 'Taken back: {what}',
    doneAgain: 'Done again: {what}',
    undo: 'Undo',
    redo: 'Redo',
  },
} as const;
