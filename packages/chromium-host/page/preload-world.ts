// Runs in the preload script's world: ipcRenderer, contextBridge and page events for the main process.
import { pack, unpack } from './clone.ts';
import { PageEmitter } from './emitter.ts';
import { watchMenuKeys } from './menu-keys.ts';
import type { MenuKey, MessageToPage, PageInfo } from './messages.ts';
import { PageChannel } from './page-channel.ts';
import type { Observer, PageDocument, PageElement, PageEvent, PageWindow } from './page-globals.ts';
import { startBridge } from './world-bridge.ts';

declare const window: PageWindow;
declare const document: PageDocument;
declare const MutationObserver: Observer;

type Preload = (require: (id: string) => object, process: object) => void;

const throwOnMissing = <T extends object>(name: string, part: T): T =>
  new Proxy(part, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || key === 'then') {
        const member = Reflect.get(target, key);
        // Bind methods, because private fields belong to the object, not the proxy.
        return typeof member === 'function' ? member.bind(target) : member;
      }
      throw new Error(`${name}.${key} is not part of the Chromium host`);
    },
  });

/** Creates ipcRenderer over a channel; `receive` handles messages from the main process. */
function createIpcRenderer(channel: () => PageChannel) {
  const emitter = new PageEmitter();
  const waiting = new Map<number, PromiseWithResolvers<unknown> & { readonly channel: string }>();
  let lastId = 0;
  const settle = (message: Exclude<MessageToPage, { kind: 'accelerators' | 'permissions' | 'event' }>): void => {
    const request = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'reply') request?.resolve(unpack(message.value));
    else request?.reject(new Error(`Error invoking remote method '${request.channel}': ${message.message}`));
  };
  const ipcRenderer = Object.assign(emitter, {
    send(name: string, ...args: unknown[]): void {
      channel().send({ kind: 'send', channel: name, args: pack(args) });
    },
    async invoke(name: string, ...args: unknown[]): Promise<unknown> {
      const packed = pack(args);
      lastId += 1;
      const request = { ...Promise.withResolvers<unknown>(), channel: name };
      waiting.set(lastId, request);
      channel().send({ kind: 'invoke', id: lastId, channel: name, args: packed });
      return request.promise;
    },
  });
  const receive = (message: Exclude<MessageToPage, { kind: 'accelerators' | 'permissions' }>): void => {
    if (message.kind !== 'event') settle(message);
    else emitter.emit(message.channel, { sender: ipcRenderer, ports: [] }, ...(unpack(message.args) as unknown[]));
  };
  return { ipcRenderer, receive };
}

/** Reports links that open in a new window. */
function watchLinks(open: (address: string, frameName: string, features: string) => void): void {
  const onClick = (event: PageEvent): void => {
    const isLink = (part: PageElement): boolean => typeof part.href === 'string' && 'target' in part;
    const link = (event.composedPath() as PageElement[]).find(isLink);
    const isOwn = event.type === 'auxclick' ? event.button === 1 : event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link?.href || event.defaultPrevented || !(isOwn || (event.type === 'click' && link.target === '_blank')))
      return;
    event.preventDefault();
    open(link.href, '', '');
  };
  window.addEventListener('click', onClick);
  window.addEventListener('auxclick', onClick);
}

function watchTitle(onTitle: (title: string) => void): void {
  let known = '';
  const look = (): void => {
    if (document.title === known) return;
    known = document.title;
    onTitle(known);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  window.addEventListener('DOMContentLoaded', look);
}

/** Runs before any preload script and returns a function that runs one. */
export function startPreloadWorld(info: PageInfo): ((preload: Preload, file: string) => void) | null {
  if (window.top !== window) return null;
  const world = globalThis as unknown as Record<string, unknown>;
  const toMain = world[info.binding] as (text: string) => void;
  delete world[info.binding];
  const bridge = startBridge(info.token, 'preload');
  let keys: readonly MenuKey[] = info.accelerators;
  const channel = new PageChannel(toMain, info.channelPath, (message) => {
    if (message.kind === 'accelerators') keys = message.keys;
    else if (message.kind === 'permissions') {
      window.dispatchEvent(new CustomEvent(`${info.token}permissions-told`, { detail: message.id }));
    } else ipc.receive(message);
  });
  const ipc = createIpcRenderer(() => channel);
  Object.defineProperty(world, '__hostTake', { value: (text: string) => channel.handlePayload(text) });

  const open = (address: string, frameName: string, features: string): void =>
    channel.send({ kind: 'open', address, frameName, features });
  const onOpen = (event: PageEvent): void => {
    event.stopImmediatePropagation();
    const detail = event.detail as { address: string; frameName: unknown; features: unknown };
    open(detail.address, String(detail.frameName), String(detail.features));
  };
  window.addEventListener(`${info.token}open`, onOpen, true);
  const onPermissions = (event: PageEvent): void => {
    event.stopImmediatePropagation();
    channel.send({ kind: 'permissions', id: Number(event.detail) });
  };
  window.addEventListener(`${info.token}permissions`, onPermissions, true);
  watchLinks(open);
  watchTitle((title) => channel.send({ kind: 'title', title }));
  watchMenuKeys(
    () => keys,
    (index) => channel.send({ kind: 'accelerator', index }),
  );

  const exposed = new Set<string>();
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown): void {
      if (exposed.has(key)) throw new Error('Cannot bind an API on top of an existing property on the window object');
      exposed.add(key);
      bridge.expose(key, api);
    },
  };
  const electron = throwOnMissing('electron', {
    ipcRenderer: throwOnMissing('ipcRenderer', ipc.ipcRenderer),
    contextBridge: throwOnMissing('contextBridge', contextBridge),
  });
  const require = (id: string): object => {
    if (id === 'electron' || id === 'electron/renderer') return electron;
    throw new Error(`module not found: ${id}`);
  };
  return (preload, file) => {
    try {
      preload(require, { ...info.process });
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      channel.send({ kind: 'preload-error', file, message });
    }
  };
}
