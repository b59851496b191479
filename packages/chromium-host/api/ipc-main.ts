import type Electron from 'electron';
import { strictEmitter } from '../strict.ts';

type Handler = Parameters<Electron.IpcMain['handle']>[1];

class IpcMain extends strictEmitter('ipcMain', null) implements Pick<Electron.IpcMain, 'handle' | 'removeHandler'> {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** Handles a page's request. Rejects if the channel has no handler, as Electron does. */
  async answer(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler(event as Electron.IpcMainInvokeEvent, ...args);
  }
}

export const ipcMain = new IpcMain();
