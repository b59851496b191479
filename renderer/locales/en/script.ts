// What the script screen says: the editor, finding and replacing, and what commands did to the text.

export const script = {
  label: 'Script',
  unsaved: {
    sentence:
      '<strong>Not saved.</strong> {title}: {detail} What you type stays here, and it is tried again every few seconds.',
    retry: 'Try now',
  },
  overlap: 'The script was changed elsewhere at the place that you were editing. Both changes are in: look it over.',
  reachesOver: 'A selection over the start of a chapter can be copied but not changed: edit one chapter at a time.',
  editedSince: 'The text was edited since.',
  editedSinceUndoThere: 'The text was edited since: undo there by Ctrl Z.',
  noTake: 'This line has no take to play yet.',
  /** The menu of a line. */
  menu: {
    moveUp: 'Move up',
    moveDown: 'Move down',
    label: 'Line',
    audition: 'Audition this line',
    cut: 'Cut',
    copy: 'Copy',
  },
  /** Lines that go to another chapter. */
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
    none: 'Put the cursor in a line, or select some, to move them.',
    moved: '{lines, plural, one {Moved # line to “{chapter}”.} other {Moved # lines to “{chapter}”.}}',
    already:
      '{lines, plural, one {The line is there in “{chapter}” already.} other {The lines are there in “{chapter}” already.}}',
    /** Beside the pointer. */
    dragged: '{lines, plural, one {# line} other {# lines}}',
  },
  nothingSpoken: 'Nothing of this is spoken.',
  nothingToRegroup: '{action, select, group {There is nothing to group here.} other {There is no dialog here.}}',
  regrouped: '{before, plural, one {# line became {after, number}.} other {# lines became {after, number}.}}',
  /** Shown where nothing is written yet; the rows are a sample of a script. `keys` are those of a command, or none. */
  empty: {
    script: 'An empty script',
    start:
      '{keys, select, none {Type here, paste a text, or import a file.} other {Type here, paste a text, or import a file ({keys}).}}',
    title: '# Act I',
    narration: 'A paragraph is a line that NARRATOR speaks.',
    turn: 'ALGERNON: A name in capitals and a colon: a line of that role.',
    direction: '(A paragraph in brackets is a direction. It is not spoken.)',
    chapter: 'An empty chapter',
    undo: '{keys, select, none {Undo brings its words back. To start over, begin with a title:} other {Undo brings its words back ({keys}). To start over, begin with a title:}}',
  },
  /** Words that are marked in the text, with what to do about them. */
  mark: {
    bracket: 'Will be read aloud. Put a direction in round brackets, or a backslash before the bracket if you mean it.',
    prefix: 'The service takes these words for the start of a turn. Change them, or the role’s turn prefix.',
  },
  /** Below a paragraph that can’t be rendered. */
  problem: {
    'three-roles':
      'More than two roles in one paragraph: it can’t be rendered. Put a blank row between them, so that each becomes a line.',
    'too-long':
      'Too long for one job, and nowhere to cut it: it can’t be rendered. Shorten it, or put a blank row into it.',
  },
  /** What the dot beside a line shows: `fresh: Rendered as it stands.` */
  dot: { state: '{state}: {meaning}', plays: '{state}: {meaning} Click to play.' },
  /** Behind a role’s name that is begun: what is left of it, and the key that writes it. */
  completion: { key: 'Tab', label: '{rest} with Tab' },
  find: {
    label: 'Find and replace',
    close: 'Close find',
    query: 'Find',
    queryPlaceholder: 'Find',
    scope: 'Where to find',
    inChapter: 'Chapter',
    inScript: 'Whole script',
    replacement: 'Replace with',
    replacementPlaceholder: 'Replace with',
    matchCase: 'Match case',
    wholeWord: 'Whole word',
    regexp: 'Regular expression',
    badExpression: 'This is no regular expression.',
    slowExpression: 'This expression takes too long.',
    replace: 'Replace',
    replaceAll: 'Replace all',
    replaceInScript:
      '{places, plural, =0 {Replace all in script} one {Replace # in script} other {Replace # in script}}',
    previous: 'Previous match',
    previousHint: 'Previous (Shift Enter)',
    next: 'Next match',
    nextHint: 'Next (Enter)',
    none: 'nothing found',
    looking: 'looking…',
    total: '{counted, select, all {{matches, number} found} other {{matches, number} or more found}}',
    current:
      '{counted, select, all {{current, number} of {matches, number}} other {{current, number} of {matches, number} or more}}',
    first: 'first {shown, number} of {matches, number}',
    results: 'What was found',
    opening: 'Before the first chapter',
    where: '{chapter} · {place}',
    replacedInChapter:
      '{places, plural, one {Replaced in # place of this chapter.} other {Replaced in # places of this chapter.}}',
    replacedInScript:
      '{places, plural, one {Replaced in # place of {chapters, plural, one {# chapter} other {# chapters}}.} other {Replaced in # places of {chapters, plural, one {# chapter} other {# chapters}}.}}',
    nothingReplaced: 'Nothing was replaced.',
    undoAll: 'Undo all',
    chaptersEditedSince:
      '{chapters, plural, one {One chapter was edited since and left as it is: undo there by Ctrl Z.} other {# chapters were edited since and left as it is: undo there by Ctrl Z.}}',
  },
} as const;
