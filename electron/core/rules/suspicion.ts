// Thresholds were tuned on the 885 lines of a whole play. No good take is flagged, while nearly all takes that repeat
// their line, stop halfway, have dead air or clip are flagged.

import type { OutputFormat } from '@lectern/tts-protocol';
import type { AudioAnalysis, Suspicion } from '../../../shared/model/take.ts';
import { at } from '../../../shared/rules/at.ts';
import { largest } from '../../../shared/rules/lists.ts';

export type TakeSound = Pick<
  AudioAnalysis,
  | 'clippedSamples'
  | 'speechLevelDb'
  | 'headSilenceSeconds'
  | 'tailSilenceSeconds'
  | 'longestPauseSeconds'
  | 'startLevelDb'
  | 'endLevelDb'
  | 'balanceDb'
>;

export interface JudgedTake {
  readonly sound: TakeSound;
  readonly durationSeconds: number;
  readonly announcedSeconds: number | null;
  readonly format: OutputFormat;
  readonly sampleRate: number;
  readonly spokenLength: number;
  readonly speed: number;
  readonly pauseBeforeSeconds: number;
  readonly pauseAfterSeconds: number;
}

/** A voice's usual pace. It is a median, so that a few bad takes don't affect it. */
export interface VoiceHabit {
  readonly secondsPerCharacter: number;
  readonly takes: number;
}

export const MIN_TAKES = 8;
export const MIN_CHARACTERS = 12;

const MAX_PAUSE_SECONDS = 1.2;
const MAX_EDGE_SECONDS = 1.5;
const MAX_INAUDIBLE_CLIPPING = 5;
/** In dB relative to the take's speech. A take that starts or ends above this level was cut off. */
const CUT_DB = -12;
/**
 * A take of a long text is flagged as slow if its seconds per character exceed the usual value multiplied by this
 * ratio, and as fast if they are below the usual value divided by this ratio.
 */
const UNUSUAL_RATIO = 1.5;
/** Shorter text gets more tolerance: the ratio grows by this number divided by the spoken length. */
const SHORT_TEXT_CHARACTERS = 4;
/** For voices with an unknown pace, at speed 1. Ideographs take the most time per character. */
const AVERAGE_SPEECH = { usual: 0.07, least: 0.02, most: 0.25, drawnOutSeconds: 2.5 } as const;
/** If the channels differ by more than this many dB, the quieter one counts as missing. */
const ONE_SIDED_DB = 20;
const DURATION_SHARE = 0.005;
/** Services round announced durations to a tenth of a second or less. */
const MAX_ROUNDING_SECONDS = 0.05;

type TimedTake = Pick<JudgedTake, 'durationSeconds' | 'spokenLength' | 'speed'> & {
  readonly sound: Pick<
    TakeSound,
    'speechLevelDb' | 'headSilenceSeconds' | 'tailSilenceSeconds' | 'longestPauseSeconds'
  >;
};

/** Excludes dead air and the silence at both ends. */
function speakingSeconds({ sound, durationSeconds }: TimedTake): number {
  const deadAir = Math.max(0, sound.longestPauseSeconds - MAX_PAUSE_SECONDS);
  return Math.max(0, durationSeconds - sound.headSilenceSeconds - sound.tailSilenceSeconds - deadAir);
}

/** Returns the seconds per spoken character at speed 1, or null if the text is too short or the take is silent. */
export function tempoOf(take: TimedTake): number | null {
  if (take.spokenLength < MIN_CHARACTERS || take.sound.speechLevelDb === null) return null;
  return (speakingSeconds(take) * take.speed) / take.spokenLength;
}

export function habitOf(tempos: readonly number[]): VoiceHabit | null {
  if (tempos.length < MIN_TAKES) return null;
  const sorted = Float64Array.from(tempos).sort();
  const middle = sorted.length >> 1;
  const upper = at(sorted, middle);
  const secondsPerCharacter = sorted.length % 2 === 1 ? upper : (upper + at(sorted, middle - 1)) / 2;
  return secondsPerCharacter > 0 ? { secondsPerCharacter, takes: sorted.length } : null;
}

/** A voice's pace is recalculated whenever its number of takes has grown by this factor. */
const RECALCULATION_FACTOR = 4;

/**
 * Returns how many of a voice's first takes determine its pace: 8, 32, 128… Only takes that were already known when a
 * take arrived are counted, so that the take's flags don't change later. `ordinal` is the 1-based position among the
 * voice's takes with a tempo.
 */
export function takesForHabit(ordinal: number): number {
  let takes = MIN_TAKES;
  while (takes * RECALCULATION_FACTOR <= ordinal) takes *= RECALCULATION_FACTOR;
  return takes;
}

/** Returns a take's suspicions. A null habit means that the voice's pace is unknown. */
export function suspicionsOf(take: JudgedTake, habit: VoiceHabit | null): Suspicion[] {
  const { sound } = take;
  if (sound.speechLevelDb === null) return [{ kind: 'silent' }, ...durationMismatch(take)];
  return [
    ...tempoSuspicion(take, habit),
    ...deadAir(take),
    ...clipping(sound),
    ...cutEnds(sound),
    ...oneSided(sound),
    ...durationMismatch(take),
  ];
}

