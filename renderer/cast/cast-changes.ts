import type { QueryClient } from '@tanstack/react-query';
import type { CastCopy } from '../../shared/ipc/cast-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { joinSentences, notifyCastChange } from '../ui/cast/cast-change.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { awaitBeforeUndo, undoOf } from '../ui/undo-history.ts';
import { followRole, useCast } from './cast-store.ts';

const t = words('cast');

const NOTICE_ID = 'cast';

export async function addRole(name: string): Promise<void> {
  const { step, lines } = await awaitBeforeUndo(ask('cast.add', { name }));
  useCast.getState().chooseRole(name);
  notify(joinSentences(t('notice.added', { role: name }), lines > 0 && t('notice.addedLines', { lines })), {
    id: NOTICE_ID,
    undo: undoOf(step),
  });
}

export function removeRole(role: string): void {
  const work = ask('cast.remove', { role }).then(({ step }) =>
    notify(t('notice.removed', { role }), { id: NOTICE_ID, undo: undoOf(step, selectRoleAfterUndo(role)) }),
  );
  awaitBeforeUndo(work).catch(notifyFailure);
}

export async function renameRole(role: string, name: string): Promise<void> {
  const { step } = await awaitBeforeUndo(ask('cast.rename', { role, name }));
  if (step === null) return;
  const called = name.replace(/\s+/g, ' ').trim();
  followRole(role, called);
  notify(t('notice.renamed', { role, name: called }), {
    id: NOTICE_ID,
    undo: undoOf(step, selectRoleAfterUndo(role)),
  });
}

export async function mergeRole(role: string, into: string): Promise<void> {
  const done = await awaitBeforeUndo(ask('cast.merge', { role, into }));
  followRole(role, into);
  notifyCastChange(t('notice.merged', { role, into }), done, { changesVoice: true, onTurn: selectRoleAfterUndo(role) });
}

const selectRoleAfterUndo = (role: string) => (direction: 'undo' | 'redo') => {
  if (direction === 'undo') useCast.getState().chooseRole(role);
};

export async function copyCast(copy: CastCopy): Promise<void> {
  const done = await awaitBeforeUndo(ask('cast.copy', copy));
  notifyCastChange(t('notice.copied', { roles: done.roles }), done);
}

/** Updates the view immediately, and reverts the update if saving fails. */
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
