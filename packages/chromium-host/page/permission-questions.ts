// Chromium must know the application's permissions in advance, so the host updates them right before the page uses one.
import type { PageNavigator, PageWindow } from './page-globals.ts';

declare const window: PageWindow;
declare const navigator: PageNavigator;

/** Delays device requests and permission queries in the page's world until the host has updated Chromium. */
export function syncPermissionsBeforeUse(token: string): void {
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  window.addEventListener(`${token}permissions-told`, (event) => {
    const id = Number(event.detail);
    waiting.get(id)?.();
    waiting.delete(id);
  });
  const updated = (): Promise<void> =>
    new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      window.dispatchEvent(new CustomEvent(`${token}permissions`, { detail: lastId }));
    });
  const { mediaDevices, permissions } = navigator;
  if (mediaDevices) {
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      await updated();
      return getUserMedia(wanted);
    };
  }
  if (permissions) {
    const query = permissions.query.bind(permissions);
    permissions.query = async (wanted) => {
      await updated();
      return query(wanted);
    };
  }
}
