// The window may choose an audio output, and use the microphone during a recording that the user started.
import { isPageAddress } from './page-address.ts';

export interface PermissionRequest {
  readonly permission: string;
  /** Empty if the permission isn't about media. */
  readonly media: readonly string[];
  readonly address: string;
  readonly isMainFrame: boolean;
}

/** In milliseconds; longer than any recording. */
export const MAX_ALLOWED_MS = 10 * 60 * 1000;

export interface PermissionPolicy {
  allowMicrophone(allowed: boolean): void;
  mayUse(request: PermissionRequest): boolean;
}

export function createPermissionPolicy(now: () => number): PermissionPolicy {
  let allowedUntil = Number.NEGATIVE_INFINITY;
  return {
    allowMicrophone(allowed) {
      allowedUntil = allowed ? now() + MAX_ALLOWED_MS : Number.NEGATIVE_INFINITY;
    },
    mayUse({ permission, media, address, isMainFrame }) {
      const isOwn = isMainFrame && isPageAddress(address);
      // Lists and selects audio output devices. Doesn't provide access to inputs.
      if (permission === 'speaker-selection') return isOwn;
      const isMicrophone = permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio');
      return isMicrophone && isOwn && now() < allowedUntil;
    },
  };
}
