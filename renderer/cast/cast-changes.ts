import type { QueryClient } from '@tanstack/react-query';
import type { CastCopy, CastOutlook, CastOverride, RoleChange } from '../../shared/ipc/cast-requests.ts';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { awaitBeforeUndo, undoOf } from '../ui/undo-history.ts';
import { useCast } from './cast-store.ts';

const t = words('cast');

const NOTICE_ID = 'cast';

type CastChangeReply = Pick<ReplyOf<'cast.change'>, 'step' | 'outlook'>;

const notifyCastChange = (
  done: string,
  { outlook, step }: CastChangeReply,
  onTurn?: (direction: 'undo' | 'redo') => void,
): void => notify(joinSentences(done, castEffectText(outlook)), { id: NOTICE_ID, undo: undoOf(step, onTurn) });

export function changeRole(role: string, change: RoleChange, message: string): Promise<void> {
  return awaitBeforeUndo(ask('cast.change', { role, change }).then((done) => notifyCastChange(message, done)));
}

export const castRole = (role: string, voice: string, voiceName: string): void =>
  void changeRole(role, { voice }, t('notice.voice', { role, voice: voiceName })).catch(notifyFailure);

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
  useCast.getState().chooseRole(called);
  notify(t('notice.renamed', { role, name: called }), {
    id: NOTICE_ID,
    undo: undoOf(step, selectRoleAfterUndo(role)),
  });
}

export async function mergeRole(role: string, into: string): Promise<void> {
  const done = await awaitBeforeUndo(ask('cast.merge', { role, into }));
  useCast.getState().chooseRole(into);
  notifyCastChange(t('notice.merged', { role, into }), done, selectRoleAfterUndo(role));
}

const selectRoleAfterUndo = (role: string) => (direction: 'undo' | 'redo') => {
  if (direction === 'undo') useCast.getState().chooseRole(role);
};

export async function copyCast(copy: CastCopy): Promise<void> {
  const done = await awaitBeforeUndo(ask('cast.copy', copy));
  notifyCastChange(t('notice.copied', { roles: done.roles }), done);
}

/** Clears one parameter in the overrides, or all parameters if `name` is null. */
export function clearOverrides(lines: readonly CastOverride[], name: keyof CastOverride['override'] | null): void {
  const cleared = lines.map(({ lineId, override }) => {
    const { [name ?? 'voice']: _, ...rest } = override;
    return { lineId, override: name === null || Object.keys(rest).length === 0 ? null : rest };
  });
  const work = ask('cast.putOverrides', { lines: cleared }).then((done) =>
    notifyCastChange(t('notice.cleared', { lines: lines.length }), done),
  );
  awaitBeforeUndo(work).catch(notifyFailure);
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

const AMOUNT_FORMAT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats the cost of rendering: `1,204 characters, EUR 0.12`. */
export function costText({ characters, price }: Pick<CastOutlook, 'characters' | 'price'>): string {
  if (!price) return t('cost.characters', { characters });
  return t('cost.priced', { characters, currency: price.currency, amount: AMOUNT_FORMAT.format(price.amount) });
}

/** Returns an empty string if no line had takes. */
export function castEffectText(outlook: CastOutlook): string {
  const { stale, regained, rendered } = outlook;
  if (rendered === 0) return '';
  return joinSentences(
    stale > 0 && t('done.stale', { lines: stale, cost: costText(outlook) }),
    regained > 0 && t('done.regained', { lines: regained }),
    stale + regained === 0 && t('done.noneStale'),
  );
}

export function castPreviewText(outlook: CastOutlook): string {
  const { stale, approved, regained, rendered } = outlook;
  if (rendered === 0) return t('ahead.noneRendered');
  return joinSentences(
    stale > 0 ? t('ahead.stale', { lines: stale, cost: costText(outlook) }) : t('ahead.noneStale'),
    stale > 0 && approved > 0 && t('ahead.approved', { takes: approved }),
    regained > 0 && t('ahead.regained', { lines: regained }),
  );
}

export const joinSentences = (...sentences: readonly (string | false)[]): string => sentences.filter(Boolean).join(' ');
