// A take's waveform, large, with handles for what is left out at its ends.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { SHORTEST_TRIMMED_SECONDS, type TakeSummary } from '../../shared/model/take.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatPosition } from '../ui/format.ts';
import { barsPath } from '../ui/overview.tsx';
import { shareAt } from '../ui/play-line.ts';
import { usePlayedShare } from '../ui/player-store.ts';
import styles from './take-panel.module.css';

const t = words('review');

/** Bars that are drawn over the whole width. */
const BARS = 240;
const UNITS = 56;
const STEP_SECONDS = 0.05;

interface TrimWaveProps {
  readonly take: TakeSummary;
  onTrim(startSeconds: number, endSeconds: number): void;
  /** The take is to be heard from here on, in seconds from the start of its file. */
  onPlayFrom(seconds: number): void;
}

/** Seconds left out at the start and at the end. */
interface Ends {
  readonly start: number;
  readonly end: number;
}

/** Drag the handles, or move them by the arrow keys. */
export function TrimWave({ take, onTrim, onPlayFrom }: TrimWaveProps) {
  const { data } = useAsk('review.peaks', { takeId: take.id });
  const played = usePlayedShare(take.id);
  const box = useRef<HTMLDivElement>(null);
  const { ends, handle } = useHandles(take, box, onTrim);
  const duration = take.durationSeconds;
  const share = (seconds: number) => `${((100 * seconds) / Math.max(duration, 0.001)).toFixed(3)}%`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the player has keys to move in the take
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      ref={box}
      className={styles.box}
      onClick={(event) => {
        if (!(event.target instanceof HTMLButtonElement)) onPlayFrom(shareAt(event) * duration);
      }}
    >
      <svg aria-hidden viewBox={`0 0 ${BARS} ${UNITS}`} preserveAspectRatio="none" className={styles.wave}>
        <path d={data ? barsPath(shrink(data.peaks, BARS), UNITS) : ''} />
      </svg>
      <span className={styles.out} style={{ left: 0, width: share(ends.start) }} />
      <span className={styles.out} style={{ right: 0, width: share(ends.end) }} />
      {played > 0 && <span className={styles.playhead} style={{ left: `${100 * played}%` }} />}
      {(['start', 'end'] as const).map((edge) => (
        <button
          key={edge}
          type="button"
          role="slider"
          aria-label={t(`trim.${edge}`)}
          aria-valuemin={0}
          aria-valuemax={duration}
          aria-valuenow={ends[edge]}
          aria-valuetext={t('trim.seconds', { seconds: ends[edge].toFixed(2) })}
          title={formatPosition(ends[edge])}
          className={styles.handle}
          data-edge={edge}
          style={edge === 'start' ? { left: share(ends.start) } : { right: share(ends.end) }}
          {...handle(edge)}
        />
      ))}
    </div>
  );
}

/** What is left out as it is shown: while it is dragged, and until just that is saved, what was dragged. */
function useDraftEnds(take: TakeSummary) {
  const [draft, setDraft] = useState<Ends | null>(null);
  const saved = { start: take.trimStartSeconds, end: take.trimEndSeconds };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another take, and nothing of this one is being dragged
  useEffect(() => setDraft(null), [take.id]);
  // Replies to the steps before it come one after the other.
  const isSaved = draft !== null && draft.start === saved.start && draft.end === saved.end;
  useEffect(() => {
    if (isSaved) setDraft(null);
  }, [isSaved]);
  return { ends: draft ?? saved, saved, setDraft };
}

/** What moves the handles over a take's waveform: the pointer drags them, the arrow keys move them in small steps. */
function useHandles(take: TakeSummary, box: RefObject<HTMLDivElement | null>, onTrim: TrimWaveProps['onTrim']) {
  const { ends, saved, setDraft } = useDraftEnds(take);
  const duration = take.durationSeconds;
  const bounded = (edge: keyof Ends, seconds: number): Ends => {
    const other = edge === 'start' ? ends.end : ends.start;
    const most = Math.max(0, duration - other - SHORTEST_TRIMMED_SECONDS);
    const value = Math.round(Math.min(Math.max(0, seconds), most) * 1_000) / 1_000;
    return { ...ends, [edge]: value };
  };
  const save = ({ start, end }: Ends) => {
    if (start !== saved.start || end !== saved.end) onTrim(start, end);
  };
  const secondsAt = (event: PointerEvent): number => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return ((event.clientX - left) / Math.max(width, 1)) * duration;
  };
  const handle = (edge: keyof Ends) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const at = secondsAt(event);
      setDraft(bounded(edge, edge === 'start' ? at : duration - at));
    },
    onPointerUp: () => save(ends),
    // Where it could not be saved, what is saved is shown.
    onBlur: () => setDraft(null),
    onKeyDown: (event: KeyboardEvent) => {
      const inwards = edge === 'start' ? 'ArrowRight' : 'ArrowLeft';
      const outwards = edge === 'start' ? 'ArrowLeft' : 'ArrowRight';
      if (event.key !== inwards && event.key !== outwards) return;
      event.preventDefault();
      event.stopPropagation();
      const next = bounded(edge, ends[edge] + (event.key === inwards ? STEP_SECONDS : -STEP_SECONDS));
      setDraft(next);
      save(next);
    },
  });
  return { ends, handle };
}

/** The loudest peak of each stretch, `count` in all; fewer peaks are repeated. */
function shrink(peaks: Uint8Array, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * peaks.length) / count));
    return peaks.subarray(from, to).reduce((most, peak) => Math.max(most, peak), 0);
  });
}
