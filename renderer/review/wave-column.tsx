// Draws waveforms on a few tall canvases. SVGs would be repainted on every scroll step, and a canvas for each row would
// add many layers.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { drawBars, readOverview, useWaveColours, type WaveColours } from '../ui/lists/overview.tsx';
import { usePlayedShare, usePlayer } from '../ui/sound/player-store.ts';
import styles from './review-table.module.css';

const ROWS_PER_CANVAS = 32;
const WAVE_HEIGHT = 24;
const TRACK_HEIGHT = 3;

/** In pixels from the table's left edge. */
interface ColumnBounds {
  readonly left: number;
  readonly width: number;
}

interface WaveColumnProps {
  readonly head: RefObject<HTMLElement | null>;
  readonly lineIds: readonly number[];
  readonly rows: ReadonlyMap<number, ReviewRow>;
  readonly first: number;
  readonly last: number;
  readonly maxRows: number;
  /**
   * The row whose large waveform is shown elsewhere. In this column, it only has a progress track. -1 if there is none.
   */
  readonly selected: number;
  /** In pixels. */
  readonly rowHeight: number;
  readonly top: number;
}

export function WaveColumn({ head, lineIds, rows, first, last, maxRows, selected, rowHeight, top }: WaveColumnProps) {
  const place = useColumnBounds(head);
  const colours = useWaveColours();
  const playedId = usePlayer(({ track }) => (track?.source.kind === 'take' ? track.source.takeId : null));
  const share = usePlayedShare(playedId);
  if (place === null || place.width === 0) return null;
  const pages = Math.ceil(maxRows / ROWS_PER_CANVAS) + 1;
  const firstPage = Math.floor(first / ROWS_PER_CANVAS);
  const lastPage = Math.floor(Math.min(last, lineIds.length - 1) / ROWS_PER_CANVAS);
  const shown = Array.from({ length: Math.max(0, lastPage - firstPage + 1) }, (_, at) => firstPage + at);
  return shown.map((page) => {
    const waves: Wave[] = [];
    for (
      let index = Math.max(first, page * ROWS_PER_CANVAS);
      index <= Math.min(last, page * ROWS_PER_CANVAS + ROWS_PER_CANVAS - 1);
      index++
    ) {
      const take = rows.get(lineIds[index] ?? -1)?.take;
      const played = take?.id === playedId ? share : 0;
      waves.push({
        at: index % ROWS_PER_CANVAS,
        overview: take?.overview ?? null,
        isTrack: take !== null && index === selected,
        played,
      });
    }
    // A canvas that scrolls out of view at one edge is reused at the other.
    const key = page % pages;
    const pageTop = top + page * ROWS_PER_CANVAS * rowHeight;
    return (
      <WavePage
        key={key}
        page={page}
        // A canvas that extends below the last row would make the table scroll past its end.
        height={Math.min(ROWS_PER_CANVAS, lineIds.length - page * ROWS_PER_CANVAS) * rowHeight}
        waves={waves}
        top={pageTop}
        rowHeight={rowHeight}
        bounds={place}
        colours={colours}
      />
    );
  });
}

interface Wave {
  readonly at: number;
  readonly overview: string | null;
  readonly isTrack: boolean;
  readonly played: number;
}

interface WavePageProps {
  readonly page: number;
  readonly height: number;
  readonly waves: readonly Wave[];
  readonly top: number;
  readonly rowHeight: number;
  readonly bounds: ColumnBounds;
  readonly colours: WaveColours;
}

function WavePage({ page, height, waves, top, rowHeight, bounds, colours }: WavePageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<{ readonly of: readonly unknown[]; readonly waves: Map<number, Wave> }>(null);
  const { left, width } = bounds;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const scale = globalThis.devicePixelRatio;
    const of = [page, width, height, rowHeight, colours, scale];
    if (drawn.current === null || of.some((value, at) => value !== drawn.current?.of[at])) {
      clear(context, Math.round(width * scale), Math.round(height * scale));
      drawn.current = { of, waves: new Map() };
    }
    const moveTo = (at: number) => {
      const y = at * rowHeight + Math.round((rowHeight - WAVE_HEIGHT) / 2);
      context.setTransform(scale, 0, 0, scale, 0, y * scale);
    };
    const wanted = new Set(waves.map(({ at }) => at));
    for (const at of drawn.current.waves.keys()) {
      if (wanted.has(at)) continue;
      drawn.current.waves.delete(at);
      moveTo(at);
      context.clearRect(0, 0, width, WAVE_HEIGHT);
    }
    for (const wave of waves) {
      const before = drawn.current.waves.get(wave.at);
      if (before && isSameWave(before, wave)) continue;
      drawn.current.waves.set(wave.at, wave);
      moveTo(wave.at);
      draw(context, wave, width, colours);
    }
  }, [page, waves, width, height, rowHeight, colours]);
  return <canvas ref={canvas} aria-hidden className={styles.waves} style={{ top, left, width, height }} />;
}

const isSameWave = (one: Wave, other: Wave): boolean =>
  one.overview === other.overview && one.isTrack === other.isTrack && one.played === other.played;

function draw(context: CanvasRenderingContext2D, wave: Wave, width: number, colours: WaveColours): void {
  const { wave: colour, accent: playedColour } = colours;
  if (wave.isTrack) {
    context.clearRect(0, 0, width, WAVE_HEIGHT);
    const top = (WAVE_HEIGHT - TRACK_HEIGHT) / 2;
    context.fillStyle = colour;
    context.fillRect(0, top, width, TRACK_HEIGHT);
    context.fillStyle = playedColour;
    context.fillRect(0, top, width * wave.played, TRACK_HEIGHT);
    return;
  }
  const levels = wave.overview === null ? new Uint8Array() : readOverview(wave.overview);
  drawBars(context, levels, { width, height: WAVE_HEIGHT, colour, playedColour, played: wave.played });
}

function clear(context: CanvasRenderingContext2D, width: number, height: number): void {
  const { canvas } = context;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.resetTransform();
  context.clearRect(0, 0, width, height);
}

function useColumnBounds(head: RefObject<HTMLElement | null>): ColumnBounds | null {
  const [place, setPlace] = useState<ColumnBounds | null>(null);
  useEffect(() => {
    const cell = head.current?.querySelector<HTMLElement>(`.${styles.waveform}`);
    if (!cell) return;
    const measure = () => setPlace({ left: cell.offsetLeft, width: cell.offsetWidth });
    const observer = new ResizeObserver(measure);
    observer.observe(cell);
    // In a narrower table, the column can move without changing its width. The waveforms would then cover the text.
    if (head.current) observer.observe(head.current);
    return () => observer.disconnect();
  }, [head]);
  return place;
}
