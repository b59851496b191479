// Trim, gain and note of a take. What is set is seen where it was set: the steps can be taken back, and no notice says them.
import { GAIN_DB, type TakeSummary } from '../../shared/model/take.ts';
import { ask } from '../bridge/ask.ts';
import { formatSigned } from './format.ts';
import { usePlayer } from './player-store.ts';
import { type Show, stillThere, TAKE_NOTICE } from './take-decisions.ts';
import { notify } from './toast.tsx';
import { Outdated, rememberStep } from './undo-history.ts';

type Trim = Pick<TakeSummary, 'trimStartSeconds' | 'trimEndSeconds'>;
type Treatment = Trim & Pick<TakeSummary, 'gainDb'>;

const UNTREATED: Treatment = { trimStartSeconds: 0, trimEndSeconds: 0, gainDb: 0 };

const trimOf = ({ trimStartSeconds, trimEndSeconds }: Trim): Trim => ({ trimStartSeconds, trimEndSeconds });

const isUntreated = ({ trimStartSeconds, trimEndSeconds, gainDb }: Treatment): boolean =>
  trimStartSeconds === 0 && trimEndSeconds === 0 && gainDb === 0;

/** Shows a take as it is now, and has it heard so where it sounds. */
const showAndHear =
  (show: Show): Show =>
  (changed) => {
    const { id, gainDb, trimStartSeconds, trimEndSeconds } = changed.take;
    usePlayer.getState().treat(id, { gainDb, trimStart: trimStartSeconds, trimEnd: trimEndSeconds });
    return show(changed);
  };

const nameOf = ({ number }: TakeSummary, line: string) => `take ${number} of line ${line}`;

/** @throws BridgeFailure */
export async function setNote(show: Show, take: TakeSummary, line: string, note: string): Promise<void> {
  const set = (words: string) => ask('take.setNote', { takeId: take.id, note: words }).then(show);
  const { previous } = await set(note);
  const run = async () => {
    if ((await stillThere(take)).note !== note) throw new Outdated('The note was changed since.');
    await set(previous.note);
  };
  rememberStep(`Note on ${nameOf(take, line)}.`, { run, redo: () => set(note) });
}

/** Handles are moved in many small steps, which are taken back as one. @throws BridgeFailure */
export async function setTrim(show: Show, take: TakeSummary, line: string, trim: Trim): Promise<void> {
  const set = (wanted: Trim) => ask('take.setTrim', { takeId: take.id, ...wanted }).then(showAndHear(show));
  const { previous } = await set(trim);
  const run = async () => {
    await stillThere(take);
    await set(trimOf(previous));
  };
  rememberStep(`Trim of ${nameOf(take, line)}.`, { run, redo: () => set(trim), joins: `trim ${take.id}` });
}

export interface Gains {
  /** @throws BridgeFailure */
  set(take: TakeSummary, line: string, gainDb: number): Promise<void>;
  /** By this many decibels more, clamped to the bounds. @throws BridgeFailure */
  change(take: TakeSummary, line: string, byDb: number): Promise<void>;
  /** Neither trim nor gain. @throws BridgeFailure */
  reset(take: TakeSummary, line: string): Promise<void>;
}

/** Gains by what was asked for last: a key that is pressed quickly goes on from there, whatever is shown yet. */
export function makeGains(show: Show): Gains {
  const wanted = new Map<number, number>();
  const ordered = async ({ id }: TakeSummary, gainDb: number) => {
    wanted.set(id, gainDb);
    try {
      return showAndHear(show)(await ask('take.setGain', { takeId: id, gainDb }));
    } catch (failure) {
      wanted.delete(id);
      throw failure;
    }
  };
  const set = async (take: TakeSummary, line: string, gainDb: number) => {
    const { previous } = await ordered(take, gainDb);
    const run = async () => {
      await stillThere(take);
      await ordered(take, previous.gainDb);
    };
    const what = `Gain of ${nameOf(take, line)}: ${formatSigned(gainDb, 1)} dB.`;
    rememberStep(what, { run, redo: () => ordered(take, gainDb), joins: `gain ${take.id}` });
  };
  const treat = async (take: TakeSummary, treatment: Treatment) => {
    showAndHear(show)(await ask('take.setTrim', { takeId: take.id, ...trimOf(treatment) }));
    await ordered(take, treatment.gainDb);
  };
  return {
    set,
    change: (take, line, byDb) => {
      const gainDb = (wanted.get(take.id) ?? take.gainDb) + byDb;
      return set(take, line, Math.min(GAIN_DB.max, Math.max(GAIN_DB.min, gainDb)));
    },
    async reset(take, line) {
      const redo = () => treat(take, UNTREATED);
      await redo();
      const run = async () => {
        if (!isUntreated(await stillThere(take))) throw new Outdated('It was trimmed or its gain was set since.');
        await treat(take, take);
      };
      notify(`Trim and gain of ${nameOf(take, line)} reset.`, { id: TAKE_NOTICE, undo: { run, redo } });
    },
  };
}
