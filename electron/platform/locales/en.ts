// What the main process says, in English: outside the window, and before there is one.

export const messages = {
  /** Entries of the menu that the system carries out. */
  menu: {
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    resetZoom: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    togglefullscreen: 'Toggle Full Screen',
    toggleDevTools: 'Toggle Developer Tools',
    close: 'Close Window',
    quit: 'Quit',
    exit: 'Exit',
  },
  /** What a pasted text is called, as a file would be. */
  clipboardName: 'Clipboard',
  notStarted: 'Lectern can’t start',
  /** The system's dialogs for files and folders: the title, and the button that takes what was chosen. */
  dialog: {
    openProject: { title: 'Open Project', button: 'Open' },
    importScript: { title: 'Import Script', button: 'Import', scripts: 'Scripts', allFiles: 'All Files' },
    projectsFolder: { title: 'Folder for New Projects', button: 'Make Projects Here' },
    locateProject: { title: 'Locate Project', button: 'It Lies Here' },
    cover: { title: 'Choose a Cover', button: 'Use as Cover', pictures: 'Pictures' },
    pack: { title: 'Add a Voice Pack', button: 'Show Pack', archives: 'ZIP Archives' },
    export: { title: 'Export', button: 'Export Here' },
    save: { title: 'Save' },
  },
  /** A run or an export that came to its end, as a notification. */
  finished: {
    rendered: '{project} is rendered',
    renderingStopped: '{project}: the run stopped',
    lines:
      '{rendered, plural, one {# line rendered} other {# lines rendered}}{failed, plural, =0 {} other {, # failed}}{inDoubt, plural, =0 {} other {, # in doubt}}{lost, plural, =0 {} other {, # lost}}.',
    exported: '{project} is exported',
    exportStopped: '{project}: the export stopped',
    files:
      '{files, plural, one {# file} other {# files}}{failed, plural, =0 {} one {, # line failed} other {, # lines failed}}{leftOut, plural, =0 {} one {, # line left out} other {, # lines left out}}.',
    /** Two sentences: what was done, and why it ended there. */
    withReason: '{what} {why}',
  },
  /** Before the window is closed while a run is on. */
  closing: {
    message: 'Lectern is still rendering.',
    detail:
      '{inFlight, plural, =0 {{waiting, plural, =0 {} one {# line waits to be sent. } other {# lines wait to be sent. }}} one {# line is being rendered{waiting, plural, =0 {} one { and # line waits to be sent} other { and # lines wait to be sent}}. } other {# lines are being rendered{waiting, plural, =0 {} one { and # line waits to be sent} other { and # lines wait to be sent}}. }}Without its window it goes on and tells you when it is done. If you stop, nothing more is sent; what was sent is fetched when you open the project again.',
    background: 'Keep Rendering in the Background',
    stop: 'Stop After What Is Sent and Quit',
    cancel: 'Cancel',
  },
  /** Before the window is closed while edits could not be saved. */
  unsaved: {
    message: 'Some edits could not be saved.',
    detail: 'The window says why. Keep it open until they are saved, or copy them elsewhere: closing it loses them.',
    keep: 'Keep the Window Open',
    close: 'Close and Lose Them',
  },
  /** Before another project takes the place of the one that is open. */
  leaving: {
    stay: 'Stay Here',
    unsaved: {
      message: 'Some edits could not be saved.',
      detail: 'The window says why. Opening another project loses them.',
      button: 'Open and Lose Them',
    },
    running: {
      message: 'Lectern is still rendering.',
      detail:
        'Opening another project pauses the run: nothing more is sent, and what was sent is fetched when you open this project again.',
      button: 'Pause and Open',
    },
  },
  /** A project that another Lectern is writing. `why` is a sentence. */
  inUse: {
    message: 'The project is in use.',
    detail: '{why}\n\nIt can be opened here to listen, review and export.',
    open: 'Open to Read',
    cancel: 'Cancel',
  },
  notOpened: {
    message: 'The project could not be opened.',
    /** `problem` is a name of the code: there are no words for it. */
    detail: '{path} ({problem})',
  },
  /** Processes, as the system lists them. */
  process: { studio: 'Lectern studio', service: 'Lectern local service' },
} as const;
