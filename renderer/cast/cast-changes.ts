// Changes of the cast: each says what it did to the lines and what that costs, and has a way back.
import type { QueryClient } from '@tanstack/react-query';
import type { CastCopy, CastOutlook, CastOverride, RoleChange } from '../../shared/ipc/cast-requests.ts';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { formatCounted } from '../ui/format.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { Outdated, stepUnderWay, type Undo } from '../ui/undo-history.ts';
import { useCast } from './cast-store.ts';
import { outlookDone } from './cast-words.ts';

const NOTICE = 'cast';

/** Says what was done and what came of it, with the way back. */
const say = (done: string, outlook: CastOutlook, undo: Undo): void =>
  notify([done, outlookDone(outlook)].filter(Boolean).join(' '), { id: NOTICE, undo });

/** Changes a role. @param said what was done, without a full stop */
export function changeRole(role: string, change: RoleChange, said: string): void {
  const set = () => ask('cast.change', { role, change });
  const work = set().then(({ previous, outlook }) => {
    const run = async () => {
      if (!(await isStill(role, change))) throw new Outdated(`${role} was cast otherwise since.`);
      await ask('cast.change', { role, change: previous });
    };
    say(`${said}.`, outlook, { run, redo: set });
  });
  stepUnderWay(work).catch(notifyFailure);
}

async function isStill(name: string, { voice, parameters }: RoleChange): Promise<boolean> {
  const role = (await ask('cast.roles', {})).find((known) => known.name === name);
  if (!role || (voice !== undefined && role.voice !== voice)) return false;
  const own: Readonly<Record<string, unknown>> = role.parameters;
  return Object.entries(parameters ?? {}).every(([key, value]) => (own[key] ?? null) === value);
}

/** Casts a role. @param voiceName as a person knows the voice */
export const castRole = (role: string, voice: string, voiceName: string): void =>
  changeRole(role, { voice }, `${role} is spoken by ${voiceName}`);

/** Calls a role otherwise, in the script too. @throws BridgeFailure where it can't be called so */
export async function renameRole(role: string, name: string): Promise<void> {
  const rename = () => ask('cast.rename', { role, name });
  const work = rename();
  const renamed = await stepUnderWay(work);
  if (!renamed) return;
  let { undoId } = renamed;
  const called = name.replace(/\s+/g, ' ').trim();
  useCast.getState().chooseRole(called);
  notify(`${role} is called ${called}, in the script too. Its takes stay.`, {
    id: NOTICE,
    undo: {
      run: () => ask('cast.undo', { undoId }).then(() => useCast.getState().chooseRole(role)),
      redo: async () => {
        undoId = (await rename())?.undoId ?? undoId;
      },
    },
  });
}

/** Gives all that a role speaks to another one. @throws BridgeFailure */
export async function mergeRole(role: string, into: string): Promise<void> {
  const merge = () => ask('cast.merge', { role, into });
  let { undoId, outlook }: ReplyOf<'cast.merge'> = await stepUnderWay(merge());
  useCast.getState().chooseRole(into);
  say(`${role} is ${into} now, in the script too.`, outlook, {
    run: () => ask('cast.undo', { undoId }).then(() => useCast.getState().chooseRole(role)),
    redo: async () => {
      ({ undoId, outlook } = await merge());
    },
  });
}

/** Takes the cast of another project over. @throws BridgeFailure */
export async function copyCast(copy: CastCopy): Promise<void> {
  const set = () => ask('cast.copy', copy);
  const { previous, roles, outlook } = await stepUnderWay(set());
  say(`${formatCounted(roles, 'role')} took another cast over.`, outlook, {
    run: () => ask('cast.restore', previous),
    redo: set,
  });
}

/** Takes away what lines set for themselves; other things that they set stay. @param name null: all */
export function clearOverrides(lines: readonly CastOverride[], name: keyof CastOverride['override'] | null): void {
  const cleared = lines.map(({ lineId, override }) => {
    const { [name ?? 'voice']: _, ...rest } = override;
    return { lineId, override: name === null || Object.keys(rest).length === 0 ? null : rest };
  });
  const set = () => ask('cast.putOverrides', { lines: cleared });
  const work = set().then(({ previous, outlook }) => {
    const said = `${formatCounted(lines.length, 'line')} ${lines.length === 1 ? 'is' : 'are'} spoken as the cast has it again.`;
    say(said, outlook, { run: () => ask('cast.putOverrides', { lines: previous }), redo: set });
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
