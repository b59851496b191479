// Approximates speaking styles with eSpeak NG's pitch, range, pace and volume, and its whisper variants.
import type { SpeakingStyle } from '@lectern/tts-protocol';
import type { Timbre } from '../../common/timbre.ts';
import type { EmbeddedVoice } from '../../voices/voice.ts';

interface StyleShift {
  readonly pitch: number;
  readonly range: number;
  readonly pace: number;
  readonly gain: number;
}

const STYLE_SHIFTS: Readonly<Record<SpeakingStyle, StyleShift>> = {
  whispering: { pitch: 0, range: 0, pace: 0.95, gain: 1 },
  soft: { pitch: -2, range: -10, pace: 0.95, gain: 0.6 },
  // Limited by the headroom above the loudest vowels.
  shouting: { pitch: 14, range: 22, pace: 1.05, gain: 1.2 },
  angry: { pitch: 4, range: 22, pace: 1.12, gain: 1.15 },
  sad: { pitch: -9, range: -22, pace: 0.85, gain: 0.8 },
  cheerful: { pitch: 8, range: 18, pace: 1.06, gain: 1 },
  excited: { pitch: 11, range: 26, pace: 1.16, gain: 1.1 },
  afraid: { pitch: 11, range: -8, pace: 1.14, gain: 0.8 },
};

const WHISPER_VARIANTS: Readonly<Record<EmbeddedVoice['gender'], string>> = { female: 'whisperf', male: 'whisper' };

export interface StyledTimbre {
  readonly timbre: Timbre;
  readonly pace: number;
  readonly gain: number;
}

export function applyStyle({ timbre, gender }: EmbeddedVoice, style: SpeakingStyle | undefined): StyledTimbre {
  if (style === undefined) return { timbre, pace: 1, gain: 1 };
  const { pitch, range, pace, gain } = STYLE_SHIFTS[style];
  const variant = style === 'whispering' ? WHISPER_VARIANTS[gender] : timbre.variant;
  return { timbre: { ...timbre, variant, pitch: timbre.pitch + pitch, range: timbre.range + range }, pace, gain };
}
