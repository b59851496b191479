// The studio over a message port, as the main process has it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FromStudio, fromStudioSchema, type StudioInit, type ToStudio } from '../../shared/ipc/studio-protocol.ts';
import { type Studio, type StudioCaller, type StudioPort, serveStudio } from './serve.ts';
import { StudioWorkshop } from './testing/test-studio.ts';

const INIT: StudioInit = {
  type: 'init',
  projectsFolder: '/projects',
  samplesFolder: '/samples',
  serviceEntry: '/service.ts',
  keychain: true,
  forksService: true,
};

/** The main process's end of the port. */
class MainEnd implements StudioPort {
  readonly heard: FromStudio[] = [];
  #listener: (event: { readonly data: unknown }) => void = () => {};
  #watchers = new Set<() => void>();

  postMessage(message: FromStudio): void {
    this.heard.push(fromStudioSchema.parse(structuredClone(message)));
    for (const look of this.#watchers) look();
  }

  on(_: 'message', listener: (event: { readonly data: unknown }) => void): void {
    this.#listener = listener;
  }

  say(message: ToStudio | object): void {
    this.#listener({ data: structuredClone(message) });
  }

  /** The first message of a type, as soon as it comes. */
  async next<T extends FromStudio['type']>(type: T, id?: number): Promise<Extract<FromStudio, { type: T }>> {
    const { promise, resolve } = Promise.withResolvers<Extract<FromStudio, { type: T }>>();
    const look = () => {
      const message = this.heard.find(
        (each) => each.type === type && (id === undefined || ('id' in each && each.id === id)),
      );
      if (message) resolve(message as Extract<FromStudio, { type: T }>);
    };
    this.#watchers.add(look);
    look();
    return promise.finally(() => this.#watchers.delete(look));
  }
}

let workshop: StudioWorkshop;
let main: MainEnd;
let call: StudioCaller;
let ended: string[];

beforeEach(() => {
  workshop = new StudioWorkshop();
  main = new MainEnd();
  ended = [];
  serveStudio({
    port: main,
    open: async (_, caller): Promise<Studio> => {
      call = caller;
      return (await workshop.open()).studio;
    },
    onQuit: () => ended.push('quit'),
    onFailure: (error) => ended.push(String(error)),
  });
});

afterEach(() => workshop.clear());

describe('a studio behind a port', () => {
  it('answers requests after it was told where everything is', async () => {
    main.say(INIT);
    main.say({ type: 'request', id: 1, channel: 'library.recent', input: {} });
    expect(JSON.parse((await main.next('reply-text', 1)).text)).toEqual({ ok: true, value: [] });
    expect(main.heard.map(({ type }) => type)).toContain('ready');
    main.say({ type: 'internal', id: 2, name: 'locate', input: { what: 'project' } });
    expect((await main.next('reply', 2)).envelope).toEqual({ ok: true, value: { path: null } });
  });

  it('refuses what is not of the contract, without saying what stood in it', async () => {
    main.say(INIT);
    main.say({ type: 'request', id: 1, channel: 'no.such', input: {} });
    main.say({ type: 'request', id: 2, channel: 'connection.enterKey', input: { id: 3, key: 'secret' } });
    main.say({ type: 'internal', id: 3, name: 'openProject', input: {} });
    const refused = (fields: string[]) => ({ ok: false, error: { kind: 'malformed-request', fields } });
    expect(JSON.parse((await main.next('reply-text', 1)).text)).toEqual(refused(['channel']));
    expect(JSON.parse((await main.next('reply-text', 2)).text)).toEqual(refused(['id']));
    expect((await main.next('reply', 3)).envelope).toEqual(refused(['path']));
  });

  it('hands events on', async () => {
    main.say(INIT);
    await main.next('ready');
    main.say({ type: 'request', id: 1, channel: 'connection.useLocal', input: { plan: null } });
    await main.next('reply-text', 1);
    expect((await main.next('event')).name).toBe('connection-changed');
  });

  it('asks the main process for what only it can do', async () => {
    main.say(INIT);
    await main.next('ready');
    const sealed = call('encrypt', { text: 'key' });
    const asked = await main.next('call');
    expect(asked).toMatchObject({ name: 'encrypt', input: { text: 'key' } });
    const value = { bytes: Uint8Array.of(1, 2) };
    main.say({ type: 'call-reply', id: asked.id, reply: { ok: true, value } });
    expect(await sealed).toEqual(value);
    const refused = call('decrypt', { bytes: Uint8Array.of(3) });
    main.say({ type: 'call-reply', id: asked.id + 1, reply: { ok: false, message: 'No keychain.' } });
    await expect(refused).rejects.toThrow('No keychain.');
  });

  it('says that it is at its end after it has closed everything', async () => {
    main.say(INIT);
    main.say({ type: 'internal', id: 1, name: 'quit', input: {} });
    expect((await main.next('reply', 1)).envelope).toEqual({ ok: true, value: null });
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toEqual(['quit']);
  });

  it('fails at a message of another protocol', () => {
    main.say({ type: 'nonsense' });
    expect(ended).toEqual(['Error: a message of an unknown form']);
  });
});
