// A sample that was taken: how long it is, how it sounds, and whether a voice can be made of it.
import { Button } from '@mantine/core';
import { Play, Square } from 'lucide-react';
import type { CloneSample } from '../../../shared/ipc/clone-requests.ts';
import { formatSeconds } from '../../ui/format.ts';
import { notify } from '../../ui/toast.tsx';
import { PROBLEM_WORDS, sizeWords, WARNING_WORDS } from './clone-words.ts';
import styles from './clones.module.css';
import { usePlayback } from './use-playback.ts';

interface SampleCardProps {
  /** Null: it is being looked at. */
  readonly sample: CloneSample | null;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isLocked: boolean;
  onDiscard(): void;
}

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
