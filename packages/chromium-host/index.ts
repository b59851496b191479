// The public API: finds Chromium, and reads the fuses of packaged applications. The host itself is the program
// `electron`.
export { findChromium, HEADLESS_NAMES } from './chromium/find-chromium.ts';
export { FUSE_MARK } from './packed/fuses.ts';
