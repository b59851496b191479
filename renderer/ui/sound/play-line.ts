import type { QueryClient } from '@tanstack/react-query';
import type { ReviewRow } from '../../../shared/ipc/review-requests.ts';
import type { PlaybackLine, PlaybackTake } from '../../../shared/model/listening.ts';
import { MIN_TRIMMED_SECONDS, type TakeSummary } from '../../../shared/model/take.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import { askQuery } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { type PlayerTrack, type PlayOptions, usePlayer } from './player-store.ts';

const t = words('ui');

export type LineOfTake = Pick<ReviewRow, 'chapterNumber' | 'numberInChapter' | 'roles' | 'takes'>;

const trackLabel = ({ roles, takes, ...line }: LineOfTake, take: { readonly number: number }) => ({
  title: roles.join(' · '),
  ...(roles[0] !== undefined && { role: roles[0] }),
  detail: t('playing.take', { line: lineNumber(line), take: take.number, takes }),
});

export const takeTrack = (take: TakeSummary, line: LineOfTake): PlayerTrack => ({
  source: { kind: 'take', takeId: take.id, lineId: take.lineId, overview: take.overview },
  ...trackLabel(line, take),
  loudnessLufs: take.loudnessLufs,
  durationSeconds: take.durationSeconds,
});

export const listenedTrack = (line: PlaybackLine, take: PlaybackTake): PlayerTrack => ({
  source: { kind: 'take', takeId: take.takeId, lineId: line.lineId, overview: take.overview },
  ...trackLabel(line, take),
  loudnessLufs: take.loudnessLufs,
  durationSeconds: take.durationSeconds,
});

export const placeholderTrack = (
  { roles, ...line }: PlaybackLine,
  { kind, soundId, seconds }: { readonly kind: 'beep' | 'voice'; readonly soundId: string; readonly seconds: number },
): PlayerTrack => ({
  source: { kind: 'stand-in', lineId: line.lineId, soundId },
  title: roles.join(' · '),
  ...(roles[0] !== undefined && { role: roles[0] }),
  detail:
    kind === 'beep' ? t('playing.noTake', { line: lineNumber(line) }) : t('playing.spoken', { line: lineNumber(line) }),
  durationSeconds: seconds,
});

export function playTake(take: TakeSummary, line: LineOfTake, options: PlayOptions = {}): void {
  usePlayer.getState().play(takeTrack(take, line), {
    gainDb: take.gainDb,
    trimStart: take.trimStartSeconds,
    trimEnd: take.trimEndSeconds,
    ...options,
  });
}

/** The position is limited to the part that isn't trimmed. If the take is already loaded, only seeks. */
export function playTakeFrom(take: TakeSummary, line: LineOfTake, seconds: number): void {
  const { track, status, seek, toggle } = usePlayer.getState();
  const last = lastStart(take);
  const from = Math.max(take.trimStartSeconds, Math.min(seconds, last));
  const isLoaded = track?.source.kind === 'take' && track.source.takeId === take.id && status !== 'failed';
  if (!isLoaded) {
    playTake(take, line, { from });
    return;
  }
  seek(from);
  if (status === 'paused') toggle();
}

/** Context played before and after a part of a take, in seconds. */
const CONTEXT_SECONDS = 0.7;

/** A part of a take's file. */
export interface TakePart {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Returns options for playing a part of a take in context, without any trimmed audio. */
export function partOptions(take: TakeSummary, part: TakePart): PlayOptions {
  const from = Math.max(take.trimStartSeconds, Math.min(part.startSeconds - CONTEXT_SECONDS, lastStart(take)));
  return { from, until: Math.max(part.endSeconds + CONTEXT_SECONDS, from + MIN_TRIMMED_SECONDS) };
}

const lastStart = ({ durationSeconds, trimEndSeconds }: Pick<TakeSummary, 'durationSeconds' | 'trimEndSeconds'>) =>
  durationSeconds - trimEndSeconds - MIN_TRIMMED_SECONDS;

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

/** Plays the take that has been picked for the line, or else its latest take. Returns false if the line has no take. */
export async function playLine(queryClient: QueryClient, lineId: number, options: PlayOptions = {}): Promise<boolean> {
  const [row] = await queryClient.fetchQuery(askQuery('review.rows', { lineIds: [lineId] }));
  if (!row?.take) return false;
  playTake(row.take, row, options);
  return true;
}

/**
 * Plays or pauses the line's take. If a comparison or continuous playback is at this line, plays or pauses that
 * instead.
 */
export function toggleTake(row: ReviewRow): void {
  const { track, status, options, position, through, toggle } = usePlayer.getState();
  const { take } = row;
  const isLoaded = track?.source.kind === 'take' && status !== 'failed';
  const loadedId = isLoaded ? track.source.takeId : null;
  const isOfLine = (isLoaded || track?.source.kind === 'stand-in') && track.source.lineId === row.lineId;
  const isMeant = isOfLine && (options.isMatched === true || through !== null);
  const isLoading =
    loadedId !== null && take?.id === loadedId && (status !== 'paused' || hasOwnTreatment(options, take));
  if (isMeant || isLoading) toggle();
  else if (take) playTake(take, row, take.id === loadedId ? { from: clampToTrim(take, position) } : {});
}

/** If anything from this line is paused, even another take or an audition, resumes it. */
export function toggleLine(row: ReviewRow): void {
  const { track, status, position, toggle } = usePlayer.getState();
  const source = track?.source;
  const isOther = source?.kind === 'take' ? source.takeId !== row.take?.id : position > 0;
  if (source?.lineId === row.lineId && status === 'paused' && isOther) toggle();
  else toggleTake(row);
}

export async function playSelected(client: QueryClient, lineId: number): Promise<void> {
  const [row] = await client.fetchQuery(askQuery('review.rows', { lineIds: [lineId] }));
  if (row) toggleLine(row);
}

const hasOwnTreatment = ({ gainDb = 0, trimStart = 0, trimEnd = 0, until }: PlayOptions, take: TakeSummary): boolean =>
  until === undefined &&
  gainDb === take.gainDb &&
  trimStart === take.trimStartSeconds &&
  trimEnd === take.trimEndSeconds;

/** Returns the position in seconds. If the position has been trimmed away, returns the start of the trimmed take. */
function clampToTrim({ trimStartSeconds, trimEndSeconds, durationSeconds }: TakeSummary, seconds: number): number {
  const last = lastStart({ trimEndSeconds, durationSeconds });
  return seconds >= trimStartSeconds && seconds <= last ? seconds : trimStartSeconds;
}
