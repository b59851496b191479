// Allows the window to list audio devices, to choose an output, and to use the microphone during a recording that the
// user has started.
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
  /** Decides whether to allow a request to use a device or feature. */
  isAllowed(request: PermissionRequest): boolean;
  /**
   * Decides a permission check, which Chromium makes before a request or when it lists devices. Chromium hides the
   * names and ids of audio outputs, too, if the check for the microphone fails. Recording still needs `isAllowed`.
   */
  passesCheck(request: PermissionRequest): boolean;
}

export function createPermissionPolicy(now: () => number): PermissionPolicy {
  let allowedUntil = Number.NEGATIVE_INFINITY;
  const isOwnPage = ({ isMainFrame, address }: PermissionRequest) => isMainFrame && isPageAddress(address);
  return {
    allowMicrophone(allowed) {
      allowedUntil = allowed ? now() + MAX_ALLOWED_MS : Number.NEGATIVE_INFINITY;
    },
    isAllowed(request) {
      const { permission, media } = request;
      // This permission is for selecting audio output devices. It doesn't provide access to inputs.
      if (permission === 'speaker-selection') return isOwnPage(request);
      const isMicrophone = permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio');
      return isMicrophone && isOwnPage(request) && now() < allowedUntil;
    },
    passesCheck(request) {
      const { permission, media } = request;
      // Some checks don't specify the media type.
      const isAudio = permission === 'media' && media.every((kind) => kind === 'audio');
      return (isAudio || permission === 'speaker-selection') && isOwnPage(request);
    },
  };
}
