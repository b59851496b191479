// Runs in the page's world: the page's half of contextBridge, and window.open, which the main process handles.
import type { PageDocument, PageWindow } from './page-globals.ts';
import { askBeforeUse } from './permission-questions.ts';
import { startBridge } from './world-bridge.ts';

declare const window: PageWindow;
declare const document: PageDocument;

/** Runs before any script of the page. */
export function startPageWorld(token: string): void {
  if (window.top !== window) return;
  startBridge(token, 'page');
  askBeforeUse(token);
  window.open = (address = '', frameName = '', features = '') => {
    const detail = { address: new URL(String(address), document.baseURI).href, frameName, features };
    window.dispatchEvent(new CustomEvent(`${token}open`, { detail }));
    return null;
  };
}
