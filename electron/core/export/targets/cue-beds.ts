// Places the sounds attached to cues on a chapter's timeline.

import type { PlannedAudio, TimelineBed } from '@lectern/audio/mastering';
import type { Timeline } from '@lectern/audio/timeline';
import type { CueEntry, CueSound } from '../../../../shared/model/cue-sounds.ts';
import type { PlaybackEntry } from '../../../../shared/model/listening.ts';

export interface PlacedCue {
  readonly cue: CueEntry;
  /** From the start of the chapter's timeline. */
  readonly seconds: number;
  /** Whether it comes after the chapter's last line. */
  readonly isLast: boolean;
}

/**
 * Returns when cues start: at the end of the previous line, before the pause, but after any pause marks between that
 * line and the cue.
 * @param entries lines and pauses of one chapter or of several, in script order
 */
export function placeCues(
  cues: readonly CueEntry[],
  entries: readonly PlaybackEntry[],
  timeline: Timeline,
): PlacedCue[] {
  if (cues.length === 0) return [];
  const clips = new Map(
    timeline.items.flatMap((item) => (item.kind === 'clip' ? [[item.line.lineId, item] as const] : [])),
  );
  const beforeLines = Map.groupBy(cues, ({ nextLine }) => nextLine?.lineId ?? null);
  const atEnds = Map.groupBy(beforeLines.get(null) ?? [], ({ chapterId }) => chapterId);
  const placed: PlacedCue[] = [];
  let now = 0;
  let due: { readonly cue: CueEntry; readonly seconds: number }[] = [];
  const expect = (found: readonly CueEntry[] = []): void => {
    for (const cue of found) due.push({ cue, seconds: now + cue.pausedSeconds });
  };
  const place = (latest: number, isLast: boolean): void => {
    for (const { cue, seconds } of due) placed.push({ cue, seconds: Math.min(seconds, latest), isLast });
    due = [];
  };
  let chapterId: number | null | undefined;
  for (const entry of entries) {
    if (entry.kind === 'pause') continue;
    if (chapterId !== undefined && chapterId !== entry.chapterId) expect(atEnds.get(chapterId));
    chapterId = entry.chapterId;
    expect(beforeLines.get(entry.lineId));
    const clip = clips.get(entry.lineId);
    if (!clip) continue;
    place(clip.startSeconds, false);
    now = clip.endSeconds;
  }
  if (chapterId !== undefined) expect(atEnds.get(chapterId));
  place(timeline.durationSeconds, true);
  return placed;
}

interface ChapterBeds {
  readonly beds: readonly TimelineBed[];
  /** Cues whose sound is mixed in. */
  readonly mixed: readonly (CueEntry & { readonly sound: CueSound })[];
  /** Duration of the chapter, including sounds that continue after its last line. */
  readonly durationSeconds: number;
}

/** @param audioOf returns null for a sound whose file is missing */
export function chapterBeds(
  placed: readonly PlacedCue[],
  speechSeconds: number,
  audioOf: (sound: CueSound) => PlannedAudio | null,
): ChapterBeds {
  const beds: TimelineBed[] = [];
  const mixed: (CueEntry & { readonly sound: CueSound })[] = [];
  let durationSeconds = speechSeconds;
  for (const [at, { cue, seconds, isLast }] of placed.entries()) {
    const { sound } = cue;
    const audio = sound && audioOf(sound);
    if (!sound || !audio || sound.fromSeconds >= sound.durationSeconds) continue;
    const startSeconds = seconds + sound.delaySeconds;
    const playedSeconds = sound.durationSeconds - sound.fromSeconds;
    const next = placed.slice(at + 1).find((other) => other.cue.kind === cue.kind);
    const wanted = wantedEnd(sound, { startSeconds, speechSeconds, isLast, next: next?.seconds ?? null });
    const isLooped = sound.loop && wanted !== null;
    const own = isLooped ? Number.POSITIVE_INFINITY : startSeconds + playedSeconds;
    const endSeconds = Math.min(wanted ?? own, own);
    if (endSeconds <= startSeconds) continue;
    durationSeconds = Math.max(durationSeconds, endSeconds);
    mixed.push({ ...cue, sound });
    beds.push({
      audio,
      fromSeconds: sound.fromSeconds,
      gainDb: sound.gainDb,
      isLooped,
      startSeconds,
      endSeconds,
      fadeInSeconds: sound.fadeInSeconds,
      fadeOutSeconds: sound.fadeOutSeconds,
      duck:
        sound.duckDb > 0
          ? { db: sound.duckDb, attackSeconds: sound.attackSeconds, releaseSeconds: sound.releaseSeconds }
          : null,
    });
  }
  return { beds, mixed, durationSeconds };
}

interface EndContext {
  readonly startSeconds: number;
  readonly speechSeconds: number;
  readonly isLast: boolean;
  readonly next: number | null;
}

/** Returns null for the end of the file. Loops have no such end, so they stop with the chapter's speech instead. */
function wantedEnd(
  { until, loop }: CueSound,
  { startSeconds, speechSeconds, isLast, next }: EndContext,
): number | null {
  if (until.kind === 'seconds') return startSeconds + until.seconds;
  if (until.kind === 'next' && next !== null) return next;
  if (isLast) return null;
  return until.kind === 'next' || loop ? speechSeconds : null;
}
