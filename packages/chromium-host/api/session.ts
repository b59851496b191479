import type Electron from 'electron';
import { host } from '../host-state.ts';
import { asElectron, strict, strictEmitter } from '../strict.ts';
import { protocol } from './protocol.ts';

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];
type Permission = Parameters<NonNullable<CheckHandler>>[1];

/** Electron's permissions by their names in Chromium's Browser.setPermission. */
const PERMISSIONS: Readonly<Record<string, Permission>> = {
  microphone: 'media',
  camera: 'media',
  notifications: 'notifications',
  geolocation: 'geolocation',
  midi: 'midi',
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
  'idle-detection': 'idle-detection' as Permission,
  'storage-access': 'storage-access' as Permission,
  'window-management': 'window-management' as Permission,
  'local-fonts': 'local-fonts' as Permission,
  'speaker-selection': 'speaker-selection' as Permission,
  'screen-wake-lock': 'screen-wake-lock' as Permission,
};

class Session extends strictEmitter('session', []) {
  readonly protocol = protocol;
  #request: RequestHandler = null;
  #check: CheckHandler = null;

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  /**
   * Calls the application's handlers for every permission and configures Chromium accordingly. As in Electron,
   * permissions without a handler are granted.
   */
  async applyPermissions(contents: object, address: string): Promise<void> {
    const origin = new URL(host().server.addresses.toChromium(address)).origin;
    if (origin === 'null') return;
    const ask = async ([name, permission]: [string, Permission]): Promise<void> => {
      const isGranted = await this.#isGranted(contents, name, permission, address);
      const setting = isGranted ? 'granted' : 'denied';
      await host().chromium.devtools.browser.send('Browser.setPermission', { origin, permission: { name }, setting });
    };
    await Promise.all(Object.entries(PERMISSIONS).map(ask));
  }

  async #isGranted(contents: object, name: string, permission: Permission, address: string): Promise<boolean> {
    const of = asElectron<Electron.WebContents>(contents);
    const media = permission === 'media' ? (name === 'camera' ? 'video' : 'audio') : undefined;
    const details = {
      requestingUrl: address,
      isMainFrame: true,
      ...(media ? { mediaType: media, mediaTypes: [media] } : {}),
    };
    if (this.#check && !this.#check(of, permission, new URL(address).origin, details as never)) return false;
    const request = this.#request;
    if (!request) return true;
    return new Promise((resolve) => request(of, permission as never, resolve, details as never));
  }
}

const defaultSession = new Session();

export const session = strict('session', { defaultSession });

export type { Session };
