// A line's take into the player, with what the player says about it.
import type { QueryClient } from '@tanstack/react-query';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { ListenedLine, ListenedTake } from '../../shared/model/listening.ts';
import { SHORTEST_TRIMMED_SECONDS, type TakeSummary } from '../../shared/model/take.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { askQuery } from '../bridge/use-ask.ts';
import { type PlayerTrack, type PlayOptions, usePlayer } from './player-store.ts';

type LineOfTake = Pick<ReviewRow, 'chapterNumber' | 'numberInChapter' | 'roles' | 'takes'>;

/** Who speaks in a line, and what the player says of a take of it. */
const about = ({ roles, takes, ...line }: LineOfTake, take: { readonly number: number }) => ({
  title: roles.join(' · '),
  ...(roles[0] !== undefined && { role: roles[0] }),
  detail: `line ${lineNumber(line)} · take ${take.number} of ${takes}`,
});

/** What the player shows of a take. */
export const takeTrack = (take: TakeSummary, line: LineOfTake): PlayerTrack => ({
  source: { kind: 'take', takeId: take.id, lineId: take.lineId, overview: take.overview },
  ...about(line, take),
  loudnessLufs: take.loudnessLufs,
  durationSeconds: take.durationSeconds,
});

/** The same, of a line that is played through. */
export const listenedTrack = (line: ListenedLine, take: ListenedTake): PlayerTrack => ({
  source: { kind: 'take', takeId: take.takeId, lineId: line.lineId },
  ...about(line, take),
  loudnessLufs: take.loudnessLufs,
  durationSeconds: take.durationSeconds,
});

/** Plays a take as it would be exported: trimmed, with its gain. */
export function playTake(take: TakeSummary, line: LineOfTake, options: PlayOptions = {}): void {
  usePlayer.getState().play(takeTrack(take, line), {
    gainDb: take.gainDb,
    trimStart: take.trimStartSeconds,
    trimEnd: take.trimEndSeconds,
    ...options,
  });
}

/**
 * Plays a take from a place in its file, whatever is in the player; one that is in it already goes on from there. What is
 * trimmed away is not heard.
 */
export function playTakeFrom(take: TakeSummary, line: LineOfTake, seconds: number): void {
  const { track, status, seek, toggle } = usePlayer.getState();
  const last = take.durationSeconds - take.trimEndSeconds - SHORTEST_TRIMMED_SECONDS;
  const from = Math.max(take.trimStartSeconds, Math.min(seconds, last));
  const isLoaded = track?.source.kind === 'take' && track.source.takeId === take.id && status !== 'failed';
  if (!isLoaded) {
    playTake(take, line, { from });
    return;
  }
  seek(from);
  if (status === 'paused') toggle();
}

/** The share of a box that lies left of the pointer, 0 to 1: where a waveform was clicked. */
export function shareAt({
  clientX,
  currentTarget,
}: {
  readonly clientX: number;
  readonly currentTarget: Element;
}): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
}

/**
 * Plays what a line exports, else its latest take. Answers false where it has none.
 * @throws BridgeFailure
 */
export async function playLine(queryClient: QueryClient, lineId: number, options: PlayOptions = {}): Promise<boolean> {
  const [row] = await queryClient.fetchQuery(askQuery('review.rows', { lineIds: [lineId] }));
  if (!row?.take) return false;
  playTake(row.take, row, options);
  return true;
}
