import { memo, useId, useMemo } from 'react';
import { barsPath, readOverview } from './overview.ts';
import styles from './overview-wave.module.css';

interface OverviewWaveProps {
  /** As `TakeSummary` has it: base64 of a byte a bar; null while the audio has not been measured. */
  readonly overview: string | null;
  /** Pixels. The width is the container's. */
  readonly height?: number;
  /** The part that was played, 0 to 1: drawn in the accent. */
  readonly played?: number;
  /** Drawn in the accent all of it: the picked take. */
  readonly accent?: boolean;
}

const UNITS = 24;

/** A take's waveform in small, from the 96 bytes that come with it: nothing is fetched or decoded for it. */
export const OverviewWave = memo(function OverviewWave({
  overview,
  height = 24,
  played = 0,
  accent,
}: OverviewWaveProps) {
  const clip = useId();
  const levels = useMemo(() => (overview === null ? null : readOverview(overview)), [overview]);
  const path = useMemo(() => (levels ? barsPath(levels, UNITS) : ''), [levels]);
  const bars = levels?.length ?? 1;
  return (
    <svg
      aria-hidden
      className={accent ? styles.accent : styles.wave}
      height={height}
      width="100%"
      viewBox={`0 0 ${bars} ${UNITS}`}
      preserveAspectRatio="none"
    >
      <path d={path} />
      {played > 0 && levels && (
        <>
          <clipPath id={clip}>
            <rect x="0" y="0" width={played * bars} height={UNITS} />
          </clipPath>
          <path className={styles.played} d={path} clipPath={`url(#${clip})`} />
        </>
      )}
    </svg>
  );
});
