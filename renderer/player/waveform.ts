// Uses wavesurfer.js with precomputed peaks, so that no audio is decoded.
import WaveSurfer from 'wavesurfer.js';
import { at } from '../../shared/rules/at.ts';
import { styleNonce } from '../bridge/ask.ts';
import { auditionUrl } from '../bridge/media-url.ts';
import { readOverview } from '../ui/lists/overview.tsx';
import type { PlayerSource, PlayerTrack } from '../ui/sound/player-store.ts';
import type { SoundId } from './clip-sound.ts';

export interface Waveform {
  /** Peaks are evenly spaced and stored as bytes relative to full scale. `seconds` is the length of the file. */
  draw(peaks: Uint8Array, seconds: number): void;
  showPosition(seconds: number): void;
  remove(): void;
}

const BAR = { barWidth: 2, barGap: 1, barRadius: 1 } as const;

const PEAK_COUNT = 1_600;

const FLAT = new Uint8Array(2);

export function createWaveform(box: HTMLElement, onSeek: (seconds: number) => void): Waveform {
  const surfer = WaveSurfer.create({
    container: box,
    height: 'auto',
    cspNonce: styleNonce(),
    cursorWidth: 1,
    dragToSeek: { debounceTime: 0 },
    hideScrollbar: true,
    ...BAR,
    ...colours(),
  });
  surfer.on('interaction', onSeek);
  const scheme = matchMedia('(prefers-color-scheme:dark)');
  const repaint = () => surfer.setOptions(colours());
  scheme.addEventListener('change', repaint);
  let position = 0;
  return {
    draw(peaks, seconds) {
      // The square root keeps quiet speech visible, as in the small waveforms.
      const channel = stretchPeaks(peaks, PEAK_COUNT).map(Math.sqrt);
      // An empty URL, so that nothing is fetched. Drawing is asynchronous and starts at position 0.
      surfer.load('', [channel], Math.max(seconds, 0.001)).then(
        () => surfer.setTime(position),
        () => undefined,
      );
    },
    showPosition(seconds) {
      position = seconds;
      surfer.setTime(seconds);
    },
    remove() {
      scheme.removeEventListener('change', repaint);
      surfer.destroy();
    },
  };
}

/** Resolved colours, because CSS variables don't work on a canvas. */
function colours() {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return { waveColor: token('--wave'), progressColor: token('--accent'), cursorColor: token('--text') };
}

interface TrackWaveform {
  show(track: PlayerTrack): void;
  soundLoaded(soundId: SoundId, audio: Pick<AudioBuffer, 'getChannelData'>): void;
  clear(): void;
}

/** The current audio and audio that has been loaded in advance. */
const MAX_CACHED = 12;

export function createTrackWaveform(waveform: Waveform, onLength: (seconds: number) => void): TrackWaveform {
  const kept = new Map<SoundId, Uint8Array>();
  let shown: PlayerTrack | null = null;
  const showAudition = (track: PlayerTrack, auditionId: string) => {
    waveform.draw(FLAT, 0);
    fetchPeaks(auditionUrl(auditionId))
      .then(({ peaks, seconds }) => {
        if (shown !== track) return;
        waveform.draw(peaks, seconds);
        onLength(seconds);
      })
      // If the audition has been stopped or interrupted, the part that has arrived is still played, without a waveform.
      .catch(() => undefined);
  };
  return {
    show(track) {
      shown = track;
      const { source, durationSeconds = 0 } = track;
      if (source.kind === 'audition') showAudition(track, source.auditionId);
      else {
        const known = source.kind === 'take' && source.overview ? readOverview(source.overview) : FLAT;
        waveform.draw(kept.get(soundIdOf(source)) ?? known, durationSeconds);
      }
    },
    soundLoaded(soundId, audio) {
      const peaks = peaksOf(audio.getChannelData(0), PEAK_COUNT);
      kept.set(soundId, peaks);
      for (const oldest of kept.keys()) if (kept.size > MAX_CACHED) kept.delete(oldest);
      if (shown && soundIdOf(shown.source) === soundId) waveform.draw(peaks, shown.durationSeconds ?? 0);
    },
    clear() {
      shown = null;
      waveform.draw(FLAT, 0);
    },
  };
}

const soundIdOf = (source: PlayerSource): SoundId =>
  source.kind === 'take' ? source.takeId : source.kind === 'stand-in' ? source.soundId : source.auditionId;

/** A sample rate that is high enough to display speech, and needs less memory than the rate for playback. */
const DECODED_HZ = 8_000;

/** Waits until the whole audition has arrived. Throws if the stream is interrupted or isn't audio. */
async function fetchPeaks(url: string): Promise<{ readonly peaks: Uint8Array; readonly seconds: number }> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`no audio: ${reply.status}`);
  const context = new OfflineAudioContext(1, 1, DECODED_HZ);
  const audio = await context.decodeAudioData(await reply.arrayBuffer());
  return { peaks: peaksOf(audio.getChannelData(0), PEAK_COUNT), seconds: audio.duration };
}

/** Returns `count` bytes relative to full scale. If there are fewer samples than that, returns one byte per sample. */
export function peaksOf(samples: Float32Array, count: number): Uint8Array {
  const length = Math.min(count, samples.length);
  return Uint8Array.from({ length }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.ceil((edge * samples.length) / length));
    const loudest = samples.subarray(from, to).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return Math.min(255, Math.round(loudest * 255));
  });
}

/**
 * Interpolates peaks to `count` levels, or to the number of peaks if that is higher. Without peaks, returns silence.
 */
export function stretchPeaks(peaks: Uint8Array, count: number): Float32Array<ArrayBuffer> {
  if (peaks.length === 0) return new Float32Array(count);
  const last = peaks.length - 1;
  const length = Math.max(count, peaks.length);
  return Float32Array.from({ length }, (_, index) => {
    const place = last === 0 ? 0 : (index * last) / (length - 1);
    const [before, after] = [at(peaks, Math.floor(place)), at(peaks, Math.ceil(place))];
    return (before + (after - before) * (place % 1)) / 255;
  });
}
