// Evens voices out: how much louder or quieter each has to be so that all sit alike.

/** A take as it is measured. */
export interface MeasuredTake {
  /** Who speaks: takes with the same are made louder or quieter together. */
  readonly voice: string;
  /** LUFS; null where it is too short or too quiet to be measured. */
  readonly loudnessLufs: number | null;
  /** The producer's own, in dB, which stays. */
  readonly gainDb: number;
  readonly seconds: number;
}

/** A voice whose takes are this far below its own level doesn't speak in them: a whisper, a breath. */
const GATE_LU = 10;
/** No voice is changed by more, in dB: what lies further off is meant to be so, or is no voice. */
const MOST_DB = 9;

const power = (decibels: number): number => 10 ** (decibels / 10);

interface Weighted {
  readonly lufs: number;
  readonly seconds: number;
}

function meanLufs(takes: readonly Weighted[]): number | null {
  const seconds = takes.reduce((sum, take) => sum + take.seconds, 0);
  if (seconds <= 0) return null;
  return 10 * Math.log10(takes.reduce((sum, take) => sum + power(take.lufs) * take.seconds, 0) / seconds);
}

/** The mean of a voice, without its quiet takes. */
function gatedLufs(takes: readonly Weighted[]): number | null {
  const whole = meanLufs(takes);
  if (whole === null) return null;
  return meanLufs(takes.filter(({ lufs }) => lufs > whole - GATE_LU));
}

/** The gain of each voice in dB, to be added to all of its takes. Voices that can't be measured stay as they are. */
export function voiceGains(takes: Iterable<MeasuredTake>): Map<string, number> {
  const voices = new Map<string, Weighted[]>();
  for (const { voice, loudnessLufs, gainDb, seconds } of takes) {
    if (loudnessLufs === null || seconds <= 0) continue;
    const own = voices.get(voice) ?? [];
    own.push({ lufs: loudnessLufs + gainDb, seconds });
    voices.set(voice, own);
  }
  const levels = [...voices].flatMap(([voice, own]) => {
    const lufs = gatedLufs(own);
    return lufs === null ? [] : [{ voice, lufs, seconds: own.reduce((sum, take) => sum + take.seconds, 0) }];
  });
  const middle = meanLufs(levels);
  if (middle === null) return new Map();
  return new Map(levels.map(({ voice, lufs }) => [voice, Math.max(-MOST_DB, Math.min(MOST_DB, middle - lufs))]));
}
