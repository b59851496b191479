import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { Circle, Play, Square } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { CloneSample, SampleProblem } from '../../../shared/ipc/clone-requests.ts';
import { words } from '../../locales/words.ts';
import { formatBytes, formatDuration, formatSeconds } from '../../ui/format.ts';
import { notify } from '../../ui/overlays/toast.tsx';
import { usePlayer } from '../../ui/sound/player-store.ts';
import styles from './clones.module.css';
import { MAX_RECORDING_LENGTH, useRecorder } from './use-recorder.ts';

const t = words('clones');

export interface RawSample {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface SampleSourceProps {
  onSample(sample: RawSample): void;
  onReject(why: 'too-large' | 'unreadable'): void;
}

export function SampleSource(props: SampleSourceProps) {
  const [source, setSource] = useState<'file' | 'microphone'>('file');
  return (
    <Stack align="flex-start">
      <SegmentedControl
        aria-label={t('source.label')}
        data={[
          { value: 'file', label: t('source.file') },
          { value: 'microphone', label: t('source.microphone') },
        ]}
        value={source}
        onChange={(value) => setSource(value === 'microphone' ? 'microphone' : 'file')}
      />
      {source === 'file' ? <FileSource {...props} /> : <MicrophoneSource {...props} />}
    </Stack>
  );
}

function FileSource({ onSample, onReject }: SampleSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const acceptFile = (file: File | undefined) => {
    if (!file) return;
    if (file.size > CLONE_BOUNDS.bytes.max) return onReject('too-large');
    file.arrayBuffer().then(
      (buffer) => onSample({ name: file.name, bytes: new Uint8Array(buffer) }),
      // This is a folder, or a file that has been deleted.
      () => onReject('unreadable'),
    );
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the keyboard alternative
    <div
      data-takes-files
      data-over={isOver}
      className={styles.drop}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        acceptFile(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".wav,.mp3,.ogg,.flac,audio/*"
        aria-label={t('source.recording')}
        onChange={({ currentTarget }) => {
          acceptFile(currentTarget.files?.[0]);
          // Reset, so that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <p>{t('source.drop')}</p>
      <Button onClick={() => input.current?.click()}>{t('source.choose')}</Button>
    </div>
  );
}

function MicrophoneSource({ onSample }: SampleSourceProps) {
  const { state, start, stop, discard } = useRecorder((bytes) => onSample({ name: t('source.fileName'), bytes }));
  if (state.kind === 'recording') {
    const { seconds, level } = state;
    return (
      <div className={styles.microphone}>
        <p role="timer" aria-label={t('source.recorded')} className={styles.elapsed}>
          {t.parts('source.elapsed', {
            elapsed: formatDuration(seconds),
            longest: formatDuration(MAX_RECORDING_LENGTH),
            most: (inside) => (
              <span key="most" className="dim">
                {inside}
              </span>
            ),
          })}
        </p>
        <meter
          aria-label={t('source.level')}
          className={styles.level}
          min={0}
          max={1}
          high={0.95}
          value={level}
          data-clipped={level >= 0.99}
        />
        <div className={styles.actions}>
          <Button data-autofocus variant="filled" leftSection={<Square size={12} aria-hidden />} onClick={stop}>
            {t('source.stop')}
          </Button>
          <Button onClick={discard}>{t('source.discard')}</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.microphone}>
      <p className={state.kind === 'failed' ? 'fail' : 'dim'} role={state.kind === 'failed' ? 'alert' : undefined}>
        {state.kind === 'failed' ? t(`microphone.${state.why}`) : t('source.readAloud')}
      </p>
      <Button
        loading={state.kind === 'asking'}
        leftSection={<Circle size={12} aria-hidden className={styles.record} />}
        onClick={start}
      >
        {t('source.record')}
      </Button>
    </div>
  );
}

interface SampleCardProps {
  /** Null while the sample is being checked. */
  readonly sample: CloneSample | null;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isLocked: boolean;
  onDiscard(): void;
}

export function SampleCard({ sample, name, bytes, isLocked, onDiscard }: SampleCardProps) {
  const { isPlaying, toggle } = usePlayback(() => notify(t('sample.unplayable'), { id: 'sample' }));
  const figures = [
    sample?.seconds == null ? null : formatSeconds(sample.seconds),
    formatBytes(bytes.byteLength),
    sample?.format?.toUpperCase(),
  ].filter((figure) => figure);
  return (
    <div className={`card ${styles.sample}`}>
      <Group wrap="nowrap">
        <Stack component="span" gap={0} flex={1} miw={0}>
          <span className="cut">{name}</span>
          <small className="dim">{figures.join(' · ')}</small>
        </Stack>
        <Button
          leftSection={isPlaying ? <Square size={12} aria-hidden /> : <Play size={13} aria-hidden />}
          onClick={() => toggle(bytes)}
        >
          {isPlaying ? t('sample.stop') : t('sample.play')}
        </Button>
        <Button disabled={isLocked} onClick={onDiscard}>
          {t('sample.discard')}
        </Button>
      </Group>
      <div role="status">
        {!sample && <p className="dim">{t('sample.listening')}</p>}
        {sample?.problems.map((problem) => (
          <p key={problem} className="fail">
            {problemText(problem)}
          </p>
        ))}
        {sample?.problems.length === 0 && sample.warnings.length === 0 && <p className="fresh">{t('sample.good')}</p>}
        {sample?.warnings.map((warning) => (
          <p key={warning} className="stale">
            {t(`sample.warning.${warning}`)}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Plays a sample from memory before it is sent, so that the sample doesn't need a URL. */
interface Playback {
  readonly isPlaying: boolean;
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
    // Decoding detaches the buffer, so pass a copy.
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

export const problemText = (problem: SampleProblem): string =>
  t(`sample.problem.${problem}`, {
    kilobytes: BYTES.min / 1_000,
    megabytes: BYTES.max / 1_000_000,
    seconds: SECONDS.min,
    minutes: SECONDS.max / 60,
  });
