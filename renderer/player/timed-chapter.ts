import type { TimelineItem } from '@lectern/audio/timeline';
import type { PlaybackLine, PlaybackTake } from '../../shared/model/listening.ts';
import { readOverview } from '../ui/lists/overview.tsx';
import type { TimedChapter } from '../ui/sound/player-store.ts';

/** Returns a chapter's timeline, without silence before its first and after its last line. */
export function timedChapter(
  lines: readonly PlaybackLine[],
  items: readonly TimelineItem<PlaybackLine>[],
  hasTake: (line: PlaybackLine) => boolean,
): TimedChapter {
  const ids = new Set(lines.map(({ lineId }) => lineId));
  const clips = items.flatMap((item) => (item.kind === 'clip' && ids.has(item.line.lineId) ? [item] : []));
  const zero = clips[0]?.startSeconds ?? 0;
  const inTime = clips.map(({ line, take, startSeconds, endSeconds, fromSeconds, toSeconds }) => ({
    lineId: line.lineId,
    role: line.roles[0] ?? null,
    startSeconds: startSeconds - zero,
    endSeconds: endSeconds - zero,
    fromSeconds,
    levels: levelsOf(line.take, fromSeconds / take.durationSeconds, toSeconds / take.durationSeconds),
  }));
  const spans = new Map(inTime.map((line) => [line.lineId, line]));
  const missing: { lineId: number; atSeconds: number }[] = [];
  let atSeconds = 0;
  for (const line of lines) {
    const { lineId } = line;
    const span = spans.get(lineId);
    if (!hasTake(line)) missing.push({ lineId, atSeconds: span?.startSeconds ?? atSeconds });
    atSeconds = span?.endSeconds ?? atSeconds;
  }
  return { lines: inTime, seconds: inTime.at(-1)?.endSeconds ?? 0, missing };
}

function levelsOf(take: PlaybackTake | null, from: number, to: number): Uint8Array | null {
  if (take?.overview == null) return null;
  const all = readOverview(take.overview);
  const gain = 10 ** (take.gainDb / 20);
  const part = all.subarray(Math.floor(from * all.length), Math.ceil(to * all.length));
  return part.map((level) => Math.min(255, level * gain));
}
