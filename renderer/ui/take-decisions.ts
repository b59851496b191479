// Verdicts and picks, each with its way back.

import { create } from 'zustand';
import { MOST_RETAKES, type ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { TakeSummary, Verdict } from '../../shared/model/take.ts';
import { ask } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { usePlayer } from './player-store.ts';
import { notify } from './toast.tsx';
import { undoOf } from './undo-history.ts';
import { useView } from './view-store.ts';

const t = words('ui');

/** Lines that were rendered again on this screen, until their new takes are heard. */
interface Retakes {
  /** When each line was last ordered again: milliseconds since the epoch. */
  readonly ordered: ReadonlyMap<number, number>;
  /** Takes that were played since. */
  readonly heard: ReadonlySet<number>;
}

export const useRetakes = create<Retakes>()(() => ({ ordered: new Map(), heard: new Set() }));

/** Lines are rendered again. @param now milliseconds since the epoch */
export function noteRetakes(lineIds: readonly number[], now = Date.now()): void {
  useRetakes.setState(({ ordered }) => ({
    ordered: new Map([...ordered, ...lineIds.map((id) => [id, now] as const)]),
  }));
}

/** Whether a line that was rendered again has its new take, and it has not been played yet. */
export function hasUnheardRetake({ ordered, heard }: Retakes, { lineId, latestTake }: ReviewRow): boolean {
  const since = ordered.get(lineId);
  return since !== undefined && latestTake !== null && latestTake.createdAt >= since && !heard.has(latestTake.id);
}

// What is heard anywhere counts: in the table, in a card, in a comparison.
usePlayer.subscribe(({ track, status }) => {
  const { ordered, heard } = useRetakes.getState();
  if (status !== 'playing' || track?.source.kind !== 'take') return;
  const { takeId, lineId } = track.source;
  if (ordered.has(lineId) && !heard.has(takeId)) useRetakes.setState({ heard: new Set([...heard, takeId]) });
});

/** Shows a take as it is now. */
export type Show = (take: TakeSummary) => void;

/** Notices of the same sort replace each other: triage is quick. */
export const TAKE_NOTICE = 'review';

/** @param verdict null takes it away. @throws BridgeFailure */
export async function decideTake(show: Show, take: TakeSummary, line: string, verdict: Verdict | null): Promise<void> {
  const changed = await ask('take.setVerdict', { takeId: take.id, verdict });
  show(changed.take);
  const undo = undoOf(changed.step, () => showNow(show, take).then(() => selectAgain(take)));
  notify(t('takes.decided', { line, verdict: verdict ?? 'none' }), { id: TAKE_NOTICE, undo });
}

/** What is sent again is paid for: the way back is of the verdict alone. @throws BridgeFailure */
export async function retakeLine(show: Show, take: TakeSummary, line: string): Promise<void> {
  noteRetakes([take.lineId]);
  const changed = await ask('take.rejectAndRetake', { takeId: take.id });
  show(changed.take);
  const undo = undoOf(changed.step, () => showNow(show, take).then(() => selectAgain(take)));
  notify(t('takes.retaken', { line }), { id: TAKE_NOTICE, undo });
}

/** A verdict on the takes that lines show, as one step. @throws BridgeFailure */
export async function decideLines(lineIds: readonly number[], verdict: Verdict | null): Promise<void> {
  const { changed, step } = await ask('take.setVerdicts', { lineIds: [...lineIds], verdict });
  if (changed === 0) {
    notify(t('takes.alreadyDecided', { verdict: verdict ?? 'none' }), { id: TAKE_NOTICE });
    return;
  }
  const said = t('takes.linesDecided', { lines: changed, verdict: verdict ?? 'none' });
  notify(said, { id: TAKE_NOTICE, undo: undoOf(step) });
}

/**
 * Renders lines again with other seeds, before all that waits.
 * @param reject whether the takes that they show are rejected, which can be taken back
 * @param takes how many of each line, one after another: 1 to `MOST_TAKES_AT_ONCE`
 * @throws BridgeFailure
 */
export async function retakeLines(lineIds: readonly number[], reject: boolean, takes = 1): Promise<void> {
  if (lineIds.length > MOST_RETAKES) {
    notify(t('takes.tooMany', { lines: MOST_RETAKES }), { id: TAKE_NOTICE });
    return;
  }
  noteRetakes(lineIds);
  const { changed, step } = await ask('take.retake', { lineIds: [...lineIds], reject, takes });
  if (changed === 0) {
    notify(t('takes.ordered', { takes, lines: lineIds.length }), { id: TAKE_NOTICE });
    return;
  }
  notify(t('takes.linesRetaken', { lines: changed }), { id: TAKE_NOTICE, undo: undoOf(step) });
}

/** The next key is about the line of which a verdict was taken back, as it was when the verdict was given. */
function selectAgain({ lineId }: TakeSummary): void {
  const { screen, selectLine } = useView.getState();
  if (screen === 'review') selectLine(lineId);
}

/** Makes a take the one that its line exports; one of other words is kept for today's. @throws BridgeFailure */
export async function pickTake(show: Show, take: TakeSummary, line: string): Promise<void> {
  const changed = await ask('take.pick', { takeId: take.id, keep: !take.keyIsToday });
  show(changed.take);
  const said = t(take.keyIsToday ? 'takes.picked' : 'takes.kept', { take: take.number, line });
  notify(said, { id: TAKE_NOTICE, undo: undoOf(changed.step, () => showNow(show, take)) });
}

/** Shows a take as the project has it. @throws BridgeFailure */
export async function showNow(show: Show, { id, lineId }: TakeSummary): Promise<void> {
  const take = (await ask('review.takes', { lineId })).find((other) => other.id === id);
  if (take) show(take);
}
