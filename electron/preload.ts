// Defines everything that the page can access outside its sandbox. Runs sandboxed in an isolated world.
import { contextBridge, ipcRenderer } from 'electron';
import type { EVENT_CHANNEL, REQUEST_CHANNEL } from '../shared/ipc/contract.ts';

// Literals, so that the contract's schemas aren't loaded here. They are type-checked against the contract.
const REQUESTS: typeof REQUEST_CHANNEL = 'lectern:request';
const EVENTS: typeof EVENT_CHANNEL = 'lectern:event';
const NONCE_SWITCH = '--style-nonce=';

interface DragTransfer {
  readonly defaultPrevented: boolean;
  readonly target: { closest?(selector: string): object | null } | null;
  readonly dataTransfer: { readonly types: readonly string[]; dropEffect: string } | null;
  preventDefault(): void;
}
declare const window: { addEventListener(type: 'dragover' | 'drop', listener: (event: DragTransfer) => void): void };

type PushListener = (payload: unknown) => void;

const listeners = new Map<string, Set<PushListener>>();

ipcRenderer.on(EVENTS, (_event, name: string, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload);
});

contextBridge.exposeInMainWorld('lectern', {
  request: (channel: unknown, input: unknown): Promise<unknown> => ipcRenderer.invoke(REQUESTS, channel, input),
  on(name: string, listener: PushListener): () => void {
    const all = listeners.get(name) ?? new Set();
    // Wrap the listener, so that if it is registered twice, each registration can be removed separately.
    const own: PushListener = (payload) => listener(payload);
    listeners.set(name, all.add(own));
    return () => void all.delete(own);
  },
  styleNonce: process.argv.find((argument) => argument.startsWith(NONCE_SWITCH))?.slice(NONCE_SWITCH.length) ?? '',
});

/**
 * Prevents the page from opening dropped files and links that aren't handled. Text can still be dragged into a field.
 */
function preventNavigation(event: DragTransfer): void {
  if (event.defaultPrevented) return;
  const isField = event.target?.closest?.('input, textarea, [contenteditable="true"]') != null;
  if (isField && !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}
window.addEventListener('dragover', preventNavigation);
window.addEventListener('drop', preventNavigation);
