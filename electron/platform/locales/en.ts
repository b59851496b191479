// Messages of the main process, shown outside the window or before it opens.

export const messages = {
  /** Menu items handled by the system. */
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
  /** The name of pasted text, in place of a file name. */
  clipboardName: 'Clipboard',
  notStarted: 'Lectern can’t start',
  /** File and folder dialogs of the system: title and confirm button. */
  dialog: {
    openProject: { title: 'Open Project', button: 'Open' },
    importScript: { title: 'Import Script', button: 'Import', scripts: 'Scripts', allFiles: 'All Files' },
    projectsFolder: { title: 'Folder for New Projects', button: 'Use This Folder' },
    locateProject: { title: 'Locate Project', button: 'Use This Project' },
    cover: { title: 'Choose a Cover', button: 'Use as Cover', pictures: 'Pictures' },
    sound: { title: 'Attach a Sound', button: 'Attach', sounds: 'Audio Files' },
    recordings: { title: 'Import a Recording', button: 'Import' },
    signer: {
      certificate: 'Choose a Certificate',
      key: 'Choose the Private Key of the Certificate',
      button: 'Choose',
      pem: 'PEM Files',
    },
    verify: { title: 'Verify Files', button: 'Verify' },
    pack: { title: 'Add a Voice Pack', button: 'Show Pack', archives: 'ZIP Archives' },
    export: { title: 'Export', button: 'Export Here' },
    save: { title: 'Save' },
  },
  /** Notifications that a run or an export has ended. */
  finished: {
    rendered: '{project} is rendered',
    renderingStopped: '{project}: run stopped',
    lines:
      '{rendered, plural, one {# line rendered} other {# lines rendered}}{failed, plural, =0 {} other {, # failed}}{inDoubt, plural, =0 {} other {, # in doubt}}{lost, plural, =0 {} other {, # lost}}.',
    exported: '{project} is exported',
    exportStopped: '{project}: export stopped',
    files:
      '{files, plural, one {# file} other {# files}}{failed, plural, =0 {} one {, # line failed} other {, # lines failed}}{leftOut, plural, =0 {} one {, # line left out} other {, # lines left out}}.',
    /** Two sentences: the result, and why it ended early. */
    withReason: '{what} {why}',
  },
  /** Before the window is closed during a run. */
  closing: {
    message: 'Lectern is still rendering.',
    detail:
      '{inFlight, plural, =0 {{waiting, plural, =0 {} one {# line is waiting to be sent. } other {# lines are waiting to be sent. }}} one {# line is being rendered{waiting, plural, =0 {} one { and # line is waiting to be sent} other { and # lines are waiting to be sent}}. } other {# lines are being rendered{waiting, plural, =0 {} one { and # line is waiting to be sent} other { and # lines are waiting to be sent}}. }}Lectern can continue in the background and notify you when it’s done. If you stop, nothing more will be sent. Lines already sent will be fetched when you reopen the project.',
    background: 'Keep Rendering in the Background',
    stop: 'Stop Sending and Quit',
    cancel: 'Cancel',
  },
  /** Before the window is closed while edits could not be saved. */
  unsaved: {
    message: 'Some edits couldn’t be saved.',
    detail:
      'The window says why. Keep it open until the edits are saved, or copy them elsewhere. If you close the window, the edits will be lost.',
    keep: 'Keep the Window Open',
    close: 'Close and Lose Them',
  },
  /** Before another project replaces the open one. */
  leaving: {
    stay: 'Stay Here',
    unsaved: {
      message: 'Some edits couldn’t be saved.',
      detail: 'The window says why. If you open another project, the edits will be lost.',
      button: 'Open and Lose Them',
    },
  },
  /** A project that another Lectern has open for writing. `why` is a sentence. */
  inUse: {
    message: 'The project is in use.',
    detail: '{why}\n\nYou can open it here to listen, review and export.',
    open: 'Open Read-Only',
    cancel: 'Cancel',
  },
  /** The window’s content crashed several times in a row. */
  recovery: {
    message: 'The window keeps crashing.',
    detailWithProject:
      'The open project may be the cause. Saved edits are safe. You can close the project and continue in the library.',
    detail: 'Saved edits are safe. If it keeps happening, restart Lectern.',
    'close-project': 'Close the Project',
    retry: 'Try Again',
    quit: 'Quit',
  },
  notOpened: {
    message: 'The project could not be opened.',
    /** `problem` is an untranslated error code. */
    detail: '{path} ({problem})',
  },
  /** Process names in the system’s task list. */
  process: {
    studio: 'Lectern studio',
    service: 'Lectern local service',
    voicePack: 'Lectern voice pack',
    recogniser: 'Lectern speech recogniser',
  },
} as const;
