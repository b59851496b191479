// A sample to the ear before it is sent anywhere: from memory, so that it never has an address.
import { useEffect, useRef, useState } from 'react';
import { usePlayer } from '../../ui/player-store.ts';

export interface Playback {
  readonly isPlaying: boolean;
  /** Plays from the start, or stops. */
  toggle(bytes: Uint8Array): void;
  stop(): void;
}

export function usePlayback(onUnreadable: () => void): Playback {
  const [isPlaying, setPlaying] = useState(false);
  const context = useRef<AudioContext | null>(null);
  const stop = () => {
    void context.current?.close();
    context.current = null;
    setPlaying(false);
  };
  const play = async (bytes: Uint8Array) => {
    usePlayer.getState().pause();
    const own = new AudioContext();
    context.current = own;
    setPlaying(true);
    // What is decoded is taken away from its owner.
    const buffer = await own.decodeAudioData(new Uint8Array(bytes).buffer);
    if (context.current !== own) return;
    const source = new AudioBufferSourceNode(own, { buffer });
    source.connect(own.destination);
    source.onended = () => {
      if (context.current === own) stop();
    };
    source.start();
  };
  useEffect(() => () => void context.current?.close(), []);
  return {
    isPlaying,
    stop,
    toggle(bytes) {
      if (isPlaying) return stop();
      play(bytes).catch((error: unknown) => {
        if (!(error instanceof DOMException)) throw error;
        stop();
        onUnreadable();
      });
    },
  };
}
