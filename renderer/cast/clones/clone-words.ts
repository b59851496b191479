// Samples and clones in words.
import type { SampleProblem, SampleWarning } from '../../../shared/ipc/clone-requests.ts';
import { CLONE_BOUNDS } from '../../../shared/service/clones.ts';
import type { RecorderFailure } from './use-recorder.ts';

const { seconds, bytes } = CLONE_BOUNDS;

/** Why the service would refuse a sample, and what to do. */
export const PROBLEM_WORDS: Readonly<Record<SampleProblem, string>> = {
  'too-small': `The file is too small: ${bytes.min / 1_000} kB are needed.`,
  'too-large': `The file is too large: at most ${bytes.max / 1_000_000} MB are taken. Cut it, or save it as MP3.`,
  unreadable: 'The file can’t be read. WAV, MP3, Ogg and FLAC are taken: save it as one of these.',
  'too-short': `It is too short: ${seconds.min} seconds are needed, half a minute is better.`,
  'too-long': `It is too long: at most ${seconds.max / 60} minutes are taken. Cut it.`,
  silent: 'Nothing is heard in it. Choose another recording, or look at the microphone’s level.',
  'sample-rate': 'Its sample rate is none that a voice can be measured at: 8,000 to 192,000 Hz are taken.',
};

/** What makes a voice of it worse than it might be. */
export const WARNING_WORDS: Readonly<Record<SampleWarning, string>> = {
  short: 'It is short: with half a minute the voice is met better.',
  quiet: 'It is quiet: go nearer to the microphone.',
  clipped: 'It is clipped: its loudest places are cut off.',
  pauses: 'It has long pauses: cut them out.',
};

export const FAILURE_WORDS: Readonly<Record<RecorderFailure, string>> = {
  refused: 'The microphone was refused. Allow it in the system’s settings for privacy, then try again.',
  'no-microphone': 'There is no microphone. Plug one in, then try again.',
  lost: 'The microphone was lost. See that it is plugged in and not in use elsewhere, then try again.',
};

/** `3.4 MB`, `96 kB`. */
export const sizeWords = (size: number): string =>
  size >= 1_000_000 ? `${(size / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(size / 1_000))} kB`;
