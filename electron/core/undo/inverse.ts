// Inverses of changes, put together from what makes a change and what takes it back.
import type { OutdatedReason } from '../../../shared/ipc/undo-requests.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Inverse } from './undo-log.ts';

type Awaitable<T> = T | Promise<T>;

/**
 * The inverse of a change that can be made again in the same way.
 *
 * @param former what the change answered: how things stood
 * @param takeBack brings that back
 * @param make makes the change again
 */
export function repeatable<F>(former: F, takeBack: (former: F) => Awaitable<void>, make: () => Awaitable<F>): Inverse {
  return async () => {
    await takeBack(former);
    return async () => repeatable(await make(), takeBack, make);
  };
}

/** The inverse of a change that can't be made again by itself. */
export const once =
  (takeBack: () => Awaitable<unknown>): Inverse =>
  async () => {
    await takeBack();
    return null;
  };

/** Taking a step back would undo something else. @throws RequestError `outdated` where that is so */
export function refuseOutdated(isOutdated: boolean, reason: OutdatedReason, role?: string): void {
  if (isOutdated) refuse({ kind: 'outdated', reason, ...(role === undefined ? {} : { role }) });
}
