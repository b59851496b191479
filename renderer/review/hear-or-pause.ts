// The space bar and the player's button in Review.
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { SHORTEST_TRIMMED_SECONDS, type TakeSummary } from '../../shared/model/take.ts';
import { playTake } from '../ui/play-line.ts';
import { type PlayOptions, usePlayer } from '../ui/player-store.ts';
import { useCompare } from './compare.ts';

/**
 * Plays a line's take, or pauses it; paused, it goes on where it stood, with the gain and the trim that it has now. While
 * two takes are compared, the one that is heard is paused and goes on.
 */
export function hearOrPause(row: ReviewRow): void {
  const { track, status, options, position, toggle } = usePlayer.getState();
  const { take } = row;
  const loadedId = track?.source.kind === 'take' && status !== 'failed' ? track.source.takeId : null;
  const compared = useCompare.getState().comparison;
  const isHeardOfTwo = compared !== null && compared.takes[compared.heard].id === loadedId;
  const isOnItsWay = take?.id === loadedId && (status !== 'paused' || isAsSet(options, take));
  if (isHeardOfTwo || isOnItsWay) toggle();
  else if (take) playTake(take, row, take.id === loadedId ? { from: placeIn(take, position) } : {});
}

/** What the player's own button does in Review: a take of the line that is paused goes on, else the line's take is played. */
export function hearChosen(row: ReviewRow): void {
  const { track, status, toggle } = usePlayer.getState();
  const isOfLine = track?.source.kind === 'take' && track.source.lineId === row.lineId;
  if (isOfLine && status === 'paused' && track.source.takeId !== row.take?.id) toggle();
  else hearOrPause(row);
}

/** Whether the player was told of the take's gain and trim as they are now. */
const isAsSet = ({ gainDb = 0, trimStart = 0, trimEnd = 0 }: PlayOptions, take: TakeSummary): boolean =>
  gainDb === take.gainDb && trimStart === take.trimStartSeconds && trimEnd === take.trimEndSeconds;

/** A place in seconds, or the start of what is left of the take where that is trimmed away. */
function placeIn({ trimStartSeconds, trimEndSeconds, durationSeconds }: TakeSummary, seconds: number): number {
  const last = durationSeconds - trimEndSeconds - SHORTEST_TRIMMED_SECONDS;
  return seconds >= trimStartSeconds && seconds <= last ? seconds : trimStartSeconds;
}
