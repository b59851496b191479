import {
  completedEventSchema,
  generatingEventSchema,
  pingEventSchema,
  type SingleJob,
  singleJobSchema,
} from '@lectern/tts-protocol';
import { afterEach, beforeEach, expect } from 'vitest';
import type { ServerOptions } from '../host/server.ts';
import { type ReadEvent, readEvents } from './read-events.ts';
import { ACCOUNT, credentials, HandRenderer, type TestService, testService, VOICE } from './test-service.ts';

export const SINGLE = '/api/v2/tts';
export const BODY = { text: 'Hello there.', voice: VOICE, voice_engine: 'SvcDialog' };
export const EVENTS = { accept: 'text/event-stream' };

export const pathOf = ({ id }: { readonly id: string }): string => `${SINGLE}/${id}`;

/** Validates an event, formats it as `stage stageProgress` and records its progress. */
export function told({ kind, data }: ReadEvent, progresses: number[] = []): string {
  if (kind === 'ping') return `ping ${pingEventSchema.parse(data)}`;
  expect(['generating', 'completed']).toContain(kind);
  const event = (kind === 'completed' ? completedEventSchema : generatingEventSchema).parse(JSON.parse(data));
  progresses.push(event.progress);
  return 'stageProgress' in event ? `${event.stage} ${event.stageProgress}` : event.stage;
}

/** Reads all events of a response and checks that progress never decreases. */
export async function all(reply: Response): Promise<string[]> {
  const progresses: number[] = [];
  const seen: string[] = [];
  for await (const event of readEvents(reply)) seen.push(told(event, progresses));
  expect(progresses).toEqual([...progresses].sort((a, b) => a - b));
  return seen;
}

/** Starts a service before each test of the file and closes it afterwards. The getters return the most recent one. */
export function singleJobService() {
  let renderer: HandRenderer;
  let service: TestService;
  let address: string;

  async function start(different: Partial<ServerOptions> & { readonly folder?: string } = {}): Promise<void> {
    renderer = new HandRenderer();
    service = testService(renderer, different);
    address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  }

  beforeEach(() => start());
  afterEach(() => service.close());

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, address), { ...init, headers: { ...credentials(ACCOUNT), ...init.headers } });

  const create = (body: unknown = BODY, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    ask(SINGLE, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  return {
    start,
    ask,
    create,
    settle: () => service.settle(),
    close: () => service.close(),
    get renderer() {
      return renderer;
    },
    get service() {
      return service;
    },
    get address() {
      return address;
    },

    async created(body: unknown = BODY): Promise<SingleJob> {
      const reply = await create(body);
      expect(reply.status).toBe(201);
      const made = singleJobSchema.parse(await reply.json());
      await service.settle();
      return made;
    },

    read: async (path: string): Promise<SingleJob> => singleJobSchema.parse(await (await ask(path)).json()),

    async work(): Promise<HandRenderer['waiting'][number]> {
      for (;;) {
        const begun = renderer.waiting.shift();
        if (begun !== undefined) return begun;
        await service.settle();
      }
    },
  };
}
