// A sample of a voice: taken from a file, chosen or dropped, or from the microphone, then heard and looked at.
import { Button, SegmentedControl } from '@mantine/core';
import { Circle, Play, Square } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { CloneSample, SampleProblem, SampleWarning } from '../../../shared/ipc/clone-requests.ts';
import { CLONE_BOUNDS } from '../../../shared/service/clones.ts';
import { formatDuration, formatSeconds } from '../../ui/format.ts';
import { usePlayer } from '../../ui/player-store.ts';
import { notify } from '../../ui/toast.tsx';
import styles from './clones.module.css';
import { LONGEST_RECORDING, type RecorderFailure, useRecorder } from './use-recorder.ts';

export interface RawSample {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface SampleSourceProps {
  onSample(sample: RawSample): void;
  /** A file that need not be read to be refused, or that can't be read at all. */
  onRefused(why: 'too-large' | 'unreadable'): void;
}

/** Where a sample comes from. */
export function SampleSource(props: SampleSourceProps) {
  const [source, setSource] = useState<'file' | 'microphone'>('file');
  return (
    <div className={styles.source}>
      <SegmentedControl
        aria-label="Where the sample comes from"
        data={[
          { value: 'file', label: 'A file' },
          { value: 'microphone', label: 'The microphone' },
        ]}
        value={source}
        onChange={(value) => setSource(value === 'microphone' ? 'microphone' : 'file')}
      />
      {source === 'file' ? <FromFile {...props} /> : <FromMicrophone {...props} />}
    </div>
  );
}

function FromFile({ onSample, onRefused }: SampleSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.size > CLONE_BOUNDS.bytes.max) return onRefused('too-large');
    file.arrayBuffer().then(
      (buffer) => onSample({ name: file.name, bytes: new Uint8Array(buffer) }),
      // A folder, or a file that has gone since.
      () => onRefused('unreadable'),
    );
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen by the button in it
    <div
      data-takes-files
      data-over={isOver}
      className={styles.drop}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".wav,.mp3,.ogg,.flac,audio/*"
        aria-label="A recording of the voice"
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <p>Drop a recording here: one person, no music, half a minute or more.</p>
      <Button onClick={() => input.current?.click()}>Choose a file…</Button>
    </div>
  );
}

function FromMicrophone({ onSample }: SampleSourceProps) {
  const { state, start, stop, discard } = useRecorder((bytes) => onSample({ name: 'Recording.wav', bytes }));
  if (state.kind === 'recording') {
    const { seconds, level } = state;
    return (
      <div className={styles.microphone}>
        <p role="timer" aria-label="Recorded" className={styles.elapsed}>
          {formatDuration(seconds)} <span className="dim">of {formatDuration(LONGEST_RECORDING)}</span>
        </p>
        <meter
          aria-label="Level"
          className={styles.level}
          min={0}
          max={1}
          high={0.95}
          value={level}
          data-clipped={level >= 0.99}
        />
        <div className={styles.actions}>
          <Button data-autofocus variant="filled" leftSection={<Square size={12} aria-hidden />} onClick={stop}>
            Stop
          </Button>
          <Button onClick={discard}>Discard</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.microphone}>
      <p
        className={state.kind === 'failed' ? styles.problem : 'dim'}
        role={state.kind === 'failed' ? 'alert' : undefined}
      >
        {state.kind === 'failed'
          ? FAILURE_WORDS[state.why]
          : 'Read something aloud for half a minute, as you would for the book. The microphone is on only while it records.'}
      </p>
      <Button
        loading={state.kind === 'asking'}
        leftSection={<Circle size={12} aria-hidden className={styles.record} />}
        onClick={start}
      >
        Record
      </Button>
    </div>
  );
}

interface SampleCardProps {
  /** Null: it is being looked at. */
  readonly sample: CloneSample | null;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isLocked: boolean;
  onDiscard(): void;
}

