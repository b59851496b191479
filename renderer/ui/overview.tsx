// Small waveforms: bytes into the outline of bars, and its colours.
import { memo, useId, useMemo, useSyncExternalStore } from 'react';
import styles from './screen-parts.module.css';

/** A canvas needs colours by their values. */
export interface WaveColours {
  readonly wave: string;
  readonly accent: string;
}

let darkScheme: MediaQueryList | null = null;

/** Asked for once: each new question would have the page's styles worked out before it is answered. */
function scheme(): MediaQueryList {
  darkScheme ??= matchMedia('(prefers-color-scheme: dark)');
  return darkScheme;
}

function watch(changed: () => void): () => void {
  const query = scheme();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** The colours of waveforms in the theme of now: the same object until it changes. */
export function useWaveColours(): WaveColours {
  const isDark = useSyncExternalStore(watch, () => scheme().matches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens follow the theme
  return useMemo(() => {
    const tokens = getComputedStyle(document.documentElement);
    return { wave: tokens.getPropertyValue('--wave').trim(), accent: tokens.getPropertyValue('--accent').trim() };
  }, [isDark]);
}

/** Bytes of base64. */
export function readOverview(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** How wide a bar is, in parts of the room that it has. */
const BAR = 0.62;

/** How tall a bar is, in parts of the drawing. Loudness falls off steeply: the square root keeps soft speech in sight. */
const tallOf = (level: number): number => Math.max(0.06, Math.sqrt(level / 255));

/** Behind the place of a bar from the left, by its level: 256 for each height that was asked for. */
const outlines = new Map<number, readonly string[]>();

function outlinesOf(height: number): readonly string[] {
  const known = outlines.get(height);
  if (known) return known;
  const made = Array.from({ length: 256 }, (_, level) => {
    const tall = tallOf(level) * height;
    return ` ${((height - tall) / 2).toFixed(2)}h${BAR}v${tall.toFixed(2)}h-${BAR}z`;
  });
  outlines.set(height, made);
  return made;
}

/** The bars of a waveform as the path of an SVG, a unit wide each, `height` units high, centred. */
export function barsPath(levels: Uint8Array, height: number): string {
  const outline = outlinesOf(height);
  let path = '';
  levels.forEach((level, index) => {
    path += `M${index}${outline[level]}`;
  });
  return path;
}

/** Where and how bars are drawn on a canvas. Lengths are in the context's units. */
export interface BarsDrawing {
  readonly width: number;
  readonly height: number;
  /** CSS values. */
  readonly colour: string;
  readonly playedColour: string;
  /** The part that was played, 0 to 1. */
  readonly played: number;
}

/** The same bars on a canvas, as wide as it is told, in place of what was there. */
export function drawBars(context: CanvasRenderingContext2D, levels: Uint8Array, drawing: BarsDrawing): void {
  const { width, height, colour, playedColour, played } = drawing;
  const room = width / Math.max(1, levels.length);
  context.clearRect(0, 0, width, height);
  const fill = (level: number, index: number, bar: number) => {
    const tall = tallOf(level) * height;
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
