// Results of verifying files, for the window and `lectern verify`.

export const verification = {
  /** Like `state`, without the file name. */
  heading:
    '{state, select, valid {Signed and unchanged} changed {Changed since it was signed} invalid {The signature isn’t valid} none {Not signed} other {Can’t be checked}}',
  state:
    '{file}: {state, select, valid {signed and unchanged} changed {changed since it was signed} invalid {the signature isn’t valid} none {not signed} other {can’t be checked}}',
  recognised:
    '{isLater, select, yes {recognised by its fingerprint: from {at}, it is {original} of “{title}”, from {from}} other {recognised by its fingerprint: {original} of “{title}”, from {from}}}',
  cut: 'changed: only part of the file, {length} of {duration}',
  lost: 'changed: {what, select, both {the signature and the tags have} signature {the signature has} other {the tags have}} been lost, for example in a conversion',
  unrecognisable:
    '{reason, select, undecodable {The audio can’t be decoded, so it wasn’t looked up by its fingerprint: get the file again.} other {Decoding the audio took longer than two minutes, so it wasn’t looked up by its fingerprint: try a shorter part of it.}}',
  unreadableRegister: '{path} can’t be read, so files registered there aren’t recognised: export them again.',
  tags: 'tags: {name, select, none {{disclosure}} other {{origin}{hasDisclosure, select, yes { – {disclosure}} other {}}}}',
  noTags: 'tags: no information about how the audio was made',
  unreadableTags: 'The tags can’t be read: the file is damaged, or reading them took too long.',
  watermark: {
    found:
      'inaudible watermark {id} found from {from} to {to} (score {score, number, ::.0}, at least {least, number} is needed)',
    notFound:
      'inaudible watermark: none found in {time} of audio, which proves nothing, because conversions can destroy it and anyone can remove it',
    nothingSearched: 'inaudible watermark: not searched, because the audio is too short or silent',
    unread:
      'inaudible watermark: {reason, select, undecodable {not searched, because the audio can’t be decoded} other {the search was stopped after two minutes, so there may be one}}',
  },
  sidecar: 'The signature is in the .c2pa file next to it.',
  signer:
    'signed by {name}{trust, select, own {, with this computer’s certificate} yes {, a signer you trust} other {}}',
  signedAt: 'signed on {time} UTC, according to a time-stamp authority',
  title: 'title: {title}',
  created: 'created on {time} UTC',
  software: 'software: {software}',
  sourceType: 'origin: {origin}',
  origin:
    '{name, select, algorithmicMedia {computed, without recordings of people} trainedAlgorithmicMedia {synthetic, based on recordings of people} digitalCapture {recorded} composite {mixed from several kinds of audio} compositeSynthetic {mixed, partly synthetic} compositeWithTrainedAlgorithmicMedia {mixed, partly synthetic} other {{type}}}',
  voice:
    'voice: {voice} ({source}{hasLicence, select, yes {, licence {licence}} other {}}{hasConsent, select, yes {, consent {consentId}} other {}})',
  ingredients: 'made from {files, plural, one {# signed file} other {# signed files}}',
  source: {
    recorded: 'recorded',
    'rule-based': 'computed, without recordings of people',
    trained: 'synthetic, based on recordings of people',
    cloned: 'clone of a person’s voice',
  },
  problem: {
    file: '{reason, select, missing {The file doesn’t exist: check the path.} forbidden {You don’t have permission to read the file: change its permissions.} notFile {It is a folder or a device: choose an audio file.} other {The file can’t be read ({code}): check the drive, then try again.}}',
    sidecar: 'The .c2pa file next to it can’t be read ({code}): replace it with the one from the signer.',
    'unsupported-format':
      'It isn’t audio in a format that can be signed: choose an MP3, WAV, FLAC, M4A, M4B or Ogg file.',
    'unsupported-file':
      'The file uses a feature that Lectern can’t check ({code}): check it with another C2PA program.',
    damaged: 'The file is damaged or incomplete: get it again.',
    'manifest-changed': 'The signed details have been changed ({code}): get the original from the signer.',
    'time-stamp':
      'The time stamp is ignored, because it isn’t valid or its authority isn’t trusted ({code}): {at, select, window {confirm the date of the signature in another way.} other {add the authority with --trust.}}',
    ingredient: 'The signature of a file that this one was made from isn’t valid ({code}): ask the signer about it.',
    'audio-changed':
      '{place, select, sidecar {The audio or the tags have been changed, or the .c2pa file next to it belongs to another file: get both from the signer.} other {The audio or the tags have been changed: get the original from the signer.}}',
    'manifest-damaged': 'The signature is damaged: get the original from the signer.',
    'several-manifests':
      'The file contains several signatures, so it isn’t clear which applies: get the original from the signer.',
    'not-bound': 'The signature isn’t bound to any audio: get the original from the signer.',
    'unprotected-bytes': 'The signature doesn’t cover all of the file: get the original from the signer.',
    'unsupported-binding':
      'The signature protects the audio in a way that Lectern can’t check: check it with another C2PA program.',
    'compressed-manifest': 'The signature is compressed, which Lectern can’t read: check it with another C2PA program.',
    'manifest-too-large': 'The signature is larger than 32 MB, so it wasn’t read: get the original from the signer.',
    'too-slow': 'Checking the signature took longer than 30 seconds: try again, or get the original from the signer.',
    'certificate-untrusted':
      '{at, select, window {This computer doesn’t know the issuer of the signer’s certificate, so confirm the signer’s name in another way.} other {The signer’s certificate is from an issuer that you haven’t added with --trust.}}',
    'certificate-expired': 'The signer’s certificate has expired: ask the signer to sign the file again.',
    'certificate-revoked': 'The signer’s certificate has been revoked: ask the signer to sign the file again.',
    'certificate-invalid':
      'The signer’s certificate doesn’t allow signing audio: ask the signer to sign the file with a different one.',
    'unreadable-voices': 'The list of voices can’t be read: check it with another C2PA program.',
  },
} as const;
