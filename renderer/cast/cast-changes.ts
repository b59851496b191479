// Changes of the cast: each says what it did to the lines and what that costs, and has a way back.
import type { QueryClient } from '@tanstack/react-query';
import type { CastCopy, CastOverride, RoleChange } from '../../shared/ipc/cast-requests.ts';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { formatCounted } from '../ui/format.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { stepUnderWay, undoOf } from '../ui/undo-history.ts';
import { useCast } from './cast-store.ts';
import { outlookDone } from './cast-words.ts';

const NOTICE = 'cast';

type Recast = Pick<ReplyOf<'cast.change'>, 'step' | 'outlook'>;

/** Says what was done and what came of it, with the way back. */
const say = (done: string, { outlook, step }: Recast, onTurn?: (way: 'undo' | 'redo') => void): void =>
  notify([done, outlookDone(outlook)].filter(Boolean).join(' '), { id: NOTICE, undo: undoOf(step, onTurn) });

/** Changes a role. @param said what was done, without a full stop */
export function changeRole(role: string, change: RoleChange, said: string): void {
  const work = ask('cast.change', { role, change }).then((done) => say(`${said}.`, done));
  stepUnderWay(work).catch(notifyFailure);
}

/** Casts a role. @param voiceName as a person knows the voice */
export const castRole = (role: string, voice: string, voiceName: string): void =>
  changeRole(role, { voice }, `${role} is spoken by ${voiceName}`);

/** Calls a role otherwise, in the script too. @throws BridgeFailure where it can't be called so */
export async function renameRole(role: string, name: string): Promise<void> {
  const { step } = await stepUnderWay(ask('cast.rename', { role, name }));
  if (step === null) return;
  const called = name.replace(/\s+/g, ' ').trim();
  useCast.getState().chooseRole(called);
  notify(`${role} is called ${called}, in the script too. Its takes stay.`, {
    id: NOTICE,
    undo: undoOf(step, chooseWhenUndone(role)),
  });
}

/** Gives all that a role speaks to another one. @throws BridgeFailure */
export async function mergeRole(role: string, into: string): Promise<void> {
  const done = await stepUnderWay(ask('cast.merge', { role, into }));
  useCast.getState().chooseRole(into);
  say(`${role} is ${into} now, in the script too.`, done, chooseWhenUndone(role));
}

/** A role that is there again is chosen. */
const chooseWhenUndone = (role: string) => (way: 'undo' | 'redo') => {
  if (way === 'undo') useCast.getState().chooseRole(role);
};

/** Takes the cast of another project over. @throws BridgeFailure */
export async function copyCast(copy: CastCopy): Promise<void> {
  const done = await stepUnderWay(ask('cast.copy', copy));
  say(`${formatCounted(done.roles, 'role')} took another cast over.`, done);
}

/** Takes away what lines set for themselves; other things that they set stay. @param name null: all */
export function clearOverrides(lines: readonly CastOverride[], name: keyof CastOverride['override'] | null): void {
  const cleared = lines.map(({ lineId, override }) => {
    const { [name ?? 'voice']: _, ...rest } = override;
    return { lineId, override: name === null || Object.keys(rest).length === 0 ? null : rest };
  });
  const work = ask('cast.putOverrides', { lines: cleared }).then((done) => {
    const said = `${formatCounted(lines.length, 'line')} ${lines.length === 1 ? 'is' : 'are'} spoken as the cast has it again.`;
    say(said, done);
  });
  stepUnderWay(work).catch(notifyFailure);
}

/** Makes a voice a favourite, or none any more: seen at once, and put back where it could not be kept. */
export function setFavourite(client: QueryClient, voice: string, isFavourite: boolean): void {
  const show = (is: boolean) =>
    client.setQueryData<readonly { readonly id: string }[]>(askKey('cast.voices', {}), (voices) =>
      voices?.map((known) => (known.id === voice ? { ...known, isFavourite: is } : known)),
    );
  show(isFavourite);
  ask('cast.setFavourite', { voice, isFavourite }).catch((failure: unknown) => {
    show(!isFavourite);
    notifyFailure(failure);
  });
}
