import { frameCount, type Pcm } from '../../../codecs/pcm.ts';
import type { Treatment } from '../../../shared/model/take.ts';

/** A cut through sound is heard as a click; over this many seconds it comes up or goes down instead. */
const FADE_SECONDS = 0.005;

/** A sound as it is to be heard. */
export interface TreatedSound {
  readonly sound: Pcm;
  /** By how much the gain was held back, in dB, so that the loudest sample is full scale and no more. */
  readonly heldBackDb: number;
}

/** Where the sound begins and ends, in frames: always within it, and never the end before the beginning. */
function rangeOf(pcm: Pcm, { trimStartSeconds, trimEndSeconds }: Treatment): { start: number; end: number } {
  const frames = frameCount(pcm);
  const start = Math.min(frames, Math.round(trimStartSeconds * pcm.sampleRate));
  return { start, end: Math.max(start, frames - Math.round(trimEndSeconds * pcm.sampleRate)) };
}

function loudestOf(channels: readonly Float32Array[]): number {
  let loudest = 0;
  for (const samples of channels) {
    for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  }
  return loudest;
}

/** The factor to multiply with. What clips already is made no louder; nothing that is made quieter is held back. */
function factorOf(gainDb: number, loudest: number): number {
  const asked = 10 ** (gainDb / 20);
  return asked > 1 && asked * loudest > 1 ? Math.max(1, 1 / loudest) : asked;
}

function fade(samples: Float32Array, frames: number, edges: { readonly start: boolean; readonly end: boolean }): void {
  const length = Math.min(frames, Math.floor(samples.length / 2));
  for (let at = 0; at < length; at += 1) {
    const share = (at + 0.5) / length;
    const last = samples.length - 1 - at;
    if (edges.start) samples[at] = (samples[at] ?? 0) * share;
    if (edges.end) samples[last] = (samples[last] ?? 0) * share;
  }
}

/**
 * Cuts a sound at its ends and makes it louder or quieter. Where it is cut, it fades over 5 ms; a gain stops where the
 * loudest sample reaches full scale. Without a treatment, or one that does nothing, it is the very same sound.
 */
export function treatSound(pcm: Pcm, treatment: Treatment | undefined): TreatedSound {
  if (!treatment) return { sound: pcm, heldBackDb: 0 };
  const { trimStartSeconds, trimEndSeconds, gainDb } = treatment;
  if (trimStartSeconds === 0 && trimEndSeconds === 0 && gainDb === 0) return { sound: pcm, heldBackDb: 0 };
  const { start, end } = rangeOf(pcm, treatment);
  const channels = pcm.channels.map((samples) => samples.slice(start, end));
  for (const samples of channels) {
    fade(samples, Math.round(FADE_SECONDS * pcm.sampleRate), { start: trimStartSeconds > 0, end: trimEndSeconds > 0 });
  }
  const factor = factorOf(gainDb, loudestOf(channels));
  for (const samples of channels) {
    for (let at = 0; at < samples.length; at += 1) samples[at] = (samples[at] ?? 0) * factor;
  }
  const heldBackDb = Math.max(0, gainDb - 20 * Math.log10(factor));
  return { sound: { sampleRate: pcm.sampleRate, channels }, heldBackDb: heldBackDb < 0.005 ? 0 : heldBackDb };
}
