// Why a project can only be read, and what to do about it.
import type { ReadOnlyReason } from '../../../shared/ipc/project-requests.ts';
import { words } from '../../locales/words.ts';

const t = words('common');

interface ReadOnlyWords {
  /** Beside a control that can't be used. */
  readonly short: string;
  /** What holds, and the way out. */
  readonly long: string;
}

export const readOnlyWords = (reason: ReadOnlyReason): ReadOnlyWords => ({
  short: t(`readOnly.${reason}.short`),
  long: t(`readOnly.${reason}.long`),
});
