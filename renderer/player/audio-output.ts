// The sound: one audio element, a gain behind it, and the waveform that follows it.
import type { QueryClient } from '@tanstack/react-query';
import { auditionUrl, mediaUrl } from '../bridge/media-url.ts';
import { askKey, askQuery } from '../bridge/use-ask.ts';
import { readOverview } from '../ui/overview.ts';
import {
  type PlayerOutput,
  type PlayerSource,
  type PlayerTrack,
  type PlayOptions,
  usePlayer,
} from '../ui/player-store.ts';
import { playThroughChosen } from '../ui/sound-output.ts';
import { fetchPeaks } from './fetch-peaks.ts';
import { createWaveform, FLAT } from './waveform.ts';

export interface AudioOutput extends PlayerOutput {
  remove(): void;
}

/** Tells the store where the sound is, so often. */
const TELL_EVERY_MS = 45;

/** Makes the sound of what the player store says, and draws it into a box. */
export function createAudioOutput(box: HTMLElement, queryClient: QueryClient): AudioOutput {
  const audio = new Audio();
  audio.preload = 'auto';
  const gain = createGain(audio);
  const waveform = createWaveform(box, audio, (seconds) => usePlayer.getState().seek(seconds));
  let options: PlayOptions = {};
  let source: PlayerSource | null = null;
  let toldAt = 0;
  let frame = 0;

  const report = usePlayer.getState().report;
  const seconds = () => (Number.isFinite(audio.duration) ? audio.duration : usePlayer.getState().duration);
  const start = () => {
    gain.wake();
    // Refused where another track took its place meanwhile: that one reports for itself.
    audio.play().catch(() => undefined);
  };
  const end = () => {
    if (options.loop) {
      audio.currentTime = options.trimStart ?? 0;
      start();
      return;
    }
    audio.pause();
    report({ status: 'paused', position: options.trimStart ?? 0 });
    audio.currentTime = options.trimStart ?? 0;
    const { onEnded } = options;
    options = { ...options };
    delete (options as { onEnded?: unknown }).onEnded;
    onEnded?.();
  };
  const tick = (now: number) => {
    frame = audio.paused ? 0 : requestAnimationFrame(tick);
    const { trimEnd = 0 } = options;
    if (trimEnd > 0 && audio.currentTime >= seconds() - trimEnd) end();
    else if (now - toldAt >= TELL_EVERY_MS) {
      toldAt = now;
      report({ position: audio.currentTime });
    }
  };
  const listeners: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    playing: () => {
      report({ status: 'playing' });
      frame ||= requestAnimationFrame(tick);
    },
    pause: () => {
      if (!audio.ended) report({ status: 'paused', position: audio.currentTime });
    },
    ended: end,
    durationchange: () => report({ duration: seconds() }),
    seeked: () => report({ position: audio.currentTime }),
    error: () => {
      if (source) report({ status: 'failed' });
    },
  };
  for (const [name, listener] of Object.entries(listeners)) audio.addEventListener(name, listener);

  return {
    load(track, wanted) {
      source = track.source;
      options = wanted;
      gain.set(wanted.gainDb ?? 0);
      draw(waveform, track, queryClient, () => source === track.source);
      audio.currentTime = wanted.from ?? wanted.trimStart ?? 0;
      audio.playbackRate = usePlayer.getState().speed;
      start();
    },
    play: start,
    pause: () => audio.pause(),
    stop() {
      source = null;
      audio.pause();
      waveform.load('', FLAT, 0);
    },
    seek(to) {
      audio.currentTime = to;
      report({ position: to });
    },
    setSpeed(speed) {
      audio.playbackRate = speed;
      audio.defaultPlaybackRate = speed;
    },
    setLoop(loop) {
      options = { ...options, loop };
    },
    treat(treated) {
      options = { ...options, ...treated };
      gain.set(treated.gainDb);
      // What is left out at the end is seen to at the next tick; what is left out at the start is passed over at once.
      if (audio.currentTime < treated.trimStart) {
        audio.currentTime = treated.trimStart;
        report({ position: treated.trimStart });
      }
    },
    remove() {
      source = null;
      cancelAnimationFrame(frame);
      audio.pause();
      for (const [name, listener] of Object.entries(listeners)) audio.removeEventListener(name, listener);
      waveform.remove();
      audio.removeAttribute('src');
      gain.remove();
    },
  };
}

/** Draws what is known at once, and what is finer when it is there. */
function draw(
  waveform: ReturnType<typeof createWaveform>,
  { source, durationSeconds = 0 }: PlayerTrack,
  queryClient: QueryClient,
  isCurrent: () => boolean,
): void {
  if (source.kind === 'audition') {
    const url = absolute(auditionUrl(source.auditionId));
    waveform.load(url, FLAT, 0);
    fetchPeaks(url)
      .then(({ peaks, seconds }) => isCurrent() && waveform.load(url, peaks, seconds))
      // Stopped, or broken off: what came of it is heard all the same.
      .catch(() => undefined);
    return;
  }
  const url = absolute(mediaUrl(source.takeId));
  const asked = { takeId: source.takeId };
  const known = queryClient.getQueryData<{ peaks: Uint8Array }>(askKey('review.peaks', asked));
  waveform.load(url, known?.peaks ?? (source.overview ? readOverview(source.overview) : FLAT), durationSeconds);
  if (known) return;
  queryClient
    .fetchQuery(askQuery('review.peaks', asked))
    .then(({ peaks }) => {
      if (isCurrent() && peaks.length > 0) waveform.load(url, peaks, durationSeconds);
    })
    // Without finer peaks it is heard all the same.
    .catch(() => undefined);
}

/** As the audio element has it, so that the same audio is not fetched twice. */
const absolute = (url: string) => new URL(url, document.baseURI).href;

/** A gain in decibels behind the element: an element's own volume can only make softer. */
function createGain(audio: HTMLAudioElement) {
  let context: AudioContext | null = null;
  let node: GainNode | null = null;
  let leave = () => {};
  let wanted = 1;
  return {
    set(db: number) {
      wanted = 10 ** (db / 20);
      if (node) node.gain.value = wanted;
    },
    /** Made with the first sound: before somebody has done something in the page it would not start. */
    wake() {
      if (!context) {
        context = new AudioContext();
        leave = playThroughChosen(context);
        node = context.createGain();
        node.gain.value = wanted;
        context.createMediaElementSource(audio).connect(node).connect(context.destination);
      }
      void context.resume();
    },
    remove() {
      leave();
      void context?.close();
    },
  };
}
