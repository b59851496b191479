// The player's waveform: wavesurfer.js with peaks that are known already, so that nothing is decoded for it.
import WaveSurfer from 'wavesurfer.js';
import { at } from '../../shared/rules/at.ts';
import { styleNonce } from '../bridge/exposed.ts';
import { auditionUrl } from '../bridge/media-url.ts';
import { readOverview } from '../ui/overview.tsx';
import type { PlayerSource, PlayerTrack } from '../ui/player-store.ts';
import type { SoundId } from './clip-sound.ts';

/** A picture of the sound. It never touches the sound itself: the player tells it how far playback has come. */
export interface Waveform {
  /** Peaks are bytes of full scale at even distances; seconds are those of the file. */
  draw(peaks: Uint8Array, seconds: number): void;
  /** Marks what has been played, in seconds from the start of the file. */
  showPosition(seconds: number): void;
  remove(): void;
}

const BAR = { barWidth: 2, barGap: 1, barRadius: 1 } as const;

/** As many as a wide window has bars. */
const PEAKS = 1_600;

/** What is drawn where nothing is known: a line. */
const FLAT = new Uint8Array(2);

/** Draws into a box. `onSeek` is called with seconds on a click or drag. */
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
      // The square root keeps soft speech in sight, as in the small waveforms.
      const channel = stretchPeaks(peaks, PEAKS).map(Math.sqrt);
      // Without an address, so that nothing is fetched. It draws a moment later, from the start.
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

/** A canvas needs colours by their values. */
function colours() {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return { waveColor: token('--wave'), progressColor: token('--accent'), cursorColor: token('--text') };
}

/** The waveform of what is in the player: what is known at once, and what is finer when its audio is there. */
interface TrackWaveform {
  show(track: PlayerTrack): void;
  /** The audio of a take or of what stands in for one is there: its peaks are those of what is heard. */
  soundLoaded(soundId: SoundId, audio: Pick<AudioBuffer, 'getChannelData'>): void;
  clear(): void;
}

/** Sounds whose peaks are kept: what sounds, and what is loaded ahead of it. */
const MOST_KEPT = 12;

/** @param onLength told how long an audition is in the end, in seconds */
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
      // Stopped, or broken off: what came of it is heard all the same.
      .catch(() => undefined);
  };
  return {
    show(track) {
      shown = track;
      const { source, durationSeconds = 0 } = track;
      if (source.kind === 'audition') showAudition(track, source.auditionId);
      else {
        const known = source.kind === 'take' && source.overview ? readOverview(source.overview) : FLAT;
        waveform.draw(kept.get(soundOf(source)) ?? known, durationSeconds);
      }
    },
    soundLoaded(soundId, audio) {
      const peaks = peaksOf(audio.getChannelData(0), PEAKS);
      kept.set(soundId, peaks);
      for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
      if (shown && soundOf(shown.source) === soundId) waveform.draw(peaks, shown.durationSeconds ?? 0);
    },
    clear() {
      shown = null;
      waveform.draw(FLAT, 0);
    },
  };
}

const soundOf = (source: PlayerSource): SoundId =>
  source.kind === 'take' ? source.takeId : source.kind === 'stand-in' ? source.soundId : source.auditionId;

/** Enough to see speech; less to hold than what is heard. */
const DECODED_HZ = 8_000;

/**
 * The waveform of audio that has no peaks yet: an audition's, which arrives while it plays. Waits until all of it has come.
 *
 * @returns bytes of full scale at even distances, and the length in seconds
 * @throws where it breaks off, or is no audio
 */
async function fetchPeaks(url: string): Promise<{ readonly peaks: Uint8Array; readonly seconds: number }> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`no audio: ${reply.status}`);
  const context = new OfflineAudioContext(1, 1, DECODED_HZ);
  const audio = await context.decodeAudioData(await reply.arrayBuffer());
  return { peaks: peaksOf(audio.getChannelData(0), PEAKS), seconds: audio.duration };
}

/** The loudest of each stretch of samples, as bytes of full scale: as many as asked for, or as there are samples. */
export function peaksOf(samples: Float32Array, count: number): Uint8Array {
  const length = Math.min(count, samples.length);
  return Uint8Array.from({ length }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.ceil((edge * samples.length) / length));
    const loudest = samples.subarray(from, to).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return Math.min(255, Math.round(loudest * 255));
  });
}

/** As many levels as asked for, between those that are there; not fewer than there are. Silence where there are none. */
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
