// What about a take a producer should hear first. The thresholds were chosen on the takes of a whole play (885 lines):
// none of them is flagged, while nearly all are that say their line twice or half of it, hang, or clip, and most of those
// that start or end in the middle of a word.

import type { OutputFormat } from '@lectern/tts-protocol';
import type { AudioAnalysis, Suspicion } from '../model/take.ts';
import { at } from './at.ts';

/** What is known of a take's sound, as far as it is judged. */
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
  /** Of the whole file. */
  readonly durationSeconds: number;
  /** As the service announced it, in seconds; null where it announced none. */
  readonly announcedSeconds: number | null;
  readonly format: OutputFormat;
  /** Hz. */
  readonly sampleRate: number;
  /** Of the text that was sent, as `spokenLength` has it. */
  readonly spokenLength: number;
  /** The speed that was asked for; 1 is the voice's own. */
  readonly speed: number;
  /** Silence that the script asks for before and after the line. */
  readonly pauseBeforeSeconds: number;
  readonly pauseAfterSeconds: number;
}

/** How a voice usually speaks: the median of some takes, so that a few bad ones change nothing. */
export interface VoiceHabit {
  /** At speed 1, without the silence at both ends. */
  readonly secondsPerCharacter: number;
  /** Takes from which it was learnt. */
  readonly takes: number;
}

/** Takes from which a habit can be learnt, and the characters read aloud that each must have. */
export const FEWEST_TAKES = 8;
export const FEWEST_CHARACTERS = 12;

/** The longest pause between two sounds of a line, and the longest silence at its ends, in seconds. */
const LONGEST_PAUSE_SECONDS = 1.2;
const LONGEST_EDGE_SECONDS = 1.5;
/** Clipped samples that are not heard yet. */
const UNHEARD_CLIPPING = 5;
/** A take that begins or ends louder than this, in dB below its speech, was cut there. */
const CUT_DB = -12;
/** A long text is slow at this many times the habit, and fast at the habit divided by it… */
const UNUSUAL_RATIO = 1.5;
/** …and more for a short one, in which a single pause weighs much: by this many characters over its own. */
const SHORT_TEXT_CHARACTERS = 4;
/**
 * What holds for any voice and language at speed 1, while a voice's own pace isn't known: no speech is faster or slower.
 * Characters of ideographs take the longest, a short exclamation may be drawn out.
 */
const ANY_SPEECH = { usual: 0.07, least: 0.02, most: 0.25, drawnOutSeconds: 2.5 } as const;
/** A channel that is quieter than the other one by more than this, in dB, is as good as missing. */
const ONE_SIDED_DB = 20;
/** A length within this part of the announced one is the announced one. */
const DURATION_SHARE = 0.005;
/** An announced length is rounded to tenths of a second at the coarsest. */
const MOST_ROUNDING_SECONDS = 0.05;

/** The seconds in which a take speaks: without the silence at its ends, and without what of a pause is dead air. */
function speakingSeconds({ sound, durationSeconds }: JudgedTake): number {
  const deadAir = Math.max(0, sound.longestPauseSeconds - LONGEST_PAUSE_SECONDS);
  return Math.max(0, durationSeconds - sound.headSilenceSeconds - sound.tailSilenceSeconds - deadAir);
}

/**
 * Seconds for each character read aloud at speed 1; null where that says nothing: too short a text, or no sound.
 */
export function tempoOf(take: JudgedTake): number | null {
  if (take.spokenLength < FEWEST_CHARACTERS || take.sound.speechLevelDb === null) return null;
  return (speakingSeconds(take) * take.speed) / take.spokenLength;
}

/** The habit that tempos show; null where they are too few. */
export function habitOf(tempos: readonly number[]): VoiceHabit | null {
  if (tempos.length < FEWEST_TAKES) return null;
  const sorted = Float64Array.from(tempos).sort();
  const middle = sorted.length >> 1;
  const upper = at(sorted, middle);
  const secondsPerCharacter = sorted.length % 2 === 1 ? upper : (upper + at(sorted, middle - 1)) / 2;
  return secondsPerCharacter > 0 ? { secondsPerCharacter, takes: sorted.length } : null;
}

/** A habit is learnt again when this many times as many takes are known. */
const RENEWED_AFTER = 4;

/**
 * From how many of a voice's first takes the habit is learnt by which a take is judged: 8, 32, 128… A take is judged by
 * what was known when it came, and by nothing that comes later, so that its flags stay as they are. The first eight are
 * judged together, once the eighth is there.
 *
 * @param ordinal of the take among those of its voice that have a tempo, 1-based
 */
export function takesOfHabit(ordinal: number): number {
  let takes = FEWEST_TAKES;
  while (takes * RENEWED_AFTER <= ordinal) takes *= RENEWED_AFTER;
  return takes;
}

