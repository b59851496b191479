// Where a sample comes from: a file, chosen or dropped, or the microphone.
import { Button, SegmentedControl } from '@mantine/core';
import { Circle, Square } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { CLONE_BOUNDS } from '../../../shared/service/clones.ts';
import { formatDuration } from '../../ui/format.ts';
import { FAILURE_WORDS } from './clone-words.ts';
import styles from './clones.module.css';
import { LONGEST_RECORDING, useRecorder } from './use-recorder.ts';

export interface RawSample {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface SampleSourceProps {
  onSample(sample: RawSample): void;
  /** A file that need not be read to be refused, or that can't be read at all. */
  onRefused(why: 'too-large' | 'unreadable'): void;
}

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
