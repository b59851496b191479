// Decides the permissions of the window: choosing an audio output, and using the microphone during a requested
// recording.
import { isPageAddress } from './page-address.ts';

/** A permission that a page requests or that Chromium checks. */
export interface PermissionRequest {
  /** Electron's name of the permission. */
  readonly permission: string;
  /** Requested media kinds; empty if the permission isn't about media. */
  readonly media: readonly string[];
  readonly address: string;
  readonly isMainFrame: boolean;
}

/** Microphone access expires after this time, which is longer than any recording. In milliseconds. */
export const MOST_ALLOWED_MS = 10 * 60 * 1000;

export interface PermissionPolicy {
  allowMicrophone(allowed: boolean): void;
  mayUse(asked: PermissionRequest): boolean;
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
      // Lists and selects audio output devices; gives no access to any input.
      if (permission === 'speaker-selection') return isOwn;
      const isMicrophone = permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio');
      return isMicrophone && isOwn && now() < allowedUntil;
    },
  };
}
