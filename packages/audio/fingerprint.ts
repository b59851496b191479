export { AudioFingerprinter, ITEM_SECONDS, ITEM_SPAN_SECONDS } from './fingerprint/audio-fingerprint.ts';
