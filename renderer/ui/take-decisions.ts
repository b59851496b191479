// Verdicts and picks, each with its way back.
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { TakeSummary, Verdict } from '../../shared/model/take.ts';
import { ask } from '../bridge/ask.ts';
import { notify } from './toast.tsx';
import { Outdated } from './undo-history.ts';

type Changed = ReplyOf<'take.setVerdict'>;

/** Shows a take as it is now. */
export type Show = (changed: Changed) => Changed;

/** Notices of the same sort replace each other: triage is quick. */
export const TAKE_NOTICE = 'review';

/** @param verdict null takes it away. @throws BridgeFailure */
export async function decideTake(
  show: Show,
  take: TakeSummary,
  lineNumber: number,
  verdict: Verdict | null,
): Promise<void> {
  const set = () => ask('take.setVerdict', { takeId: take.id, verdict }).then(show);
  const { previous } = await set();
  const run = () => backToVerdict(show, take, verdict, previous);
  notify(`Line ${lineNumber} ${verdict ?? 'has no verdict'}.`, { id: TAKE_NOTICE, undo: { run, redo: set } });
}

/** What is sent again is paid for: the way back is of the verdict alone. @throws BridgeFailure */
export async function retakeLine(show: Show, take: TakeSummary, lineNumber: number): Promise<void> {
  const changed = await ask('take.rejectAndRetake', { takeId: take.id });
  show(changed);
  const run = () => backToVerdict(show, take, 'rejected', changed.previous);
  notify(`Line ${lineNumber} rejected; it is rendered again with another seed.`, { id: TAKE_NOTICE, undo: { run } });
}

async function backToVerdict(
  show: Show,
  take: TakeSummary,
  verdict: Verdict | null,
  previous: Changed['previous'],
): Promise<void> {
  if ((await stillThere(take)).verdict !== verdict) throw new Outdated('It has another verdict since.');
  const changed = show(await ask('take.setVerdict', { takeId: take.id, verdict: previous.verdict }));
  if (previous.pickTakeId === changed.previous.pickTakeId) return;
  await ask('take.restorePick', { lineId: take.lineId, takeId: previous.pickTakeId });
}

/** Makes a take the one that its line exports; one of other words is kept for today's. @throws BridgeFailure */
export async function pickTake(show: Show, take: TakeSummary, lineNumber: number): Promise<void> {
  const set = () => ask('take.pick', { takeId: take.id, keep: !take.keyIsToday }).then(show);
  const { previous } = await set();
  const said = take.keyIsToday ? 'picked' : 'kept: the line is not rendered again for the words of today';
  const run = async () => {
    if (!(await stillThere(take)).isPick) throw new Outdated('Another take was picked since.');
    await ask('take.restorePick', { lineId: take.lineId, takeId: previous.pickTakeId });
  };
  notify(`Take ${take.number} of line ${lineNumber} ${said}.`, { id: TAKE_NOTICE, undo: { run, redo: set } });
}

/** The take as it is now. @throws Outdated where it is not there any more; BridgeFailure */
export async function stillThere({ id, lineId }: TakeSummary): Promise<TakeSummary> {
  const take = (await ask('review.takes', { lineId })).find((other) => other.id === id);
  if (!take) throw new Outdated('The take is not there any more.');
  return take;
}