/**
 * Returns what is suspicious about a take. Review, the command line and the reports of exports all go by this.
 *
 * @param habit of the voice that speaks; null where it is not known yet
 */
export function suspicionsOf(take: JudgedTake, habit: VoiceHabit | null): Suspicion[] {
  const { sound } = take;
  if (sound.speechLevelDb === null) return [{ kind: 'silent' }, ...otherLength(take)];
  return [
    ...tempoSuspicion(take, habit),
    ...deadAir(take),
    ...clipping(sound),
    ...cuts(sound),
    ...oneSided(sound),
    ...otherLength(take),
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

/** Where the voice's habit says nothing: speech that no voice would speak like that. */
function impossibleTempo(take: JudgedTake): Suspicion[] {
  const { usual, least, most, drawnOutSeconds } = ANY_SPEECH;
  const { spokenLength } = take;
  if (spokenLength === 0) return [];
  const seconds = speakingSeconds(take) * take.speed;
  const ratio = seconds / (usual * spokenLength);
  if (seconds > most * spokenLength + drawnOutSeconds) return [{ kind: 'slow', ratio, against: 'speech' }];
  const isFast = spokenLength >= FEWEST_CHARACTERS && seconds < least * spokenLength;
  return isFast ? [{ kind: 'fast', ratio, against: 'speech' }] : [];
}

function deadAir({ sound, pauseBeforeSeconds, pauseAfterSeconds }: JudgedTake): Suspicion[] {
  const found: Suspicion[] = [];
  const look = (place: 'start' | 'inside' | 'end', seconds: number, longest: number): void => {
    if (seconds > longest) found.push({ kind: 'dead-air', seconds, place });
  };
  look('start', sound.headSilenceSeconds - pauseBeforeSeconds, LONGEST_EDGE_SECONDS);
  look('inside', sound.longestPauseSeconds, LONGEST_PAUSE_SECONDS);
  look('end', sound.tailSilenceSeconds - pauseAfterSeconds, LONGEST_EDGE_SECONDS);
  return found;
}

function clipping({ clippedSamples }: TakeSound): Suspicion[] {
  return clippedSamples > UNHEARD_CLIPPING ? [{ kind: 'clipping', samples: clippedSamples }] : [];
}

function cuts({ startLevelDb, endLevelDb }: TakeSound): Suspicion[] {
  const found: Suspicion[] = [];
  if (startLevelDb !== null && startLevelDb > CUT_DB) found.push({ kind: 'cut-start', levelDb: startLevelDb });
  if (endLevelDb !== null && endLevelDb > CUT_DB) found.push({ kind: 'cut-end', levelDb: endLevelDb });
  return found;
}

function oneSided({ balanceDb }: TakeSound): Suspicion[] {
  if (balanceDb === null || Math.abs(balanceDb) <= ONE_SIDED_DB) return [];
  return [{ kind: 'one-sided', quiet: balanceDb > 0 ? 'right' : 'left', differenceDb: Math.abs(balanceDb) }];
}

function otherLength({ announcedSeconds, durationSeconds, format, sampleRate }: JudgedTake): Suspicion[] {
  if (announcedSeconds === null) return [];
  const allowed = announcedSeconds * DURATION_SHARE + roundingOf(announcedSeconds) + packingSeconds(format, sampleRate);
  // A microsecond more is rounding of our own.
  if (Math.abs(durationSeconds - announcedSeconds) <= allowed + 1e-6) return [];
  return [{ kind: 'duration', announcedSeconds, seconds: durationSeconds }];
}

/** Half of the last decimal place: 0.005 s for `3.42`. Zeros at the end are not written. */
function roundingOf(seconds: number): number {
  const decimals = `${seconds}`.split('.')[1]?.length ?? 0;
  return Math.min(MOST_ROUNDING_SECONDS, 0.5 * 10 ** -decimals);
}

/** Silence that an encoder may add at both ends, in seconds: MP3 has whole frames, and a delay of its own. */
function packingSeconds(format: OutputFormat, sampleRate: number): number {
  if (format !== 'mp3') return 0;
  const frame = sampleRate >= 32_000 ? 1_152 : 576;
  return (1_105 + frame) / sampleRate;
}

/** How bad a take is, to put the worst first: 0 where nothing is suspicious; more suspicions and larger figures are worse. */
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
    case 'one-sided':
      return 40 + Math.min(20, suspicion.differenceDb / 6);
    case 'duration': {
      const { announcedSeconds, seconds } = suspicion;
      return 10 + Math.min(30, 100 * Math.abs(seconds / Math.max(announcedSeconds, 0.01) - 1));
    }
  }
}
