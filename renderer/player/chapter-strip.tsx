import { memo, useId, useMemo } from 'react';
import { words } from '../locales/words.ts';
import { barsPath } from '../ui/lists/overview.tsx';
import { useRoleColours } from '../ui/role-name.tsx';
import { shareAt } from '../ui/sound/play-line.ts';
import { loadedLine, type TimedChapter, type TimedLine, usePlayer } from '../ui/sound/player-store.ts';
import styles from './player.module.css';

const t = words('player');

const BARS = 400;
/** In drawing units. */
const BARS_HEIGHT = 20;
const MARK_HEIGHT = 3;
const HEIGHT = BARS_HEIGHT + 1 + MARK_HEIGHT;

export function ChapterStrip() {
  const chapter = usePlayer(({ through }) => through?.chapter ?? null);
  if (!chapter || chapter.lines.length === 0 || chapter.seconds <= 0) return null;
  const goTo = (share: number) => {
    const place = linePositionAt(chapter, share * chapter.seconds);
    if (place) usePlayer.getState().output?.goTo(place.lineId, place.fileSeconds);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider inside handles keys
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider inside handles keys
    <div className={styles.strip} onClick={(event) => goTo(shareAt(event))}>
      <Drawing chapter={chapter} />
      <LineSlider chapter={chapter} />
    </div>
  );
}

function Drawing({ chapter }: { readonly chapter: TimedChapter }) {
  const clip = useId();
  const path = useMemo(() => barsPath(chapterLevels(chapter, BARS), BARS_HEIGHT), [chapter]);
  const lineId = usePlayer(loadedLine);
  const position = usePlayer((state) => state.position);
  const current = chapter.lines.find((line) => line.lineId === lineId);
  const seconds = current ? current.startSeconds + Math.max(0, position - current.fromSeconds) : 0;
  return (
    <svg aria-hidden viewBox={`0 0 ${BARS} ${HEIGHT}`} preserveAspectRatio="none">
      <path className={styles.bars} d={path} />
      <clipPath id={clip}>
        <rect x="0" y="0" width={(BARS * seconds) / chapter.seconds} height={BARS_HEIGHT} />
      </clipPath>
      <path className={styles.played} d={path} clipPath={`url(#${clip})`} />
      <Marks chapter={chapter} />
    </svg>
  );
}

const Marks = memo(function Marks({ chapter: { lines, seconds, missing } }: { readonly chapter: TimedChapter }) {
  const colourOf = useRoleColours();
  const unit = BARS / seconds;
  return (
    <>
      {lines.map(({ lineId, role, startSeconds, endSeconds }) => (
        <rect
          key={lineId}
          x={startSeconds * unit}
          y={BARS_HEIGHT + 1}
          width={Math.max(0.4, (endSeconds - startSeconds) * unit - 0.4)}
          height={MARK_HEIGHT}
          style={{ fill: role === null ? 'var(--dim)' : colourOf(role) }}
        />
      ))}
      {missing.map(({ lineId, atSeconds }) => (
        <rect key={lineId} className={styles.missing} x={atSeconds * unit - 0.3} y="0" width="0.8" height={HEIGHT} />
      ))}
    </>
  );
});

function LineSlider({ chapter: { lines } }: { readonly chapter: TimedChapter }) {
  const lineId = usePlayer(loadedLine);
  const index = lines.findIndex((line) => line.lineId === lineId);
  const role = lines[index]?.role ?? null;
  const place = { at: index + 1, lines: lines.length };
  return (
    <input
      type="range"
      className={styles.position}
      aria-label={t('inChapter')}
      aria-valuetext={role === null ? t('lineOfNobody', place) : t('lineOf', { ...place, role })}
      min={1}
      max={lines.length}
      value={Math.max(1, index + 1)}
      onChange={(event) => {
        const line = lines[Number(event.currentTarget.value) - 1];
        if (line) usePlayer.getState().output?.goTo(line.lineId, line.fromSeconds);
      }}
    />
  );
}

/**
 * Returns the line at a position in the chapter, and the corresponding position in the file of its take. For a position
 * in a pause, returns the start of the next line.
 */
export function linePositionAt(
  { lines }: TimedChapter,
  seconds: number,
): { readonly lineId: number; readonly fileSeconds: number } | null {
  const line = lines.find(({ endSeconds }) => endSeconds > seconds) ?? lines.at(-1);
  if (!line) return null;
  return { lineId: line.lineId, fileSeconds: line.fromSeconds + Math.max(0, seconds - line.startSeconds) };
}

/** Divides a chapter into equally long segments and returns the peak level of each. Pauses are silent. */
export function chapterLevels({ lines, seconds }: TimedChapter, count: number): Uint8Array {
  const levels = new Uint8Array(count);
  for (const line of lines) addLine(levels, line, count / seconds);
  return levels;
}

function addLine(
  levels: Uint8Array,
  { levels: lineLevels, startSeconds, endSeconds }: TimedLine,
  perSecond: number,
): void {
  if (lineLevels === null || lineLevels.length === 0) return;
  const first = Math.floor(startSeconds * perSecond);
  const last = Math.min(levels.length - 1, Math.floor(endSeconds * perSecond));
  const perBar = lineLevels.length / Math.max(1e-9, (endSeconds - startSeconds) * perSecond);
  for (let bar = first; bar <= last; bar += 1) {
    const from = Math.max(0, Math.floor((bar - startSeconds * perSecond) * perBar));
    const to = Math.max(from + 1, Math.ceil((bar + 1 - startSeconds * perSecond) * perBar));
    levels[bar] = lineLevels.subarray(from, to).reduce((most, level) => Math.max(most, level), levels[bar] ?? 0);
  }
}
