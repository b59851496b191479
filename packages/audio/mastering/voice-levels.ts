export interface MeasuredTake {
  /** Identifies the voice. All takes of a voice get the same gain. */
  readonly voice: string;
  /** In LUFS; null if the take is too short or too quiet to measure. */
  readonly loudnessLufs: number | null;
  /** The gain set by the producer, in dB, which is preserved. */
  readonly gainDb: number;
  readonly seconds: number;
}

/** Takes this far below their voice's level, such as whispers and breaths, are ignored. */
const RELATIVE_GATE_LU = 10;
/** Maximum change in dB. A larger difference is intentional, or the takes aren't speech. */
const MAX_GAIN_DB = 9;

const power = (decibels: number): number => 10 ** (decibels / 10);

interface WeightedTake {
  readonly lufs: number;
  readonly seconds: number;
}

function meanLufs(takes: readonly WeightedTake[]): number | null {
  const seconds = takes.reduce((sum, take) => sum + take.seconds, 0);
  if (seconds <= 0) return null;
  return 10 * Math.log10(takes.reduce((sum, take) => sum + power(take.lufs) * take.seconds, 0) / seconds);
}

function gatedLufs(takes: readonly WeightedTake[]): number | null {
  const whole = meanLufs(takes);
  if (whole === null) return null;
  return meanLufs(takes.filter(({ lufs }) => lufs > whole - RELATIVE_GATE_LU));
}

/** Returns each voice's gain in dB, which is added to all takes of the voice. Omits voices that can't be measured. */
export function voiceGains(takes: Iterable<MeasuredTake>): Map<string, number> {
  const voices = new Map<string, WeightedTake[]>();
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
  return new Map(
    levels.map(({ voice, lufs }) => [voice, Math.max(-MAX_GAIN_DB, Math.min(MAX_GAIN_DB, middle - lufs))]),
  );
}