/** A sample that was taken: how long it is, how it sounds, and whether a voice can be made of it. */
export function SampleCard({ sample, name, bytes, isLocked, onDiscard }: SampleCardProps) {
  const { isPlaying, toggle } = usePlayback(() => notify('This recording can’t be played.', { id: 'sample' }));
  const figures = [
    sample?.seconds == null ? null : formatSeconds(sample.seconds),
    sizeWords(bytes.byteLength),
    sample?.format?.toUpperCase(),
  ].filter((figure) => figure);
  return (
    <div className={styles.sample}>
      <div className={styles.sampleHead}>
        <span className={styles.sampleName}>
          <span className="cut">{name}</span>
          <small className="dim">{figures.join(' · ')}</small>
        </span>
        <Button
          leftSection={isPlaying ? <Square size={12} aria-hidden /> : <Play size={13} aria-hidden />}
          onClick={() => toggle(bytes)}
        >
          {isPlaying ? 'Stop' : 'Play'}
        </Button>
        <Button disabled={isLocked} onClick={onDiscard}>
          Discard
        </Button>
      </div>
      <div role="status">
        {!sample && <p className="dim">Listening to it…</p>}
        {sample?.problems.map((problem) => (
          <p key={problem} className={styles.problem}>
            {PROBLEM_WORDS[problem]}
          </p>
        ))}
        {sample?.problems.length === 0 && sample.warnings.length === 0 && (
          <p className={styles.good}>A voice can be made of it.</p>
        )}
        {sample?.warnings.map((warning) => (
          <p key={warning} className={styles.warning}>
            {WARNING_WORDS[warning]}
          </p>
        ))}
      </div>
    </div>
  );
}

/** A sample to the ear before it is sent anywhere: from memory, so that it never has an address. */
interface Playback {
  readonly isPlaying: boolean;
  /** Plays from the start, or stops. */
  toggle(bytes: Uint8Array): void;
  stop(): void;
}

function usePlayback(onUnreadable: () => void): Playback {
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

const { seconds: SECONDS, bytes: BYTES } = CLONE_BOUNDS;

/** Why the service would refuse a sample, and what to do. */
export const PROBLEM_WORDS: Readonly<Record<SampleProblem, string>> = {
  'too-small': `The file is too small: ${BYTES.min / 1_000} kB are needed.`,
  'too-large': `The file is too large: at most ${BYTES.max / 1_000_000} MB are taken. Cut it, or save it as MP3.`,
  unreadable: 'The file can’t be read. WAV, MP3, Ogg and FLAC are taken: save it as one of these.',
  'too-short': `It is too short: ${SECONDS.min} seconds are needed, half a minute is better.`,
  'too-long': `It is too long: at most ${SECONDS.max / 60} minutes are taken. Cut it.`,
  silent: 'Nothing is heard in it. Choose another recording, or look at the microphone’s level.',
  'sample-rate': 'Its sample rate is none that a voice can be measured at: 8,000 to 192,000 Hz are taken.',
};

/** What makes a voice of it worse than it might be. */
const WARNING_WORDS: Readonly<Record<SampleWarning, string>> = {
  short: 'It is short: with half a minute the voice is met better.',
  quiet: 'It is quiet: go nearer to the microphone.',
  clipped: 'It is clipped: its loudest places are cut off.',
  pauses: 'It has long pauses: cut them out.',
};

const FAILURE_WORDS: Readonly<Record<RecorderFailure, string>> = {
  refused: 'The microphone was refused. Allow it in the system’s settings for privacy, then try again.',
  'no-microphone': 'There is no microphone. Plug one in, then try again.',
  lost: 'The microphone was lost. See that it is plugged in and not in use elsewhere, then try again.',
};

/** `3.4 MB`, `96 kB`. */
export const sizeWords = (size: number): string =>
  size >= 1_000_000 ? `${(size / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(size / 1_000))} kB`;
