// Export targets: the list, missing details, technical figures, and the report on finished files.

import type { DeliveryFormat } from '../../../shared/model/export/delivery.ts';

export const targets = {
  /** The list of targets. */
  label: 'Targets',
  other: 'Other programs',
  lacking: '{count, plural, one {# detail missing} other {# details missing}}',
  about: {
    other: 'Subtitles, sessions and lists for other software.',
  },
  begin: 'Export',
  untitled: 'Opening',
  form: {
    label: 'Form',
    srt: { label: 'SRT', about: 'Subtitles that nearly every player reads.' },
    vtt: { label: 'WebVTT', about: 'Subtitles with speaker names. Works with Apple Podcasts.' },
    transcript: { label: 'Transcript', about: 'A transcript with speakers in the Podcasting 2.0 format (JSON).' },
    'json-chapters': { label: 'JSON chapters', about: 'Podcast chapters in the Podcasting 2.0 format.' },
    labels: { label: 'Audacity labels', about: 'One label per line.' },
    edl: { label: 'EDL', about: 'An edit decision list (CMX 3600, 25 frames a second), with the audio.' },
    rpp: {
      label: 'Reaper',
      about: 'A session with one track per role: each take placed, named and trimmed, with audio.',
    },
    otio: {
      label: 'OpenTimelineIO',
      about: 'The same session as a timeline, with the audio. Many editors can read it.',
    },
    package: {
      label: 'Hand-over package',
      about: 'All of these, plus the script, the cast, and a manifest with checksums and the source of each take.',
    },
    epub: {
      label: 'Read-along EPUB',
      about:
        'The book’s text and audio in one file (EPUB 3 with media overlays). Words are highlighted as they are spoken.',
    },
    lpf: { label: 'W3C audiobook', about: 'An LPF file with the chapters, the table of contents and transcripts.' },
  },
  text: {
    heading: 'Text timing',
    lines: 'Lines',
    words: 'Words',
    subtitles: 'If you choose words, long lines are split into short subtitles that appear with their first word.',
    transcript: 'If you choose words, each word has its own times.',
    epub: 'Whether lines or words are highlighted as the audio plays.',
    lpf: 'How the chapter transcripts are timed.',
    timestamps: 'Time of each word',
    timestampsHint: 'For karaoke: players that support it show each word as it is spoken.',
  },
  times: {
    heading: 'Timed to files for',
    hint: 'Creates one for each file exported for this target, timed to its audio.',
  },
  missing: {
    heading: 'Missing',
    nothing: 'Nothing is missing.',
    withoutTake:
      '{without, plural, one {# of {lines, number} lines has no take and will be left out.} other {# of {lines, number} lines have no take and will be left out.}}',
    showLines: 'Show them',
    stale:
      '{lines, plural, one {# line is stale and will be left out.} other {# lines are stale and will be left out.}}',
    suspicious: '{lines, plural, one {# suspicious take isn’t approved.} other {# suspicious takes aren’t approved.}}',
    reviewLines: 'Review them…',
    notApproved:
      '{lines, plural, one {# line isn’t approved and will be left out.} other {# lines aren’t approved and will be left out.}}',
    details: 'Still missing: {what}.',
    fill: 'Book details…',
  },
  book: { heading: 'Book' },
  sound: {
    heading: 'Sound',
    music: 'Mix in music and effects',
    musicHint: 'Sounds attached to the script’s cues.',
    highPass: 'Remove rumble',
    highPassHint: 'Applies a high-pass filter at {hertz} Hz.',
    compression: 'Compress gently',
    compressionHint: 'Compresses {ratio, number}:1 above {threshold, number} dB.',
  },
  voices: {
    heading: 'Synthetic voices',
    planned: 'Planned release: {target}',
    plannedHint: 'Production will remind you of the store’s policy before you render.',
    /** Name of the undo step. */
    changed: 'Planned release changed',
  },
  figures: {
    heading: 'Figures',
    copy: 'Copy figures',
    format: 'Format',
    loudness: '{measure, select, rms {Mastered to RMS} other {Mastered to}}',
    peak: 'True peak kept below',
    cover: 'Cover',
    roomTone: 'Room tone',
    coverRule:
      '{isSquare, select, yes {square, at least {pixels, number} pixels per side} other {at least {pixels, number} pixels per side}}',
    details: 'Details',
  },
  /** Custom targets. */
  own: {
    about: 'A copy of {target} with your own figures.',
    copy: 'Create custom target…',
    edit: 'Edit…',
    delete: 'Delete',
    create: 'New custom target',
    change: 'Edit custom target',
    save: 'Save',
    /** Name of the undo step. */
    changed: 'Custom targets.',
    field: {
      name: 'Name',
      files: 'Files',
      format: 'Format',
      bitrate: 'Bitrate, kbit/s',
      measure: 'Loudness measure',
      level: 'Level',
      peak: 'Max. true peak, dBTP',
      rate: 'Sample rate, Hz',
      channels: 'Channels',
      head: 'Silence at the start (s)',
      tail: 'Silence at the end (s)',
    },
    files: { chapters: 'One per chapter', whole: 'All in one', sample: 'Beginning only' },
    format: {
      mp3: 'MP3 (CBR)',
      'mp3-vbr': 'MP3 (VBR)',
      wav: 'WAV 16 bit',
      wav24: 'WAV 24 bit',
      flac: 'FLAC 16 bit',
      flac24: 'FLAC 24 bit',
      ogg: 'Ogg Vorbis',
      opus: 'Ogg Opus',
      m4a: 'AAC',
    } satisfies Readonly<Record<DeliveryFormat, string>>,
    measure: { integrated: 'Integrated (LUFS)', rms: 'RMS (dB)', none: 'Takes keep their level' },
    channels: { mono: 'Mono', stereo: 'Stereo' },
    wrong: {
      name: 'Enter a name of up to 60 characters.',
      taken: 'Another target has this name.',
      many: 'A project can have up to 50 custom targets.',
      bitrate: 'Enter 32 to 320 kbit/s.',
      loudness: 'Enter a value from -40 to -5.',
      peak: 'Enter a value from -12 to 0.',
      seconds: 'Enter 0 to 10 seconds.',
      'only-aac': 'M4B files must use AAC.',
      'one-file': 'M4B must be a single file.',
      'mp3-bitrate': 'MP3 doesn’t support this bitrate.',
      'low-rate': 'Below 32 kHz, MP3 allows up to 160 kbit/s.',
    },
  },
  folder: {
    former:
      'Last export to this folder: {moment}, {files, plural, one {# file} other {# files}}. Unchanged files are kept.',
    dropped:
      '{files, plural, one {# file isn’t part of this target and will be moved to the folder’s bin.} other {# files aren’t part of this target and will be moved to the folder’s bin.}}',
  },
  report: {
    about: '{target}. {outcome, select, done {Finished on {moment}} other {Stopped on {moment}}}',
    saveHtml: 'Save report as HTML',
    saveJson: 'Save as JSON',
    saved: 'Report saved to {path}.',
    fileName: 'Report {target}',
    table: 'Files and measurements',
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
    /** A figure out of bounds, and its bound. */
    fail: '{what}: {value} ({bound})',
    failMade: '{what}',
    listen: 'Listen: {what}, {value}',
    beforeEncoding: 'Loudness, RMS and true peak of these files were measured before encoding.',
  },
  latest: {
    summary:
      '{target}, {moment}, {outcome, select, done {finished} cancelled {cancelled} closed {ended when the project was closed} other {stopped}}: {files, plural, one {# file} other {# files}}{missing, plural, =0 {} one {, # line missing} other {, # lines missing}}',
  },
} as const;
