import type { Quality } from '@lectern/tts-protocol';

export type Mp3Bitrate = 8 | 16 | 24 | 32 | 40 | 48 | 64 | 80 | 96 | 112 | 128 | 160 | 192 | 224 | 256 | 320;

const ALL_MP3_BITRATES: readonly number[] = [
  8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
] satisfies Mp3Bitrate[];

export const isMp3Bitrate = (bitrate: number): bitrate is Mp3Bitrate => ALL_MP3_BITRATES.includes(bitrate);

export const DEFAULT_QUALITY: Quality = 'medium';

interface MonoStereoBitrates {
  readonly mono: Mp3Bitrate;
  readonly stereo: Mp3Bitrate;
}

/** For 32 kHz and above. Audiobook stores require at least 192 kbit/s, so that bitrate is the premium preset. */
const MP3_FULL_RATE: Readonly<Record<Quality, MonoStereoBitrates>> = {
  draft: { mono: 48, stereo: 80 },
  low: { mono: 64, stereo: 112 },
  medium: { mono: 96, stereo: 160 },
  high: { mono: 128, stereo: 256 },
  premium: { mono: 192, stereo: 320 },
};

/** For 16 to 24 kHz, where the format's limit is 160 kbit/s. */
const MP3_HALF_RATE: Readonly<Record<Quality, MonoStereoBitrates>> = {
  draft: { mono: 32, stereo: 48 },
  low: { mono: 40, stereo: 64 },
  medium: { mono: 64, stereo: 96 },
  high: { mono: 96, stereo: 128 },
  premium: { mono: 160, stereo: 160 },
};

/** For 8 to 12 kHz, where many players support at most 64 kbit/s. */
const MP3_QUARTER_RATE: Readonly<Record<Quality, MonoStereoBitrates>> = {
  draft: { mono: 16, stereo: 24 },
  low: { mono: 24, stereo: 32 },
  medium: { mono: 32, stereo: 48 },
  high: { mono: 48, stereo: 64 },
  premium: { mono: 64, stereo: 64 },
};

export function mp3Bitrate(quality: Quality, sampleRate: number, channels: 1 | 2): Mp3Bitrate {
  const table = sampleRate >= 32000 ? MP3_FULL_RATE : sampleRate >= 16000 ? MP3_HALF_RATE : MP3_QUARTER_RATE;
  const levels = table[quality];
  return channels === 1 ? levels.mono : levels.stereo;
}

/**
 * Returns the factor that compensates for LAME's attenuation at a constant bitrate (kbit/s), so that all formats have
 * the same level.
 */
export function mp3LevelCorrection(bitrate: Mp3Bitrate): number {
  if (bitrate <= 160) return 1 / 0.95;
  if (bitrate === 192) return 1 / 0.97;
  return bitrate === 224 ? 1 / 0.98 : 1;
}

/** Vorbis qualities from -1 to 10: variable bitrates of about 45, 60, 80, 110 and 160 kbit/s for mono at 44.1 kHz. */
export const VORBIS_QUALITY: Readonly<Record<Quality, number>> = {
  draft: 0,
  low: 2,
  medium: 4,
  high: 6,
  premium: 9,
};
