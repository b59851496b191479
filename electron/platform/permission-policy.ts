// What the window may be granted: choosing where sound goes, and the microphone while a recording was asked for.
import { isPageAddress } from './page-address.ts';

/** A permission that a page asks for, or that Chromium looks up for it. */
export interface AskedPermission {
  /** As Electron calls it. */
  readonly permission: string;
  /** What is to be heard or seen, where the permission is about that; else none. */
  readonly media: readonly string[];
  /** Of the page that asks. */
  readonly address: string;
  readonly isMainFrame: boolean;
}

/** An allowance that is not withdrawn ends after this long: longer than any recording. Milliseconds. */
export const MOST_ALLOWED_MS = 10 * 60 * 1000;

export interface PermissionPolicy {
  /** From now on, or not any more, a recording is wanted. */
  allowMicrophone(allowed: boolean): void;
  mayUse(asked: AskedPermission): boolean;
}

/** @param now milliseconds since the epoch */
export function createPermissionPolicy(now: () => number): PermissionPolicy {
  let allowedUntil = Number.NEGATIVE_INFINITY;
  return {
    allowMicrophone(allowed) {
      allowedUntil = allowed ? now() + MOST_ALLOWED_MS : Number.NEGATIVE_INFINITY;
    },
    mayUse({ permission, media, address, isMainFrame }) {
      const isOwn = isMainFrame && isPageAddress(address);
      // To name the devices for sound and to play through one of them: nothing is heard or seen by that.
      if (permission === 'speaker-selection') return isOwn;
      const isMicrophone = permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio');
      return isMicrophone && isOwn && now() < allowedUntil;
    },
  };
}
