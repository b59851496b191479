import type { RateLimit } from '@lectern/tts-protocol';
import type { MaybePromise } from '../common/maybe-promise.ts';

/** Counts calls and characters over a sliding window of a minute, exactly over all processes that share it. */
export interface RateWindows {
  /**
   * Counts a call if it fits.
   * @param window the name of the window, for example an account and a scope
   * @param characters code points of the call's texts
   * @returns 0 if the call was counted, else milliseconds after which it would fit (a minute if never)
   */
  take(window: string, limit: RateLimit, characters: number): MaybePromise<number>;
  /** Like `take` without characters, but never counts. */
  check(window: string, limit: RateLimit): MaybePromise<number>;
}
