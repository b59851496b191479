// The window frame: top bar, sidebar, project notices, status bar, command palette.

export const frame = {
  lectern: 'Lectern',
  inspector: 'Inspector',
  clipboardEmpty: 'The clipboard has no text.',
  studioRestarted: 'The project closed unexpectedly and was reopened. No saved work is lost.',
  /** Shown when the spoken disclosure changes because a voice, the kind of the book or its language has changed. */
  disclosure: {
    added: 'The opening credits now start with “{sentence}”, because of the voices that read this book.',
    removed: '“{sentence}” was removed from the opening credits. The voices that read this book no longer require it.',
    reworded: 'The disclosure in the opening credits is now: “{sentence}”',
    change: 'Change in book details…',
  },
  /** Shown when a screen fails to render. */
  defect: {
    title: 'Lectern hit a bug on this screen',
    detail: 'No saved work is lost. Error: {message}',
    retry: 'Reload screen',
  },
  bar: {
    library: 'Library',
    settings: 'Settings',
    screens: 'Screens',
    screen: { script: 'Script', cast: 'Cast', production: 'Production', review: 'Review', export: 'Export' },
    palette: 'Command palette',
    commands: 'Commands',
    back: 'Back to the project',
    readOnly: 'read-only',
    paused: 'Paused at {rendered, number} of {lines, number}',
    rendering: 'Rendering {rendered, number} of {lines, number}',
    nothingToRender: 'Nothing to render',
    render: 'Render {lines, plural, one {# line} other {# lines}}…',
    saved: { saved: 'saved', saving: 'saving…', unsaved: 'not saved' },
    /** Title and detail of the error that prevents saving. */
    whyUnsaved: '{title}. {detail} Retrying.',
  },
  /** The list of chapters, and that of roles. */
  panel: {
    width: 'Sidebar width',
    widthHint: 'Drag to resize. Double-click to reset.',
    label: 'Chapters and roles',
    chapters: 'Chapters',
    continuous: 'All chapters in one scroll',
    filter: 'Filter chapters',
    filterPlaceholder: 'Filter',
    noMatch: 'No chapters match “{filter}”.',
    lines: '{lines, plural, one {# line} other {# lines}}',
    progress: '{chapter}: {progress}',
    emptied: 'cleared',
    emptiedHint: 'Chapter cleared. Open it and undo to restore its text.',
    openInScript: 'Open in the script',
    moveUp: 'Move up',
    moveDown: 'Move down',
    moved: '“{chapter}” was moved.',
    roles: 'Roles',
    voice: '{role}: {voice}',
    noVoice: '{role}: no voice',
    showAllRoles: 'Show all roles',
    showRole: 'Show only this role',
    review: 'Review this role’s lines',
    openInCast: 'Open in the cast',
  },
  notice: {
    label: 'About this project',
    gone: 'This project’s folder was moved, replaced or deleted while it was open. Saving and sending are paused until you put it back or open the project in its new location.',
    movedTo:
      'This project’s folder was moved to {folder} while it was open. Saving and sending are paused until you open it there.',
    openThere: 'Open it there',
    find: 'Find project…',
    close: 'Close project',
    moved:
      'This project has moved. Sending is paused until you confirm that it belongs here. If this is a copy, lines sent from the original since then aren’t recorded here, so they would be sent and charged again.',
    belongs: 'Confirm location',
    confirmed: 'Location confirmed. Runs can resume.',
    otherService:
      'This project uses {own, select, local {the local service} other {{own}}}. To render or audition with {used}, switch the project to it first.',
    useOther: 'Switch to {service}',
    goOn: 'Continue without these changes',
    copy: 'Make a copy…',
    reopen: 'Reopen',
    reopenHint: 'Also loads changes made elsewhere',
    understood: 'OK',
    /** Problems found when the project was opened. */
    opened: {
      'no-log':
        'On the drive with {path}, saving is slower, and other windows and commands have to wait for it. A local drive is faster.',
      synced:
        'This project is in {by}, which copies files while Lectern writes them. This can damage the project. Move it to a folder that isn’t synchronised, or pause {by} while you work.',
      doubtful:
        '{lines, plural, one {Lectern quit while sending # line, so it’s unclear whether the service received it.} other {Lectern quit while sending # lines, so it’s unclear whether the service received them.}}',
      repaired:
        '{lines, plural, one {The record of # line couldn’t be read. It was repaired, or the line is now marked as being in doubt.} other {The records of # lines couldn’t be read. They were repaired, or the lines are now marked as being in doubt.}}',
      recovered:
        '{files, plural, one {# missing audio file was restored from an export.} other {# missing audio files were restored from an export.}}',
    },
  },
  /** Status bar: service, budget of this minute, run. */
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
    /** `<more>` is hidden in narrow windows. */
    characters: 'characters<more> this minute</more>',
    requests: 'requests',
    used: '{used, number} / {limit, number}',
    /** Facts about the run, one after the other. */
    queue: {
      open: 'Open the render queue',
      overBudget: 'Render queue: budget reached',
      held: 'Render queue paused · {projects, plural, one {# project} other {# projects}}',
      rendering:
        '{projects, plural, one {# project} other {# projects}} rendering · {rendered, number} of {lines, number}',
      waiting: '{projects, number} waiting',
    },
    run: {
      running: '{batches, plural, one {# batch} other {# batches}} in flight',
      paused: 'Paused',
      stopping: 'Waiting for replies',
      finished: 'Finished',
      stopped: 'Stopped',
      rendered: '{rendered, number} of {lines, plural, one {# line} other {# lines}}',
      failed: '{lines, number} failed',
      inDoubt: '{lines, number} in doubt',
      lost: '{lines, number} lost',
      doneAt: 'done at {time}',
      wait: {
        budget: 'minute limit reached, continuing at {time}',
        'rate-limited': 'service asked to wait until {time}',
        unreachable: 'service unreachable, retrying at {time}',
        doubt: 'a batch is in doubt, continuing at {time}',
      },
    },
  },
  palette: {
    title: 'Command palette',
    field: 'Command',
    placeholder: 'A command, a setting, a chapter, a role, a project…',
    found: 'Results',
    nothing: 'No results for “{query}”',
    setting: 'Setting',
    chapter: 'Chapter',
    role: 'Role',
    project: 'Project',
    lines: '{lines, plural, one {# line} other {# lines}}',
  },
  manual: { title: 'Manual', pages: 'Pages' },
  shortcuts: { title: 'Keyboard shortcuts', inTakes: 'In the takes table', inPlayer: 'Player' },
  undo: {
    nothing: 'Nothing to undo.',
    nothingToRedo: 'Nothing to redo.',
    elsewhere:
      'Last change, in {screen, select, library {the library} script {Script} cast {Cast} production {Production} review {Review} export {Export} other {Settings}}: {what} To revert it, undo again.',
    takenBack: 'Undone: {what}',
    doneAgain: 'Redone: {what}',
    undo: 'Undo',
    redo: 'Redo',
  },
} as const;
