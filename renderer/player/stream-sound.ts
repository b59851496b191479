// Plays audio while it is still being generated, such as auditions, with an audio element.

export interface StreamListener {
  onStatus(status: 'playing' | 'paused' | 'failed'): void;
  onPosition(seconds: number): void;
  /** Seconds available so far; the total length once `isGrowing` is false. */
  onLength(seconds: number, isGrowing: boolean): void;
  onEnd(): void;
}

export interface StreamSound {
  play(address: string, speed: number, gainDb: number): void;
  resume(): void;
  pause(): void;
  stop(): void;
  /** Limited to the part that has arrived. */
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
    // Rejected if another sound replaced it, which reports its own status.
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
      // Set only once, because an element whose source is set again while it plays falls silent.
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
    // The length in a stream's header may be wrong, so use what has arrived.
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
