// Plays audio that is still being generated, such as auditions, using an audio element.

export interface StreamListener {
  onStatus(status: 'playing' | 'paused' | 'failed'): void;
  onPosition(seconds: number): void;
  /** The number of seconds that have arrived so far. Once `isGrowing` is false, this is the total length. */
  onLength(seconds: number, isGrowing: boolean): void;
  onEnd(): void;
}

export interface StreamSound {
  play(address: string, speed: number, gainDb: number): void;
  resume(): void;
  pause(): void;
  stop(): void;
  /** Limited to the part of the audio that has arrived. */
  seek(seconds: number): void;
  setSpeed(speed: number): void;
  setLength(seconds: number): void;
  remove(): void;
}

const REPORT_INTERVAL_MS = 45;

export function createStreamSound(context: () => AudioContext, listener: StreamListener): StreamSound {
  const audio = new Audio();
  audio.preload = 'auto';
  let gain: GainNode | null = null;
  let level = 1;
  const heard = followAudio(audio, listener);
  const start = () => {
    const own = context();
    if (!gain) {
      gain = own.createGain();
      own.createMediaElementSource(audio).connect(gain).connect(own.destination);
    }
    gain.gain.value = level;
    // The promise is rejected if other audio has replaced this one. The other audio reports its own status.
    audio.play().catch(() => undefined);
  };
  const stop = () => {
    heard.end();
    audio.pause();
  };
  return {
    play(address, speed, gainDb) {
      level = 10 ** (gainDb / 20);
      heard.begin();
      // Set the source only once, because an element becomes silent if its source is set again during playback.
      audio.src = address;
      audio.defaultPlaybackRate = speed;
      audio.playbackRate = speed;
      start();
    },
    resume: start,
    pause: () => audio.pause(),
    stop,
    seek(seconds) {
      audio.currentTime = seconds;
      listener.onPosition(seconds);
    },
    setSpeed(speed) {
      audio.playbackRate = speed;
      audio.defaultPlaybackRate = speed;
    },
    setLength: heard.setLength,
    remove() {
      stop();
      heard.remove();
      audio.removeAttribute('src');
    },
  };
}

function followAudio(audio: HTMLAudioElement, listener: StreamListener) {
  let isOn = false;
  let length: number | null = null;
  let timer: ReturnType<typeof setInterval> | null = null;

  const tellLength = () => {
    // The length in a stream's header may be wrong, so use the length of the audio that has arrived.
    const { buffered } = audio;
    if (isOn && length === null && buffered.length > 0) listener.onLength(buffered.end(buffered.length - 1), true);
  };
  const stopPositionUpdates = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  const handlers: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    playing() {
      if (!isOn) return;
      listener.onStatus('playing');
      timer ??= setInterval(() => {
        listener.onPosition(audio.currentTime);
        tellLength();
      }, REPORT_INTERVAL_MS);
    },
    pause() {
      stopPositionUpdates();
      if (!isOn || audio.ended) return;
      listener.onPosition(audio.currentTime);
      listener.onStatus('paused');
    },
    ended() {
      stopPositionUpdates();
      if (!isOn) return;
      if (length === null) listener.onLength(audio.currentTime, false);
      listener.onEnd();
    },
    progress: tellLength,
    seeked: () => isOn && listener.onPosition(audio.currentTime),
    error() {
      stopPositionUpdates();
      if (isOn) listener.onStatus('failed');
    },
  };
  for (const [name, handler] of Object.entries(handlers)) audio.addEventListener(name, handler);
  return {
    begin() {
      isOn = true;
      length = null;
    },
    end() {
      isOn = false;
      stopPositionUpdates();
    },
    setLength(seconds: number) {
      length = seconds;
      listener.onLength(seconds, false);
    },
    remove() {
      for (const [name, handler] of Object.entries(handlers)) audio.removeEventListener(name, handler);
    },
  };
}
