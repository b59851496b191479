import { useEffect, useRef, useState } from 'react';
import { ask } from '../../bridge/ask.ts';
import workletUrl from './recorder-worklet.ts?worker&url';

/** Maximum recording length in seconds. The service needs a shorter recording and accepts up to 50 MB. */
export const MAX_RECORDING_LENGTH = 300;

export type RecorderFailure = 'refused' | 'no-microphone' | 'lost';

export type RecorderState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  /** `level` is the peak level of the latest block, from 0 to 1. */
  | { readonly kind: 'recording'; readonly seconds: number; readonly level: number }
  | { readonly kind: 'failed'; readonly why: RecorderFailure };

export interface Recorder {
  readonly state: RecorderState;
  start(): void;
  stop(): void;
  discard(): void;
}

interface RecordingSession {
  readonly stream: MediaStream;
  readonly context: AudioContext;
  readonly blocks: Float32Array[];
  frames: number;
}

export function useRecorder(onRecorded: (bytes: Uint8Array<ArrayBuffer>) => void): Recorder {
  const [state, setState] = useState<RecorderState>({ kind: 'idle' });
  const session = useRef<RecordingSession | null>(null);
  const wanted = useRef(false);
  const passOn = useRef(onRecorded);
  passOn.current = onRecorded;

  const end = (): RecordingSession | null => {
    wanted.current = false;
    const ended = session.current;
    session.current = null;
    if (ended) release(ended);
    return ended;
  };
  const stop = () => {
    const ended = end();
    setState({ kind: 'idle' });
    if (ended) passOn.current(encodeWav(ended.blocks, ended.context.sampleRate));
  };
  const start = async () => {
    wanted.current = true;
    setState({ kind: 'asking' });
    try {
      const opened = await openMicrophone((block) => {
        const current = session.current;
        if (!current) return;
        current.blocks.push(block);
        current.frames += block.length;
        const seconds = current.frames / current.context.sampleRate;
        setState({ kind: 'recording', seconds, level: peakLevel(block) });
        if (seconds >= MAX_RECORDING_LENGTH) stop();
      });
      // The recording was cancelled while the permission prompt was open.
      if (!wanted.current) return release(opened);
      session.current = opened;
      for (const track of opened.stream.getTracks()) {
        track.onended = () => {
          if (end()) setState({ kind: 'failed', why: 'lost' });
        };
      }
      setState({ kind: 'recording', seconds: 0, level: 0 });
    } catch (error) {
      void ask('app.allowMicrophone', { allowed: false }).catch(() => undefined);
      setState({ kind: 'failed', why: toRecorderFailure(error) });
    }
  };
  useEffect(
    () => () => {
      wanted.current = false;
      if (session.current) release(session.current);
      session.current = null;
    },
    [],
  );
  return {
    state,
    start: () => void start(),
    stop,
    discard() {
      end();
      setState({ kind: 'idle' });
    },
  };
}

async function openMicrophone(onBlock: (block: Float32Array) => void): Promise<RecordingSession> {
  await ask('app.allowMicrophone', { allowed: true });
  // Record without processing: filters that make calls clearer also change the voice.
  const audio = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  const context = new AudioContext();
  try {
    await context.audioWorklet.addModule(workletUrl);
    const recorder = new AudioWorkletNode(context, 'recorder', { numberOfOutputs: 0 });
    recorder.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onBlock(data);
    context.createMediaStreamSource(stream).connect(recorder);
    return { stream, context, blocks: [], frames: 0 };
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    await context.close();
    throw error;
  }
}

function release({ stream, context }: RecordingSession): void {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.stop();
  }
  void context.close();
  void ask('app.allowMicrophone', { allowed: false }).catch(() => undefined);
}

const peakLevel = (block: Float32Array): number =>
  block.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);

function toRecorderFailure(error: unknown): RecorderFailure {
  if (!(error instanceof DOMException)) return 'lost';
  return error.name === 'NotAllowedError' ? 'refused' : error.name === 'NotFoundError' ? 'no-microphone' : 'lost';
}

const HEADER_BYTES = 44;

/** Encodes samples from -1 to 1 as a mono 16-bit WAV file. */
export function encodeWav(blocks: readonly Float32Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const frames = blocks.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(HEADER_BYTES + frames * 2);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  word(0, 'RIFF');
  view.setUint32(4, bytes.byteLength - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, frames * 2, true);
  let at = HEADER_BYTES;
  for (const block of blocks) {
    for (const sample of block) {
      view.setInt16(at, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
      at += 2;
    }
  }
  return bytes;
}
