// The public API: finding Chromium, and the mark of a packed application's fuses. The host itself is a program, `electron`.
export { findChromium, HEADLESS_NAMES } from './chromium/find-chromium.ts';
export { FUSE_MARK } from './packed/fuses.ts';
