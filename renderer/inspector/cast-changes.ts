// Changes of the cast from the inspector: each says how many lines it made stale, and has a way back.
import { ask } from '../bridge/ask.ts';
import { formatCounted } from '../ui/format.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { Outdated, stepUnderWay } from '../ui/undo-history.ts';

const NOTICE = 'cast';

/** Casts a role. @param voiceName as a person knows the voice */
export function castRole(role: string, voice: string, voiceName: string): void {
  changeCast(
    () => ask('role.setVoice', { role, voice }),
    `${role} is spoken by ${voiceName}`,
    ({ previous }) =>
      () =>
        ask('role.setVoice', { role, voice: previous }),
    async () => (await castOf(role))?.voice === voice,
  );
}

/** Sets what marks a role's turns. @param turnPrefix null: its name and a colon */
export function setTurnPrefix(role: string, turnPrefix: string | null): void {
  changeCast(
    () => ask('role.setTurnPrefix', { role, turnPrefix }),
    `The turns of ${role} are marked by “${turnPrefix ?? `${role}:`}”`,
    ({ previous }) =>
      () =>
        ask('role.setTurnPrefix', { role, turnPrefix: previous }),
    async () => (await castOf(role))?.turnPrefix === turnPrefix,
  );
}

function changeCast<T>(
  change: () => Promise<T>,
  said: string,
  backOf: (changed: T) => () => Promise<unknown>,
  isStillSo: () => Promise<boolean>,
): void {
  const work = counted(change).then(({ changed, words }) => {
    const back = backOf(changed);
    const run = async () => {
      if (!(await isStillSo())) throw new Outdated('It was changed since.');
      await back();
    };
    notify(words === null ? `${said}.` : `${said}: ${words}`, { id: NOTICE, undo: { run, redo: change } });
  });
  stepUnderWay(work).catch(notifyFailure);
}

const castOf = async (role: string) => (await ask('project.roles', {})).find(({ name }) => name === role);

/** Counts the project's stale lines before and after, for the difference is what the change cost. */
async function counted<T>(change: () => Promise<T>): Promise<{ readonly changed: T; readonly words: string | null }> {
  const before = await rendered();
  const changed = await change();
  const after = await rendered();
  return { changed, words: after.lines === 0 ? null : staleWords(after.stale - before.stale) };
}

/** How many lines have a take that they could export, and how many of those are stale. */
async function rendered(): Promise<{ readonly lines: number; readonly stale: number }> {
  const { fresh = 0, kept = 0, stale = 0 } = (await ask('project.current', {}))?.counts ?? {};
  return { lines: fresh + kept + stale, stale };
}

/** @param more how many lines more are stale than before; fewer is below 0 */
export function staleWords(more: number): string {
  if (more > 0) return `${formatCounted(more, 'line')} became stale.`;
  if (more < 0) return `${formatCounted(-more, 'line')} ${more === -1 ? 'has its' : 'have their'} takes back.`;
  return 'no line became stale.';
}
