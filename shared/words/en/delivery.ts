// Export targets, keyed by the ids in `shared/model/export/export-target.ts`. Shared by the UI and the command line.

import type { ExportTargetId } from '../../model/export/export-target.ts';

export const delivery = {
  target: {
    lines: 'Single lines',
    chapters: 'Chapters',
    m4b: 'M4B audiobook',
    acx: 'ACX (Audible)',
    'google-play': 'Google Play Books',
    'apple-books': 'Apple Books',
    spotify: 'Spotify audiobooks',
    kobo: 'Kobo',
    podcast: 'Podcast episode',
    'retail-sample': 'Retail sample',
  } satisfies Record<ExportTargetId, string>,
  about: {
    lines: 'One file per line, without mastering.',
    chapters: 'One file per chapter, mastered, with tags and cover.',
    m4b: 'The whole book in one file, with chapters, tags and cover.',
    acx: 'One file per section to ACX’s specifications, with opening and closing credits.',
    'google-play': 'One file per chapter, named by ISBN and number.',
    'apple-books': 'One file per section, as Apple Books aggregators require.',
    spotify: 'One file per section for Spotify for Authors.',
    kobo: 'One file per chapter for Kobo Writing Life.',
    podcast: 'One file with chapters, at the loudness Apple Podcasts recommends.',
    'retail-sample': 'The beginning of the book, up to five minutes.',
  } satisfies Record<ExportTargetId, string>,
  field: {
    title: 'title',
    subtitle: 'subtitle',
    authors: 'authors',
    narrators: 'narrators',
    publisher: 'publisher',
    year: 'year',
    series: 'series',
    seriesNumber: 'number in the series',
    language: 'language',
    isbn: 'ISBN',
    description: 'description',
    copyright: 'copyright',
  },
  figure: {
    integratedLufs: 'Integrated loudness',
    rmsDbfs: 'RMS level',
    samplePeakDbfs: 'Sample peak',
    truePeakDbtp: 'True peak',
    noiseFloorDbfs: 'Noise floor',
    headSeconds: 'Quiet at the start',
    tailSeconds: 'Quiet at the end',
    sampleRate: 'Sample rate',
    channels: 'Channels',
    bitrate: 'Bitrate',
    durationSeconds: 'Length',
    sizeBytes: 'Size',
  },
  value: {
    integratedLufs: '{value, number, ::.0} LUFS',
    rmsDbfs: '{value, number, ::.0} dB',
    samplePeakDbfs: '{value, number, ::.0} dB',
    truePeakDbtp: '{value, number, ::.0} dBTP',
    noiseFloorDbfs: '{value, number, ::.0} dB',
    headSeconds: '{value, number, ::.##} s',
    tailSeconds: '{value, number, ::.##} s',
    sampleRate: '{value, number} Hz',
    channels: '{value, number}',
    bitrate: '{value, number, ::precision-integer} kbit/s',
    durationSeconds: '{value, number, ::.#} s',
    sizeBytes: '{value, number} bytes',
  },
  /** Bounds for a figure. `least` and `most` are values with units. */
  bound: {
    between: '{least} to {most}',
    exactly: '{most}',
    least: 'at least {least}',
    most: 'at most {most}',
    minutes: '{minutes, plural, one {# minute} other {# minutes}}',
    hours: '{hours, plural, one {# hour} other {# hours}}',
  },
  cover: {
    missing: 'cover',
    'too-small': 'cover of at least {pixels, number} pixels per side',
    'too-large': 'cover of at most {pixels, number} pixels per side',
    'not-square': 'square cover',
    format: 'JPEG or PNG cover',
    damaged: 'undamaged cover',
  },
  /** Why an export for a target can’t be made. */
  problem: {
    needs: '{target} needs this book detail for its file names: {field}.',
    unknown: 'The project no longer has a custom target with that name.',
    'only-aac': 'M4B files can only contain AAC.',
    'only-mp3-or-aac': 'EPUB and LPF files can only contain MP3 or AAC (m4a).',
    'mp3-bitrate': 'MP3 doesn’t support {bitrate, number} kbit/s.',
    banned:
      'The store bans synthetic narration. Confirm that it has authorised it for this book, or export only recordings.',
    'low-rate-bitrate': 'MP3 at {sampleRate, number} Hz allows up to {most, number} kbit/s.',
  },
  source: {
    official: 'from the store, checked on {date}',
    secondary: 'from several sources that agree, checked on {date}',
  },
  /** Store policies on synthetic narration, paraphrased. */
  synthetic: {
    acx: 'ACX accepts only human narration unless it has authorised an exception.',
    'google-play': 'Google Play accepts synthetic narration if you disclose it when you submit the book.',
    'apple-books':
      'Apple doesn’t accept files for its digital narration; some aggregators accept synthetic narration. Ask yours first.',
    spotify:
      'Spotify accepts synthetic narration if the description begins “This audiobook is narrated by a digital voice”.',
    kobo: 'Kobo accepts synthetic narration if the narrator is given as “synthesized voice”.',
    podcast: 'Podcast platforms let you disclose synthetic voices. Do so when you upload.',
  },
  /** What to enter where the book is published. */
  disclosure: {
    heading: 'Disclose the synthetic voices where you publish the book:',
    description:
      'Description: “{text}”{isInFiles, select, yes { (already at the beginning of the description in the files)} other {}}',
    narrator: 'Narrator: “{name}” (already in the files)',
    cover: 'Label for the cover: “{text}”',
    spoken: 'Spoken at the start: “{text}”{isExported, select, yes {} other { (not in these files)}}',
    spokenRecommended:
      'The book is published in the EU and has a cloned voice, but the files don’t say so at the start. Turn on the spoken disclosure in the book details, and render the line.',
    onix: 'ONIX: {element}',
    rss: 'RSS feed: {element}',
    english: 'These texts are in English, because Lectern has none in the book’s language.',
  },
  /** Consents to cloned voices. */
  consent: {
    problem: {
      missing:
        '“{voice}” ({lines, plural, one {# line} other {# lines}}): this computer has no record of the person’s consent.',
      expired: '“{voice}” ({lines, plural, one {# line} other {# lines}}): the person’s consent has expired.',
      withdrawn: '“{voice}” ({lines, plural, one {# line} other {# lines}}): the person’s consent was withdrawn.',
    },
    /** A decision to export a voice without a valid consent. */
    decided: {
      missing:
        'Export of voice “{voice}” without a recorded consent: decided by {decidedBy} on {day}. Reason: {reason}',
      expired: 'Export of voice “{voice}” after the consent expired: decided by {decidedBy} on {day}. Reason: {reason}',
      withdrawn:
        'Export of voice “{voice}” after the consent was withdrawn: decided by {decidedBy} on {day}. Reason: {reason}',
    },
  },
  /** How the files of an export are signed. */
  signing: {
    heading: 'Signature',
    signed:
      '{files, plural, one {# file is signed} other {# files are signed}} by {name} ({certificate, select, own {your certificate} other {this computer’s certificate}}).',
    unsigned:
      '{file} isn’t signed: {reason, select, rf64 {WAV files over 4 GB can’t be signed.} tooLarge {it would exceed the size limit of its format.} other {its format doesn’t allow it.}}',
    leftOut:
      '{takes, plural, one {The service’s signature for # take isn’t} other {The service’s signatures for # takes aren’t}} in the files, because the files would become too large.',
    unusable:
      '{takes, plural, one {The service’s signature for # take is damaged, so it isn’t} other {The service’s signatures for # takes are damaged, so they aren’t}} in the files.',
    stamped: '{files, plural, one {# file has a time stamp.} other {# files have a time stamp.}}',
    unstamped:
      '{files, plural, one {# file has no time stamp:} other {# files have no time stamp:}} {problem, select, unreachable {the authority couldn’t be reached.} timedOut {the authority didn’t answer within five seconds.} rejected {the authority refused the request.} other {the authority’s answer wasn’t valid.}} The signature is valid until the certificate expires.',
    ownCertificate: 'Your certificate couldn’t be used: {problem}',
    problem: {
      'unreadable-file': 'a file can’t be read, or is larger than 1 MB. Check its permissions, or choose another.',
      'unreadable-certificates': 'the file contains no PEM certificates.',
      'unreadable-key': 'the key file isn’t an unencrypted private key in PEM format.',
      'no-key': 'its private key can’t be read here. Install the certificate again.',
      'no-certificates': 'there are no certificates.',
      'self-signed': 'it is self-signed. Other programs reject such certificates; use one issued by an authority.',
      'is-authority': 'it is a certificate authority’s own certificate, which can’t sign files.',
      'wrong-order': 'the certificates are in the wrong order. Put yours first, each followed by its issuer.',
      'wrong-usage': 'it doesn’t allow signing documents or e-mail.',
      'unsupported-key':
        'its key type isn’t supported. Use Ed25519, P-256, P-384, P-521, or RSA with at least 2,048 bits.',
      'other-key': 'the private key belongs to another certificate.',
      'not-yet-valid': 'it isn’t valid before {date, date, long}.',
      expired: 'it expired on {date, date, long}.',
    },
  },
  /** A report on finished files. */
  gate: {
    title: 'Technical report: {target}',
    meets: '{files, plural, one {The file meets} other {All # files meet}} the technical requirements for {target}.',
    misses:
      '{failing, number} of {files, plural, one {# file doesn’t meet} other {# files don’t meet}} the technical requirements for {target}.',
    suspicious:
      '{lines, plural, one {# take looks suspicious. Listen to it before you deliver.} other {# takes look suspicious. Listen to them before you deliver.}}',
    promise: 'Each store decides for itself whether to accept the files.',
    result: { pass: 'pass', fail: 'FAIL', look: 'listen' },
    made: {
      packing: 'Format',
      'constant-bitrate': 'Constant bitrate',
      'same-channels': 'Same channels in all files',
      clipping: 'Clipped samples',
      clicks: 'Clicks',
      'digital-silence': 'Gaps of digital silence',
      words: 'Lines compared with the script',
      'take-silent': 'Silent takes',
      'take-words': 'Takes that differ from the script',
      'take-fast': 'Takes spoken too fast',
      'take-slow': 'Takes spoken too slowly',
      'take-dead-air': 'Takes with dead air',
      'take-clipping': 'Takes that clip',
      'take-cut-start': 'Takes cut at the start',
      'take-cut-end': 'Takes cut at the end',
      'take-one-sided': 'Takes with a silent channel',
      'take-duration': 'Takes of unexpected length',
    },
    column: { what: 'Figure', value: 'Measured', bound: 'Required', result: 'Result', places: 'Where' },
    count: '{count, number}',
    words: '{compared, number} compared, {suspicious, number} suspicious, {notCompared, number} not compared',
    none: 'none',
    nothing: 'silence',
    time: '{minutes, number} min {seconds, number, ::.0} s',
    placeOfLine: '{time} (line {line})',
    placesMore: '{places} and {more, number} more',
  },
  /** Whether an export is complete. */
  verdict: {
    complete: 'Complete: every line is included.',
    missing: 'Incomplete: {missing, plural, one {# line is missing.} other {# lines are missing.}}',
    outdated: 'Incomplete: {outdated, plural, one {# line has an outdated take.} other {# lines have outdated takes.}}',
    both: 'Incomplete: {missing, plural, one {# line is missing} other {# lines are missing}}, and {outdated, plural, one {# has an outdated take.} other {# have outdated takes.}}',
    failed: 'Every line is included, but {checks, plural, one {# check} other {# checks}} failed.',
    missingLines: 'Missing lines',
    outdatedLines: 'Lines with outdated takes',
    line: 'Line {line} ({roles}, “{words}”)',
    lineAlone: 'Line {line}',
    more: '{lines, plural, one {and # more line} other {and # more lines}}',
    row: {
      figures:
        '{files, plural, one {# file doesn’t meet the technical requirements.} other {# files don’t meet the technical requirements.}}',
      details: 'Missing book details: {fields}.',
      credits: 'Missing from the credits, because the book details don’t include them: {fields}.',
      'credits-differ': 'The credits in the script don’t match the book details.',
      'synthetic-banned':
        'The store bans synthetic narration, and you haven’t confirmed that it has authorised it for this book.',
      'spoken-disclosure': 'The opening credits should disclose synthetic voices, but they don’t.',
      unsigned: '{files, plural, one {# file couldn’t be signed.} other {# files couldn’t be signed.}}',
      'own-certificate': 'Your certificate couldn’t be used. The files are signed with this computer’s certificate.',
      'time-stamps':
        '{files, plural, one {# signed file has no time stamp.} other {# signed files have no time stamp.}}',
      cover: 'Missing: {fault}.',
      cues: 'Music and effects: {mixed, number} mixed in{unattached, plural, =0 {} one {, # cue without a sound file} other {, # cues without a sound file}}{lost, plural, =0 {} one {, # sound file missing} other {, # sound files missing}}{unlicensed, plural, =0 {} one {, # file without a licence} other {, # files without a licence}}.',
      suspicious:
        '{takes, plural, one {# take looks suspicious. Listen to it before you deliver.} other {# takes look suspicious. Listen to them before you deliver.}}',
      names:
        '{names, plural, one {# name sounds different from its other takes. See “Voice changes” in Cast.} other {# names sound different from their other takes. See “Voice changes” in Cast.}}',
      drift:
        '{voices, plural, one {# voice sounds different from its earlier takes. See “Voice changes” in Cast.} other {# voices sound different from their earlier takes. See “Voice changes” in Cast.}}',
    },
  },
  /** File formats. Codec names and CBR are the same in every language. */
  packed: {
    lossless: '{codec} {bits, number} bit',
    lossy: '{codec} {bitrate, number} kbit/s',
    mp3: '{codec} {bitrate, number} kbit/s {mode}',
  },
} as const;