function tempoSuspicion(take: JudgedTake, habit: VoiceHabit | null): Suspicion[] {
  const tempo = tempoOf(take);
  if (tempo === null || habit === null) return impossibleTempo(take);
  const ratio = tempo / habit.secondsPerCharacter;
  const bound = UNUSUAL_RATIO * (1 + SHORT_TEXT_CHARACTERS / take.spokenLength);
  if (ratio > bound) return [{ kind: 'slow', ratio }];
  return ratio < 1 / bound ? [{ kind: 'fast', ratio }] : [];
}

function impossibleTempo(take: JudgedTake): Suspicion[] {
  const { usual, least, most, drawnOutSeconds } = AVERAGE_SPEECH;
  const { spokenLength } = take;
  if (spokenLength === 0) return [];
  const seconds = speakingSeconds(take) * take.speed;
  const ratio = seconds / (usual * spokenLength);
  if (seconds > most * spokenLength + drawnOutSeconds) return [{ kind: 'slow', ratio, against: 'speech' }];
  const isFast = spokenLength >= MIN_CHARACTERS && seconds < least * spokenLength;
  return isFast ? [{ kind: 'fast', ratio, against: 'speech' }] : [];
}

function deadAir({ sound, pauseBeforeSeconds, pauseAfterSeconds }: JudgedTake): Suspicion[] {
  const found: Suspicion[] = [];
  const check = (place: 'start' | 'inside' | 'end', seconds: number, longest: number): void => {
    if (seconds > longest) found.push({ kind: 'dead-air', seconds, place });
  };
  check('start', sound.headSilenceSeconds - pauseBeforeSeconds, MAX_EDGE_SECONDS);
  check('inside', sound.longestPauseSeconds, MAX_PAUSE_SECONDS);
  check('end', sound.tailSilenceSeconds - pauseAfterSeconds, MAX_EDGE_SECONDS);
  return found;
}

function clipping({ clippedSamples }: TakeSound): Suspicion[] {
  return clippedSamples > MAX_INAUDIBLE_CLIPPING ? [{ kind: 'clipping', samples: clippedSamples }] : [];
}

function cutEnds({ startLevelDb, endLevelDb }: TakeSound): Suspicion[] {
  const found: Suspicion[] = [];
  if (startLevelDb !== null && startLevelDb > CUT_DB) found.push({ kind: 'cut-start', levelDb: startLevelDb });
  if (endLevelDb !== null && endLevelDb > CUT_DB) found.push({ kind: 'cut-end', levelDb: endLevelDb });
  return found;
}

function oneSided({ balanceDb }: TakeSound): Suspicion[] {
  if (balanceDb === null || Math.abs(balanceDb) <= ONE_SIDED_DB) return [];
  return [{ kind: 'one-sided', quiet: balanceDb > 0 ? 'right' : 'left', differenceDb: Math.abs(balanceDb) }];
}

function durationMismatch({ announcedSeconds, durationSeconds, format, sampleRate }: JudgedTake): Suspicion[] {
  if (announcedSeconds === null) return [];
  const allowed =
    announcedSeconds * DURATION_SHARE + roundingError(announcedSeconds) + encoderPaddingSeconds(format, sampleRate);
  // Allows for our own rounding to microseconds.
  if (Math.abs(durationSeconds - announcedSeconds) <= allowed + 1e-6) return [];
  return [{ kind: 'duration', announcedSeconds, seconds: durationSeconds }];
}

/**
 * Returns half a unit in the last decimal place, such as 0.005 s for `3.42`. Trailing zeros can't be seen in a number.
 */
function roundingError(seconds: number): number {
  const decimals = `${seconds}`.split('.')[1]?.length ?? 0;
  return Math.min(MAX_ROUNDING_SECONDS, 0.5 * 10 ** -decimals);
}

/** The silence that an encoder might add at both ends. MP3 has a codec delay and consists of whole frames. */
function encoderPaddingSeconds(format: OutputFormat, sampleRate: number): number {
  if (format !== 'mp3') return 0;
  const frame = sampleRate >= 32_000 ? 1_152 : 576;
  return (1_105 + frame) / sampleRate;
}

/** Returns a sort key that is highest for the worst takes. 0 means that nothing is suspicious. */
export function suspicionScore(suspicions: readonly Suspicion[]): number {
  return suspicions.reduce((sum, suspicion) => sum + weightOf(suspicion), 0);
}

function weightOf(suspicion: Suspicion): number {
  switch (suspicion.kind) {
    case 'silent':
      return 100;
    case 'slow':
    case 'fast':
      return 40 * Math.min(2, Math.abs(Math.log2(Math.max(suspicion.ratio, 0.01))));
    case 'dead-air':
      return 20 + 10 * Math.min(5, suspicion.seconds);
    case 'cut-start':
    case 'cut-end':
      return 30 + Math.min(CUT_DB * -1, suspicion.levelDb - CUT_DB);
    case 'clipping':
      return 15 + 5 * Math.log10(suspicion.samples);
    case 'words':
      return 50 + 40 * largest(suspicion.findings.map(({ confidence }) => confidence));
    case 'one-sided':
      return 40 + Math.min(20, suspicion.differenceDb / 6);
    case 'duration': {
      const { announcedSeconds, seconds } = suspicion;
      return 10 + Math.min(30, 100 * Math.abs(seconds / Math.max(announcedSeconds, 0.01) - 1));
    }
  }
}
