// A line's take into the player, with what the player says about it.
import type { QueryClient } from '@tanstack/react-query';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { askQuery } from '../bridge/use-ask.ts';
import { type PlayerTrack, type PlayOptions, usePlayer } from './player-store.ts';

type LineOfTake = Pick<ReviewRow, 'number' | 'roles' | 'takes'>;

/** What the player shows of a take. */
export const takeTrack = (take: TakeSummary, line: LineOfTake, colour?: string): PlayerTrack => ({
  source: { kind: 'take', takeId: take.id, lineId: take.lineId, overview: take.overview },
  title: line.roles.join(' · '),
  ...(colour !== undefined && { colour }),
  detail: `line ${line.number} · take ${take.number} of ${line.takes}`,
  loudnessLufs: take.loudnessLufs,
  durationSeconds: take.durationSeconds,
});

/** Plays a take as it would be exported: trimmed, with its gain. */
export function playTake(take: TakeSummary, line: LineOfTake, options: PlayOptions & { colour?: string } = {}): void {
  const { colour, ...rest } = options;
  usePlayer.getState().play(takeTrack(take, line, colour), {
    gainDb: take.gainDb,
    trimStart: take.trimStartSeconds,
    trimEnd: take.trimEndSeconds,
    ...rest,
  });
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
