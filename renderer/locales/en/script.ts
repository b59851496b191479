// The script screen: the editor, find and replace, and the results of commands.

export const script = {
  label: 'Script',
  unsaved: {
    sentence:
      '<strong>Not saved.</strong> {title}: {detail} Your text stays here; saving is retried every few seconds.',
    retry: 'Try now',
  },
  overlap: 'The text you’re editing was also changed elsewhere. Both changes were kept. Check the result.',
  reachesOver: 'A selection across chapters can be copied but not edited. Edit one chapter at a time.',
  editedSince: 'The text has changed since then.',
  editedSinceUndoThere: 'The text has changed since then. To undo, press Ctrl Z in the text.',
  noTake: 'This line has no take to play yet.',
  noWordTimes: 'The word times of this line aren’t known yet.',
  /** The menu of a line. */
  menu: {
    moveUp: 'Move up',
    moveDown: 'Move down',
    label: 'Line',
    audition: 'Audition this line',
    cut: 'Cut',
    copy: 'Copy',
  },
  move: {
    title: '{lines, plural, one {Move # line to a chapter} other {Move # lines to a chapter}}',
    filter: 'Filter chapters',
    chapters: 'Chapters',
    noMatch: 'No chapters match “{filter}”.',
    side: 'Where in the chapter',
    start: 'At the start',
    end: 'At the end',
    cancel: 'Cancel',
    move: 'Move',
    none: 'To move lines, put the cursor in one line or select several.',
    moved: '{lines, plural, one {Moved # line to “{chapter}”.} other {Moved # lines to “{chapter}”.}}',
    already:
      '{lines, plural, one {The line is already in that place in “{chapter}”.} other {The lines are already in that place in “{chapter}”.}}',
    /** Beside the pointer. */
    dragged: '{lines, plural, one {# line} other {# lines}}',
  },
  nothingSpoken: 'The selection has no spoken text.',
  nothingToRegroup: '{action, select, group {Nothing to group here.} other {No dialog here.}}',
  regrouped: '{before, plural, one {# line became {after, number}.} other {# lines became {after, number}.}}',
  /** Shown in empty scripts and chapters. The rows are a sample script; `keys` is a shortcut or `none`. */
  empty: {
    script: 'An empty script',
    start:
      '{keys, select, none {Type here, paste text, or import a file.} other {Type here, paste text, or import a file ({keys}).}}',
    title: '# Act I',
    narration: 'A paragraph is a line spoken by NARRATOR.',
    turn: 'ALGERNON: A name in capitals and a colon starts that role’s line.',
    direction: '(A paragraph in brackets is a direction. It is not spoken.)',
    chapter: 'An empty chapter',
    undo: '{keys, select, none {Undo to restore its text. To start over, begin with a title:} other {Undo to restore its text ({keys}). To start over, begin with a title:}}',
  },
  /** Hints on marked text. */
  mark: {
    bracket:
      'This will be read aloud. For a direction, use round brackets. To keep the bracket, put a backslash before it.',
    prefix: 'The service reads these words as the start of a turn. Change them or the role’s turn prefix.',
  },
  /** Below a paragraph that can’t be rendered. */
  problem: {
    'three-roles': 'Can’t be rendered: more than two roles in one paragraph. Put a blank line between them.',
    'too-long':
      'Can’t be rendered: too long to send, and can’t be split automatically. Shorten it or split it with a blank line.',
  },
  /** The tooltip of a line’s status dot. */
  dot: { state: '{state}: {meaning}', plays: '{state}: {meaning} Click to play.' },
  /** Completion of a role name: the rest of the name, and the key that accepts it. */
  completion: { key: 'Tab', label: '{rest} with Tab' },
  find: {
    label: 'Find and replace',
    close: 'Close find',
    query: 'Find',
    queryPlaceholder: 'Find',
    scope: 'Search in',
    inChapter: 'Chapter',
    inScript: 'Whole script',
    replacement: 'Replace with',
    replacementPlaceholder: 'Replace with',
    matchCase: 'Match case',
    wholeWord: 'Whole word',
    regexp: 'Regular expression',
    badExpression: 'Invalid regular expression.',
    slowExpression: 'This expression takes too long to search for.',
    replace: 'Replace',
    replaceAll: 'Replace all',
    replaceInScript:
      '{places, plural, =0 {Replace all in script} one {Replace # in script} other {Replace # in script}}',
    previous: 'Previous match',
    previousHint: 'Previous (Shift Enter)',
    next: 'Next match',
    nextHint: 'Next (Enter)',
    none: 'no results',
    looking: 'searching…',
    total: '{counted, select, all {{matches, number} found} other {{matches, number} or more found}}',
    current:
      '{counted, select, all {{current, number} of {matches, number}} other {{current, number} of {matches, number} or more}}',
    first: 'first {shown, number} of {matches, number}',
    results: 'Search results',
    opening: 'Before the first chapter',
    where: '{chapter} · {place}',
    replacedInChapter:
      '{places, plural, one {Replaced # match in this chapter.} other {Replaced # matches in this chapter.}}',
    replacedInScript:
      '{places, plural, one {Replaced # match in {chapters, plural, one {# chapter} other {# chapters}}.} other {Replaced # matches in {chapters, plural, one {# chapter} other {# chapters}}.}}',
    nothingReplaced: 'Nothing was replaced.',
    undoAll: 'Undo all',
    chaptersEditedSince:
      '{chapters, plural, one {One chapter has been edited since then, so it was left unchanged. To undo, press Ctrl Z in that chapter.} other {# chapters have been edited since then, so they were left unchanged. To undo, press Ctrl Z in those chapters.}}',
  },
} as const;
