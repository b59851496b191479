// The export screen: settings and forecast, progress, report and presets.

import type { ExportFormat } from '@lectern/audio/formats';

export const exporting = {
  title: 'Export',
  empty: {
    about: 'One file per line, in a folder of your choice.',
    title: 'No lines yet',
    detail: 'Write or import a script. Each paragraph becomes a line you can render and export.',
    go: 'Go to the script',
  },
  form: {
    about: 'One file for each line in {project}. Nothing has been written yet.',
    begin: 'Export {files, plural, one {# file} other {# files}}',
    noConsent: 'Add the consents or record a decision first.',
    chooseFolder: 'Choose a folder…',
  },
  /** Why the selection can’t be exported. */
  hindrance: {
    noLines: 'No lines selected.',
    noTakes: 'None of these lines has a take to export.',
    names: 'The file names can’t be used.',
    needs: 'Add the book’s {field}: it is part of the file names.',
    folder: 'The folder can’t be used.',
  },
  /** Captions below the large figures. */
  figure: {
    files: '{files, plural, one {file} other {files}}',
    audio: 'of audio',
    chapters: '{chapters, plural, one {chapter} other {chapters}}',
    lines: '{lines, plural, one {line} other {lines}}',
    size: 'in size',
    withoutTake: 'without a take',
    staleExported: 'stale, exported',
    staleLeftOut: 'stale, left out',
  },
  remark: {
    pauses: 'The script’s [pause] marks aren’t exported: each file contains the audio of one line only.',
    withoutTake:
      '{without, plural, one {# of {lines, number} lines has no take and will be left out.} other {# of {lines, number} lines have no take and will be left out.}}',
    render: 'Render them…',
    suspicious: '{lines, plural, one {# suspicious take isn’t approved.} other {# suspicious takes aren’t approved.}}',
    notApproved:
      '{lines, plural, one {# line isn’t approved and will be left out.} other {# lines aren’t approved and will be left out.}}',
    review: 'Review them…',
    damaged:
      '{lines, plural, one {# line can’t be exported because its audio file has changed} other {# lines can’t be exported because their audio files have changed}}',
    damagedList: 'Lines that can’t be exported',
  },
  folder: {
    heading: 'Folder',
    none: 'No folder selected yet.',
    another: 'Another folder…',
    contents: 'Existing files',
    isNew: 'This folder will be created.',
    isEmpty: 'The folder is empty.',
    former: 'This project was last exported here on {moment}: {files, plural, one {# file} other {# files}}.',
    notBefore: 'This project hasn’t been exported here before.',
    interrupted: 'An earlier export was interrupted. Its unfinished files will be removed first.',
    becomes:
      '{kept, plural, one {# file unchanged} other {# files unchanged}}{moved, plural, =0 {} one {, # file renamed} other {, # files renamed}}, {written, plural, one {# file written} other {# files written}}{binned, plural, =0 {} one {, # file moved to the folder’s bin} other {, # files moved to the folder’s bin}}.',
    foreign:
      '{things, plural, one {# item in this folder isn’t from Lectern and won’t be changed.} other {# items in this folder aren’t from Lectern and won’t be changed.}}',
    full: 'The export needs about {size}, but the drive has only {free} free. Free some space or choose another drive.',
    longPaths:
      '{paths, plural, one {# path is longer than 259 characters, so many Windows programs can’t open it. Shorten the names or choose a folder with a shorter path.} other {# paths are longer than 259 characters, so many Windows programs can’t open them. Shorten the names or choose a folder with a shorter path.}}',
  },
  lines: {
    heading: 'Lines',
    extent: 'Range',
    wholeScript: 'Whole script',
    chosenChapters: 'Selected chapters',
    approvedOnly: 'Only approved lines',
    stale:
      'Include stale lines with their previous takes ({lines, plural, one {# line} other {# lines}} in the script)',
    chapters: 'Chapters to export',
    opening: 'Opening',
    untitled: 'Chapter {chapter}',
    fresh: '{fresh, number} of {lines, plural, one {# line} other {# lines}} fresh',
    all: 'All',
    none: 'None',
    chosen: '{chosen, number} of {chapters, plural, one {# chapter} other {# chapters}} selected',
  },
  format: {
    heading: 'Format',
    wav: { label: 'WAV', about: 'As rendered, 16-bit. For editing and masters.' },
    flac: { label: 'FLAC', about: 'Bit-identical audio at about half the size.' },
    mp3: { label: 'MP3', about: 'Small, and plays everywhere.' },
    ogg: { label: 'Ogg', about: 'Vorbis: small, for the web and for games.' },
    mulaw: { label: 'µ-law', about: 'WAV for telephone systems, 8-bit.' },
  } satisfies Readonly<Record<ExportFormat | 'heading', unknown>>,
  names: {
    heading: 'Names',
    template: 'File names',
    fields: 'Insert field',
    hint: 'Use <slash>/</slash> to create folders. Characters not allowed in file names are removed.',
    preview: 'File name preview',
    /** The line a file name belongs to; its number is only for screen readers. */
    which: {
      first: 'First <unseen>(line {line})</unseen>',
      longest: 'Longest <unseen>(line {line})</unseen>',
      last: 'Last <unseen>(line {line})</unseen>',
    },
    /** Position in the template, in characters, and the problem there. */
    problem: '<place>{characters, plural, one {Character {from}} other {Characters {from} to {to}}}: </place>{problem}',
    collisions:
      '{count, plural, one {# line has a duplicate name and will get a number} other {# lines have duplicate names and will get numbers}}{example, select, none {} other {, such as line {line}: <name>{file}</name>}}.',
    cut: '{count, plural, one {# name is too long and will be shortened} other {# names are too long and will be shortened}}{example, select, none {} other {, such as line {line}: <name>{file}</name>}}.',
    /** Meanings of the template fields. */
    field: {
      chapter: 'the chapter’s number',
      chapter_title: 'the chapter’s title',
      line: 'the line’s number in the script',
      line_in_chapter: 'the line’s number in the chapter',
      id: 'a number that stays with the line',
      role: 'the role',
      words: 'the first words',
      take: 'the take’s number',
      project: 'the project’s name',
    },
  },
  /** Before an incomplete export. */
  ask: {
    title: 'This export is incomplete',
    cancel: 'Cancel',
    render: 'Go to Production',
    export: 'Export anyway',
  },
  banned: {
    title: 'Export for this store?',
    confirm:
      'Continue only if the store has authorised synthetic narration for this book. Lectern remembers your confirmation for this project.',
    cancel: 'Cancel',
    export: 'Confirm and export',
  },
  checks: 'Failed checks and warnings',
  progress: {
    about: 'Files are being written.',
    aboutFolder: 'Files are being written to {folder}.',
    cancel: 'Cancel the export',
    looking: 'Checking the folder…',
    files: '{done, number} of {all, number} files',
    chapter: 'Chapter {chapter, number} of {chapters, number}',
    file: 'File {file, number} of {files, number}',
    timing: 'Comparing takes with the script: {done, number} of {total, number}',
    measuring: 'Measuring file {file, number} of {files, number}',
    done: 'done',
    written: 'files written',
    left: 'left',
    underWay: 'Export in progress.',
    hint: 'You can keep working. If you cancel, finished files are kept, and the next export will write the rest.',
  },
  report: {
    about: '{outcome, select, done {Finished on {moment}} other {Stopped on {moment}}}',
    copy: 'Copy report',
    back: 'Back to export settings',
    showFolder: 'Show in folder',
    goOn: 'Export the rest',
    remarks: 'Remarks',
    failed: '{lines, plural, one {# line could not be exported} other {# lines could not be exported}}',
    failedList: 'Lines that could not be exported',
    renderAgain: 'Render again…',
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
      binned: 'moved to bin',
      audio: 'of audio',
      size: 'in size',
    },
    /** The report as plain text. */
    text: {
      title: 'Export report for {project}, {moment}',
      figure: '{value} {label}',
      failed: 'Lines that could not be exported:',
      leftOut: 'Lines left out:',
      line: 'Line {line}: {reason}',
    },
  },
  /** Result of an export, in one sentence. */
  outcome: {
    done: '{files, plural, =0 {Nothing was written to {folder}.} one {# file in {folder}.} other {# files in {folder}.}}',
    doneFailed:
      '{files, plural, =0 {Nothing was written to {folder}} one {# file in {folder}} other {# files in {folder}}}; {failed, plural, one {# line} other {# lines}} could not be exported.',
    doneLeftOut:
      '{files, plural, =0 {Nothing was written to {folder}} one {# file in {folder}} other {# files in {folder}}}, with {leftOut, plural, one {# line missing} other {# lines missing}}.',
    doneFailedLeftOut:
      '{files, plural, =0 {Nothing was written to {folder}} one {# file in {folder}} other {# files in {folder}}}; {failed, plural, one {# line} other {# lines}} could not be exported, {leftOut, plural, one {# line is missing} other {# lines are missing}}.',
    cancelled:
      'Cancelled. {files, plural, =0 {Nothing was written to {folder}.} one {# file in {folder} is complete and kept. Export again to continue.} other {# files in {folder} are complete and kept. Export again to continue.}}',
    closed:
      'The project was closed during the export. {files, plural, =0 {Nothing was written to {folder}.} one {# file in {folder} is complete and kept. Export again to continue.} other {# files in {folder} are complete and kept. Export again to continue.}}',
    stopped:
      'Export stopped. {problem} {files, plural, =0 {Nothing was written to {folder}.} one {# file in {folder} is complete and kept. Export again to continue.} other {# files in {folder} are complete and kept. Export again to continue.}}',
  },
  latest: {
    heading: 'Latest export',
    summary:
      '{moment}, {outcome, select, done {finished} cancelled {cancelled} closed {ended when the project was closed} other {stopped}}: {files, plural, one {# file} other {# files}}{failed, plural, =0 {} one {<bad>, # line failed</bad>} other {<bad>, # lines failed</bad>}}{leftOut, plural, =0 {} one {<out>, # line left out</out>} other {<out>, # lines left out</out>}}',
    showReport: 'Show report',
    showFolder: 'Show folder',
  },
  presets: {
    heading: 'Presets',
    empty: 'Save these settings as a preset to reuse them.',
    unreadable:
      '{presets, plural, one {# preset is damaged or needs a newer Lectern. It’s kept in the project unchanged.} other {# presets are damaged or need a newer Lectern. They’re kept in the project unchanged.}}',
    readOnly: 'The project is read-only: you can use presets, but not change them.',
    /** Marks after a preset’s name. */
    mark: { default: 'default', changed: 'changed', both: 'default, changed' },
    menu: 'Actions for “{preset}”',
    makeDefault: 'Set as default',
    endDefault: 'Remove as default',
    replace: 'Replace with current settings',
    rename: 'Rename…',
    remove: 'Delete',
    newName: 'New name for “{preset}”',
    takeName: 'Rename',
    name: 'Preset name',
    save: 'Save',
    saved: 'Saved as “{preset}”.',
    renamed: '“{before}” was renamed to “{preset}”.',
    replaced: '“{preset}” now has the current settings.',
    removed: 'The preset “{preset}” was deleted.',
    isDefault: '“{preset}” is now the default.',
    noDefault: 'The settings you used last are now the default.',
  },
} as const;
