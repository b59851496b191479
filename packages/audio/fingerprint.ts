export { AudioFingerprinter, ITEM_SECONDS, ITEM_SPAN_SECONDS } from './fingerprint/audio-fingerprint.ts';
export { CLIP_SHIFTS, type ClipFingerprints, ClipSearch, type FoundClip } from './fingerprint/find-clip.ts';
export { type FingerprintedFile, fingerprintFile } from './fingerprint/fingerprint-file.ts';
