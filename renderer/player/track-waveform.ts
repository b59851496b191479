// The waveform of what is in the player: what is known at once, and what is finer when its audio is there.
import { auditionUrl } from '../bridge/media-url.ts';
import { readOverview } from '../ui/overview.ts';
import type { PlayerTrack } from '../ui/player-store.ts';
import { fetchPeaks, PEAKS } from './fetch-peaks.ts';
import { peaksOf } from './resample.ts';
import { FLAT, type Waveform } from './waveform.ts';

export interface TrackWaveform {
  show(track: PlayerTrack): void;
  /** The audio of a take is there: its peaks are those of what is heard. */
  takeLoaded(takeId: number, audio: Pick<AudioBuffer, 'getChannelData'>): void;
  clear(): void;
}

/** Takes whose peaks are kept: what sounds, and what is loaded ahead of it. */
const MOST_KEPT = 12;

/** @param onLength told how long an audition is in the end, in seconds */
export function createTrackWaveform(waveform: Waveform, onLength: (seconds: number) => void): TrackWaveform {
  const kept = new Map<number, Uint8Array>();
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
        const known = source.overview ? readOverview(source.overview) : FLAT;
        waveform.draw(kept.get(source.takeId) ?? known, durationSeconds);
      }
    },
    takeLoaded(takeId, audio) {
      const peaks = peaksOf(audio.getChannelData(0), PEAKS);
      kept.set(takeId, peaks);
      for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
      if (shown?.source.kind === 'take' && shown.source.takeId === takeId) {
        waveform.draw(peaks, shown.durationSeconds ?? 0);
      }
    },
    clear() {
      shown = null;
      waveform.draw(FLAT, 0);
    },
  };
}
