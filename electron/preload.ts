// The bridge: all that the page gets of the world outside. It runs sandboxed, in a world of its own.
import { contextBridge, ipcRenderer } from 'electron';
import type { EVENT_CHANNEL, REQUEST_CHANNEL } from '../shared/ipc/contract.ts';

// Written out, and held to the contract by their types: its schemas need not be loaded here.
const REQUESTS: typeof REQUEST_CHANNEL = 'lectern:request';
const EVENTS: typeof EVENT_CHANNEL = 'lectern:event';
/** How the main process hands over the nonce for style elements. */
const NONCE_SWITCH = '--style-nonce=';

/** The little of the page's document that is touched here. */
interface Dragged {
  readonly defaultPrevented: boolean;
  readonly target: { closest?(selector: string): object | null } | null;
  readonly dataTransfer: { readonly types: readonly string[]; dropEffect: string } | null;
  preventDefault(): void;
}
declare const window: { addEventListener(type: 'dragover' | 'drop', listener: (event: Dragged) => void): void };

type PushListener = (payload: unknown) => void;

const listeners = new Map<string, Set<PushListener>>();

ipcRenderer.on(EVENTS, (_event, name: string, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload);
});

contextBridge.exposeInMainWorld('lectern', {
  request: (channel: unknown, input: unknown): Promise<unknown> => ipcRenderer.invoke(REQUESTS, channel, input),
  on(name: string, listener: PushListener): () => void {
    const all = listeners.get(name) ?? new Set();
    // A function of its own for each call: the same listener may be given twice, and each is ended by itself.
    const own: PushListener = (payload) => listener(payload);
    listeners.set(name, all.add(own));
    return () => void all.delete(own);
  },
  styleNonce: process.argv.find((argument) => argument.startsWith(NONCE_SWITCH))?.slice(NONCE_SWITCH.length) ?? '',
});

/** Keeps the page from opening a dropped file or link that nothing handles. Text may still be dragged into a field. */
function stay(event: Dragged): void {
  if (event.defaultPrevented) return;
  const isField = event.target?.closest?.('input, textarea, [contenteditable="true"]') != null;
  if (isField && !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}
window.addEventListener('dragover', stay);
window.addEventListener('drop', stay);
