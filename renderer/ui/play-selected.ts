// One meaning of Play: the selected line. The space bar of the review and the player's button end here.
import type { QueryClient } from '@tanstack/react-query';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { SHORTEST_TRIMMED_SECONDS, type TakeSummary } from '../../shared/model/take.ts';
import { askQuery } from '../bridge/use-ask.ts';
import { playTake } from './play-line.ts';
import { type PlayOptions, usePlayer } from './player-store.ts';

/**
 * Plays a line's take, or pauses it; paused, it goes on where it stood, with the gain and the trim that it has now. While
 * two takes are compared, the one that is heard is paused and goes on; so does what is played through, in this line.
 */
export function hearOrPause(row: ReviewRow): void {
  const { track, status, options, position, through, toggle } = usePlayer.getState();
  const { take } = row;
  const isLoaded = track?.source.kind === 'take' && status !== 'failed';
  const loadedId = isLoaded ? track.source.takeId : null;
  const isOfLine = isLoaded && track.source.lineId === row.lineId;
  const isMeant = isOfLine && (options.isMatched === true || through !== null);
  const isOnItsWay = loadedId !== null && take?.id === loadedId && (status !== 'paused' || isAsSet(options, take));
  if (isMeant || isOnItsWay) toggle();
  else if (take) playTake(take, row, take.id === loadedId ? { from: placeIn(take, position) } : {});
}

/** The same for the player's button: whatever of the line is paused goes on, another take or words that were auditioned. */
export function hearChosen(row: ReviewRow): void {
  const { track, status, position, toggle } = usePlayer.getState();
  const source = track?.source;
  const isOther = source?.kind === 'take' ? source.takeId !== row.take?.id : position > 0;
  if (source?.lineId === row.lineId && status === 'paused' && isOther) toggle();
  else hearOrPause(row);
}

/** Plays a line by its id, or goes on with it. @throws BridgeFailure */
export async function playSelected(client: QueryClient, lineId: number): Promise<void> {
  const [row] = await client.fetchQuery(askQuery('review.rows', { lineIds: [lineId] }));
  if (row) hearChosen(row);
}

/** Whether the player was told of the take's gain and trim as they are now. */
const isAsSet = ({ gainDb = 0, trimStart = 0, trimEnd = 0 }: PlayOptions, take: TakeSummary): boolean =>
  gainDb === take.gainDb && trimStart === take.trimStartSeconds && trimEnd === take.trimEndSeconds;

/** A place in seconds, or the start of what is left of the take where that is trimmed away. */
function placeIn({ trimStartSeconds, trimEndSeconds, durationSeconds }: TakeSummary, seconds: number): number {
  const last = durationSeconds - trimEndSeconds - SHORTEST_TRIMMED_SECONDS;
  return seconds >= trimStartSeconds && seconds <= last ? seconds : trimStartSeconds;
}
