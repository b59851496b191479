// Names of commands and menus, for the system's menu bar, the command palette and the shortcut list.

export const commands = {
  menu: {
    file: 'File',
    edit: 'Edit',
    go: 'Go',
    production: 'Production',
    review: 'Review',
    view: 'View',
    help: 'Help',
  },
  /** By command id. A trailing ellipsis means that a dialog follows. */
  label: {
    project: {
      new: 'New project…',
      open: 'Open project…',
      import: 'Import script…',
      importClipboard: 'Import from the clipboard…',
      importRecording: 'Import recording…',
      close: 'Close project',
      reveal: 'Show project in folder',
      snapshots: 'Snapshots…',
    },
    book: {
      details: 'Book details…',
    },
    export: {
      open: 'Export…',
      verify: 'Verify files…',
    },
    settings: {
      open: 'Settings',
    },
    edit: {
      undo: 'Undo',
      redo: 'Redo',
    },
    script: {
      find: 'Find and replace',
      findAll: 'Find in whole script',
      group: 'Group turns into a dialog',
      ungroup: 'Ungroup dialog',
      chapterUp: 'Move chapter up',
      chapterDown: 'Move chapter down',
      moveToChapter: 'Move lines to chapter…',
      audition: 'Audition selection',
      playLine: 'Play this line',
      playFromWord: 'Play from this word',
      continuous: 'Scroll through all chapters',
    },
    cast: {
      addRole: 'Add role…',
    },
    go: {
      script: 'Script',
      cast: 'Cast',
      production: 'Production',
      review: 'Review',
      export: 'Export',
      library: 'Library',
      nextChapter: 'Next chapter',
      previousChapter: 'Previous chapter',
    },
    run: {
      start: 'Render remaining lines',
      renderLine: 'Render this line',
      pause: 'Pause or resume',
      cancel: 'Cancel unsent lines',
      retry: 'Retry failed lines',
    },
    queue: { open: 'Render queue' },
    review: {
      playThrough: 'Play through the chapter',
      playFiltered: 'Play filtered lines in this order',
      previousLine: 'Play previous line',
      nextLine: 'Play next line',
      approve: 'Approve take',
      reject: 'Reject take',
      retake: 'Reject and render again',
      anotherTake: 'Render another take',
      approveRest: 'Approve listed takes without a verdict',
      retrySuspicious: 'Render suspicious lines again…',
      exportNotes: 'Export notes…',
      importPickups: 'Import corrections…',
    },
    palette: {
      open: 'Command palette',
    },
    view: {
      inspector: 'Show or hide the inspector',
      theme: 'Switch between light and dark',
    },
    help: {
      manual: 'Manual',
      shortcuts: 'Keyboard shortcuts',
    },
  },
} as const;
