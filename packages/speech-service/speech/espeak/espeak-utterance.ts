import type { MarkedRange, MarkedText } from '@lectern/tts-protocol';
import type { Timbre } from '../../common/timbre.ts';
import { addClauseEnds } from './clause-ends.ts';
import { toEspeakMarkup } from './espeak-markup.ts';
import type { EspeakUtterance } from './espeak-module.ts';

/**
 * Volume at which each variant reaches about -21.5 LUFS, averaged over its voices. Whispering variants are 2 dB
 * quieter.
 */
const VOLUMES: ReadonlyMap<string, number> = new Map([
  ['m3', 91],
  ['f2', 75],
  ['Annie', 86],
  ['grandma', 84],
  ['Mike', 132],
  ['f5', 94],
  ['grandpa', 83],
  ['belinda', 68],
  ['f3', 74],
  ['Andy', 60],
  ['aunty', 69],
  ['m1', 103],
  ['shelby', 67],
  ['m7', 85],
  ['linda', 67],
  ['benjamin', 103],
  ['Alicia', 81],
  ['david', 118],
  ['Gene2', 56],
  ['whisperf', 51],
  ['whisper', 92],
  ['f1', 77],
  ['travis', 77],
  ['steph', 96],
  ['Lee', 78],
  ['Diogo', 163],
  ['michel', 92],
  ['f4', 77],
  ['Reed', 78],
  ['Denis', 168],
  ['ed', 41],
  ['rob', 118],
  ['Andrea', 53],
  ['paul', 43],
  ['steph3', 45],
  ['edward', 79],
  ['anika', 70],
  ['antonio', 24],
]);

function volumeOf(variant: string): number {
  return VOLUMES.get(variant) ?? 80;
}

/** Words per minute that eSpeak NG speaks well; other rates are time-stretched. */
const RELIABLE_RATES = { min: 90, max: 350 } as const;

export const SCALE = { min: 0, max: 99 } as const;

const toScale = (value: number): number => Math.max(SCALE.min, Math.min(SCALE.max, Math.round(value)));

/** Uses the nearest rate that eSpeak NG speaks well. */
export function createUtterance(
  language: string,
  timbre: Timbre,
  text: string,
  marks: readonly MarkedRange[] = [],
): EspeakUtterance {
  const markup = marks.length === 0 ? undefined : toEspeakMarkup({ text, marks }, language);
  return {
    voice: `${language}+${timbre.variant}`,
    rate: Math.round(Math.max(RELIABLE_RATES.min, Math.min(RELIABLE_RATES.max, timbre.rate))),
    pitch: toScale(timbre.pitch),
    range: toScale(timbre.range),
    volume: volumeOf(timbre.variant),
    text: addClauseEnds(text),
    ...(markup !== undefined && { markup }),
  };
}

/** Returns an utterance at the nearest rate that eSpeak NG speaks well, and the remaining duration factor. */
export function createPacedUtterance(
  language: string,
  timbre: Timbre,
  pace: number,
  { text, marks }: MarkedText,
): { utterance: EspeakUtterance; stretch: number } {
  const wanted = timbre.rate * pace;
  const utterance = createUtterance(language, { ...timbre, rate: wanted }, text, marks);
  // Rounding changes the rate by at most half a word per minute, which isn't worth time-stretching.
  const isWithin = wanted >= RELIABLE_RATES.min && wanted <= RELIABLE_RATES.max;
  return { utterance, stretch: isWithin ? 1 : utterance.rate / wanted };
}
