// What the export says of its targets: the list of them, what is missing, their figures, and the report on finished files.

export const targets = {
  /** The list of targets. */
  label: 'Targets',
  other: 'Other programs',
  lacking: '{count, plural, one {# detail missing} other {# details missing}}',
  about: {
    other: 'Subtitles, sessions and lists for programs that go on with the production.',
  },
  begin: 'Export',
  chooseFolder: 'Choose a folder…',
  untitled: 'Opening',
  form: {
    label: 'Form',
    srt: { label: 'SRT', about: 'Subtitles, which nearly every player reads.' },
    vtt: { label: 'WebVTT', about: 'Subtitles with the speakers’ names; Apple Podcasts takes them in.' },
    'json-chapters': { label: 'JSON chapters', about: 'Chapters for podcasts, by the Podcasting 2.0 form.' },
    labels: { label: 'Audacity labels', about: 'One label a line.' },
    edl: { label: 'EDL', about: 'An edit decision list (CMX 3600, 25 frames a second), with the audio.' },
    rpp: {
      label: 'Reaper',
      about: 'A session with one track a role: each take placed, named and trimmed, with the audio.',
    },
    otio: { label: 'OpenTimelineIO', about: 'The same session as a timeline that many editors read, with the audio.' },
    package: {
      label: 'Hand-over package',
      about:
        'All of these with the script, the cast, and a list of every file with its checksum and how each take was made.',
    },
  },
  /** What the large figures count: the figure stands above. */
  figure: {
    files: '{files, plural, one {file} other {files}}',
    audio: 'of audio',
    chapters: '{chapters, plural, one {chapter} other {chapters}}',
    lines: '{lines, plural, one {line} other {lines}}',
    withoutTake: 'without a take',
    stale: 'stale, left out',
    staleExported: 'stale, exported',
  },
  hindrance: {
    noTakes: 'None of these lines has a take to export.',
    needs: 'The book’s {field} is missing: the files are named by it.',
    folder: 'The folder can’t be used.',
  },
  missing: {
    heading: 'Missing',
    nothing: 'Nothing is missing.',
    withoutTake:
      '{without, plural, one {# line of {lines, number} has no take and is left out.} other {# lines of {lines, number} have no take and are left out.}}',
    showLines: 'Show them',
    stale: '{lines, plural, one {# line is stale and left out.} other {# lines are stale and left out.}}',
    notApproved:
      '{lines, plural, one {# line is not approved and left out.} other {# lines are not approved and left out.}}',
    details: 'Wanted with the files: {what}.',
    fill: 'Book details…',
  },
  book: { heading: 'Book' },
  sound: {
    heading: 'Sound',
    highPass: 'Take out rumble',
    highPassHint: 'A high-pass at {hertz} Hz.',
    compression: 'Compress gently',
    compressionHint: 'What is louder than {threshold, number} dB goes down {ratio, number} to 1.',
  },
  voices: {
    heading: 'Synthetic voices',
    planned: 'This book is for {target}',
    plannedHint: 'Production then says this before a run spends anything.',
    /** The step that can be taken back. */
    changed: 'What the book is for changed',
  },
  figures: {
    heading: 'Figures',
    copy: 'Copy figures',
    format: 'Format',
    loudness: '{measure, select, rms {Mastered to RMS} other {Mastered to}}',
    peak: 'True peak kept below',
    cover: 'Cover',
    coverRule:
      '{isSquare, select, yes {square, at least {pixels, number} pixels a side} other {at least {pixels, number} pixels a side}}',
    details: 'Details',
  },
  folder: {
    contents: 'Existing files',
    isNew: 'There is no such folder yet: it is made.',
    notBefore: 'No finished files were exported there before.',
    former:
      'This project was exported there on {moment}: {files, plural, one {# file} other {# files}}. What would stay the same is not made again.',
    dropped:
      '{files, plural, one {# file there is not part of this target: it goes to the folder’s bin.} other {# files there are not part of this target: they go to the folder’s bin.}}',
  },
  progress: {
    title: '{target}',
    about: 'Files are being made in {folder}.',
    aboutPlain: 'Files are being made.',
    looking: 'Getting ready…',
    chapter: 'Chapter {chapter, number} of {chapters, number}',
    file: 'File {file, number} of {files, number}',
    measuring: 'Measuring file {file, number} of {files, number}',
    done: 'done',
    left: 'left',
    underWay: 'The export is under way.',
    cancel: 'Cancel the export',
    hint: 'You can keep working. If you cancel, finished chapters stay, and a later export makes the rest.',
  },
  report: {
    about: '{target}. {outcome, select, done {Finished on {moment}} other {Ended on {moment}}}',
    back: 'Back to the targets',
    showFolder: 'Show in folder',
    saveHtml: 'Save report as HTML',
    saveJson: 'Save as JSON',
    saved: 'The report is in {path}.',
    goOn: 'Export the rest',
    fileName: 'Report {target}',
    table: 'Files and what they measure',
    column: {
      file: 'File',
      loudness: 'Loudness',
      rms: 'RMS',
      peak: 'Peak',
      truePeak: 'True peak',
      noise: 'Noise floor',
      head: 'Head',
      tail: 'Tail',
      length: 'Length',
      result: 'Result',
    },
    unmeasured: 'not measured',
    /** A figure that is missed, and what it has to be. */
    fail: '{what}: {value} ({bound})',
    failMade: '{what}',
    listen: 'Listen: {what}, {value}',
    line: 'Line {line}',
    beforeEncoding: 'Loudness, RMS and true peak of these files were measured before they were encoded.',
    figure: { written: 'written', unchanged: 'unchanged', binned: 'to the bin', audio: 'of audio', size: 'in size' },
  },
  latest: {
    summary:
      '{target}, {moment}, {outcome, select, done {finished} cancelled {cancelled} closed {ended when the project was closed} other {stopped}}: {files, plural, one {# file} other {# files}}',
  },
} as const;
