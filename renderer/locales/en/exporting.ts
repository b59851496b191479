// What the export says: the choices and what would come of them, its progress, its report, and the presets.

export const exporting = {
  title: 'Export',
  empty: {
    about: 'A file for each line, in a folder of your choice.',
    title: 'No lines yet',
    detail: 'Write or import a script: each paragraph becomes a line to render, and then to export.',
    go: 'Go to the script',
  },
  form: {
    about: 'A file for each line of {project}. Nothing is written yet.',
    begin: 'Export {files, plural, one {# file} other {# files}}',
    chooseFolder: 'Choose a folder…',
  },
  /** Why nothing can be exported as it is chosen. */
  hindrance: {
    noLines: 'No line is chosen.',
    noTakes: 'None of these lines has a take to export.',
    names: 'The names can’t be used.',
    folder: 'The folder can’t be used.',
  },
  /** What the large figures count: the figure stands above. */
  figure: {
    files: '{files, plural, one {file} other {files}}',
    audio: 'of audio',
    size: 'in size',
    withoutTake: 'without a take',
    staleExported: 'stale, exported',
    staleLeftOut: 'stale, left out',
  },
  remark: {
    pauses: 'The script’s [pause] marks are in no file: each file holds its line alone.',
    withoutTake:
      '{without, plural, one {# line of {lines, number} has no take and is left out.} other {# lines of {lines, number} have no take and are left out.}}',
    render: 'Render them…',
    suspicious:
      '{lines, plural, one {The take of # line looks suspicious and isn’t approved.} other {The takes of # lines look suspicious and aren’t approved.}}',
    notApproved:
      '{lines, plural, one {# line is not approved and left out.} other {# lines are not approved and left out.}}',
    review: 'Review them…',
    damaged:
      '{lines, plural, one {# line would fail: its audio is not as it was kept} other {# lines would fail: their audio is not as it was kept}}',
    damagedList: 'Lines that would fail',
  },
  folder: {
    heading: 'Folder',
    none: 'No folder is chosen yet.',
    another: 'Another folder…',
    contents: 'Existing files',
    isNew: 'There is no such folder yet: it is made.',
    isEmpty: 'The folder is empty.',
    former: 'This project was exported there on {moment}: {files, plural, one {# file} other {# files}}.',
    notBefore: 'This project was not exported there before.',
    interrupted: 'An export was broken off there: what it left is tidied up first.',
    becomes:
      '{kept, plural, one {# file stays as it is} other {# files stay as they are}}{moved, plural, =0 {} one {, # file gets another name} other {, # files get another name}}, {written, plural, one {# file is written} other {# files are written}}{binned, plural, =0 {} one {, # file goes to the folder’s bin} other {, # files go to the folder’s bin}}.',
    foreign:
      '{things, plural, one {There is # thing in it that is not Lectern’s: it is never touched.} other {There are # things in it that are not Lectern’s: they are never touched.}}',
    full: 'The drive has {free} free, and about {size} would be written: make room, or choose another drive.',
    longPaths:
      '{paths, plural, one {# path has more than 259 characters, which many programs on Windows can’t open: shorten the names, or choose a folder higher up.} other {# paths have more than 259 characters, which many programs on Windows can’t open: shorten the names, or choose a folder higher up.}}',
  },
  lines: {
    heading: 'Lines',
    extent: 'Which chapters',
    wholeScript: 'Whole script',
    chosenChapters: 'Chosen chapters',
    approvedOnly: 'Only approved lines',
    stale:
      'Include outdated lines (use their previous take): {lines, plural, one {# line} other {# lines}} in the script',
    chapters: 'Chapters to export',
    opening: 'Opening',
    untitled: 'Chapter {chapter}',
    fresh: '{fresh, number} of {lines, plural, one {# line} other {# lines}} fresh',
    all: 'All',
    none: 'None',
    chosen: '{chosen, number} of {chapters, plural, one {# chapter} other {# chapters}} chosen',
  },
  format: {
    heading: 'Format',
    wav: { label: 'WAV', about: 'As it was rendered, 16 bit. For editing and for masters.' },
    flac: { label: 'FLAC', about: 'The same sound to the bit, at about half the size.' },
    mp3: { label: 'MP3', about: 'Small, and every player opens it.' },
    ogg: { label: 'Ogg', about: 'Vorbis: small, for the web and for games.' },
    mulaw: { label: 'µ-law', about: 'WAV for telephone systems, 8 bit.' },
  },
  names: {
    heading: 'Names',
    template: 'Names of the files',
    fields: 'Fields to insert',
    hint: 'A <slash>/</slash> makes folders. What a file system forbids is left out of names.',
    preview: 'Preview of the names',
    /** Which line of the export a name is of; the line itself is only read aloud. */
    which: {
      first: 'First <unseen>(line {line})</unseen>',
      longest: 'Longest <unseen>(line {line})</unseen>',
      last: 'Last <unseen>(line {line})</unseen>',
    },
    /** The place in the template, in characters, and what is wrong there. */
    problem: '<place>{characters, plural, one {Character {from}} other {Characters {from} to {to}}}: </place>{problem}',
    collisions:
      '{count, plural, one {# line has the name of another one and gets a number} other {# lines have the name of another one and get a number}}{example, select, none {} other {, as line {line}: <name>{file}</name>}}.',
    cut: '{count, plural, one {# name would be too long and is cut} other {# names would be too long and are cut}}{example, select, none {} other {, as line {line}: <name>{file}</name>}}.',
    /** What the fields of a template stand for. */
    field: {
      chapter: 'the chapter’s number',
      chapter_title: 'the chapter’s title',
      line: 'its number in the script',
      line_in_chapter: 'its number in the chapter',
      id: 'a number that never changes',
      role: 'who speaks',
      words: 'the first words',
      take: 'the take’s number',
      project: 'the project’s name',
    },
  },
  /** Before an export that would not have all lines. */
  ask: {
    title: 'This export is not complete',
    cancel: 'Cancel',
    render: 'Go to Production',
    export: 'Export anyway',
  },
  checks: 'Checks that failed or need a look',
  progress: {
    about: 'Files are being written.',
    aboutFolder: 'Files are being written to {folder}.',
    cancel: 'Cancel the export',
    looking: 'Looking at what is there…',
    files: '{done, number} of {all, number} files',
    written: 'files written',
    left: 'left',
    underWay: 'The export is under way.',
    hint: 'You may go on working. If you cancel, what is complete stays, and a later export writes the rest.',
  },
  report: {
    about: '{outcome, select, done {Finished on {moment}} other {Ended on {moment}}}',
    copy: 'Copy report',
    back: 'Back to the choices',
    showFolder: 'Show in folder',
    goOn: 'Export the rest',
    remarks: 'Remarks',
    failed: '{lines, plural, one {# line could not be exported} other {# lines could not be exported}}',
    failedList: 'Lines that could not be exported',
    renderAgain: 'Render them again…',
    leftOut: '{lines, plural, one {# line left out} other {# lines left out}}',
    leftOutList: 'Lines left out',
    said: '{roles}: “{words}”',
    line: 'Line {line}',
    more: 'and {lines, plural, one {# line} other {# lines}} more',
    figure: {
      written: 'written',
      unchanged: 'unchanged',
      moved: 'renamed',
      failed: 'failed',
      leftOut: 'left out',
      binned: 'to the bin',
      audio: 'of audio',
      size: 'in size',
    },
    /** The report as a text. */
    text: {
      title: 'Export of {project}, {moment}',
      figure: '{value} {label}',
      failed: 'Lines that could not be exported:',
      leftOut: 'Lines left out:',
      line: 'Line {line}: {reason}',
    },
  },
  /** What became of an export, in a sentence. */
  outcome: {
    done: '{files, plural, =0 {Nothing was written to {folder}.} one {# file in {folder}.} other {# files in {folder}.}}',
    doneFailed:
      '{files, plural, =0 {Nothing was written to {folder}} one {# file in {folder}} other {# files in {folder}}}; {failed, plural, one {# line} other {# lines}} could not be exported.',
    doneLeftOut:
      '{files, plural, =0 {Nothing was written to {folder}} one {# file in {folder}} other {# files in {folder}}}; {leftOut, plural, one {# line was left out} other {# lines were left out}}.',
    doneFailedLeftOut:
      '{files, plural, =0 {Nothing was written to {folder}} one {# file in {folder}} other {# files in {folder}}}; {failed, plural, one {# line} other {# lines}} could not be exported and {leftOut, plural, one {# line was left out} other {# lines were left out}}.',
    cancelled:
      'Cancelled. {files, plural, =0 {Nothing was written to {folder}.} one {# file in {folder} is complete and stays; a later export goes on from there.} other {# files in {folder} are complete and stay; a later export goes on from there.}}',
    closed:
      'The project was closed during the export. {files, plural, =0 {Nothing was written to {folder}.} one {# file in {folder} is complete and stays; a later export goes on from there.} other {# files in {folder} are complete and stay; a later export goes on from there.}}',
    stopped:
      'It stopped. {problem} {files, plural, =0 {Nothing was written to {folder}.} one {# file in {folder} is complete and stays; a later export goes on from there.} other {# files in {folder} are complete and stay; a later export goes on from there.}}',
  },
  latest: {
    heading: 'Latest export',
    summary:
      '{moment}, {outcome, select, done {finished} cancelled {cancelled} closed {ended when the project was closed} other {stopped}}: {files, plural, one {# file} other {# files}}{failed, plural, =0 {} one {<bad>, # line failed</bad>} other {<bad>, # lines failed</bad>}}{leftOut, plural, =0 {} one {<out>, # line left out</out>} other {<out>, # lines left out</out>}}',
    showReport: 'Show the report',
    showFolder: 'Show its folder',
  },
  presets: {
    heading: 'Presets',
    empty: 'What is chosen here can be kept under a name, and chosen again in one go.',
    unreadable:
      '{presets, plural, one {# preset can’t be read here, being damaged or of a newer Lectern. It stays in the project’s file as it is.} other {# presets can’t be read here, being damaged or of a newer Lectern. They stay in the project’s file as they are.}}',
    readOnly: 'The project is only read: presets can be chosen, not changed.',
    /** Marks behind a preset’s name. */
    mark: { default: 'default', changed: 'changed', both: 'default, changed' },
    menu: 'What to do with “{preset}”',
    makeDefault: 'Begin with it',
    endDefault: 'No longer begin with it',
    replace: 'Replace by what is chosen now',
    rename: 'Rename…',
    remove: 'Delete',
    newName: 'New name of “{preset}”',
    takeName: 'Rename',
    name: 'Name of a new preset',
    save: 'Save',
    saved: 'Saved as “{preset}”.',
    renamed: '“{before}” is now “{preset}”.',
    replaced: '“{preset}” has what is chosen now.',
    removed: 'The preset “{preset}” was deleted.',
    isDefault: 'The screen begins with “{preset}” from now on.',
    noDefault: 'The screen begins with what was chosen last.',
  },
} as const;
