import { memo, useId, useMemo, useSyncExternalStore } from 'react';
import styles from '../screen-parts.module.css';

/** Resolved colours, because CSS variables don't work on a canvas. */
export interface WaveColours {
  readonly wave: string;
  readonly accent: string;
}

let darkScheme: MediaQueryList | null = null;

/** Cached, because every `matchMedia` call forces a style recalculation. */
function darkSchemeQuery(): MediaQueryList {
  darkScheme ??= matchMedia('(prefers-color-scheme: dark)');
  return darkScheme;
}

function watchScheme(onChange: () => void): () => void {
  const query = darkSchemeQuery();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Returns an object that only changes with the theme. */
export function useWaveColours(): WaveColours {
  const isDark = useSyncExternalStore(watchScheme, () => darkSchemeQuery().matches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens change with the theme
  return useMemo(() => {
    const tokens = getComputedStyle(document.documentElement);
    return { wave: tokens.getPropertyValue('--wave').trim(), accent: tokens.getPropertyValue('--accent').trim() };
  }, [isDark]);
}

export function readOverview(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** The width of a bar, relative to the space available for it. */
const BAR = 0.62;

/** The square root keeps quiet speech visible. */
const barHeight = (level: number): number => Math.max(0.06, Math.sqrt(level / 255));

/** For each drawing height, 256 SVG path fragments: one for each level. */
const outlines = new Map<number, readonly string[]>();

function outlinesOf(height: number): readonly string[] {
  const known = outlines.get(height);
  if (known) return known;
  const made = Array.from({ length: 256 }, (_, level) => {
    const tall = barHeight(level) * height;
    return ` ${((height - tall) / 2).toFixed(2)}h${BAR}v${tall.toFixed(2)}h-${BAR}z`;
  });
  outlines.set(height, made);
  return made;
}

export function barsPath(levels: Uint8Array, height: number): string {
  const outline = outlinesOf(height);
  let path = '';
  levels.forEach((level, index) => {
    path += `M${index}${outline[level]}`;
  });
  return path;
}

export interface BarsDrawing {
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly playedColour: string;
  /** The fraction that has been played, from 0 to 1. */
  readonly played: number;
}

export function drawBars(context: CanvasRenderingContext2D, levels: Uint8Array, drawing: BarsDrawing): void {
  const { width, height, colour, playedColour, played } = drawing;
  const room = width / Math.max(1, levels.length);
  context.clearRect(0, 0, width, height);
  const fill = (level: number, index: number, bar: number) => {
    const tall = barHeight(level) * height;
    context.fillRect(index * room, (height - tall) / 2, bar * room, tall);
  };
  context.fillStyle = colour;
  levels.forEach((level, index) => {
    fill(level, index, BAR);
  });
  context.fillStyle = playedColour;
  const end = played * levels.length;
  levels.subarray(0, Math.ceil(end)).forEach((level, index) => {
    fill(level, index, Math.min(BAR, end - index));
  });
}

interface OverviewWaveProps {
  /** Base64 data with one byte per bar, as in `TakeSummary`. Null until the audio has been measured. */
  readonly overview: string | null;
  /** In pixels. */
  readonly height?: number;
  readonly played?: number;
  readonly accent?: boolean;
}

const UNITS = 24;

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
