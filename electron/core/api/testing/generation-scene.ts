// A service of single generation, for tests: what it answers to the one POST, and to each reading after it.
import type { ServerResponse } from 'node:http';
import type { GenerationDoubt } from '../generation.ts';
import type { GenerationEvent } from '../generation-events.ts';
import type { ServiceClientOptions } from '../service-client.ts';
import type { ClientSession, Received } from './client-session.ts';
import { SkippingClock } from './skipping-clock.ts';

export const ASKED = {
  text: 'Good morning.',
  voice: 's3://voices/anna/manifest.json',
  voice_engine: 'Svc2.0',
} as const;
export const OUTPUT = { url: 'https://cdn.test/audio.mp3', duration: 1.5, size: 4000 };
export const EVENTS = { 'content-type': 'text/event-stream' };
export const JSON_TYPE = { 'content-type': 'application/json' };

export const frame = (name: string, data: unknown) =>
  `event: ${name}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
export const QUEUED = frame('generating', { id: 'job', progress: 0, stage: 'queued' });
export const HALF = frame('generating', { id: 'job', progress: 0.5, stage: 'generate', stageProgress: 0.5 });
export const PING = frame('ping', '2026-01-01T00:00:00.000Z');
export const COMPLETED = frame('completed', { id: 'job', progress: 1, stage: 'complete', ...OUTPUT });
export const COMPLETED_EVENT = { kind: 'completed', id: 'job', progress: 1, ...OUTPUT };

export async function all(events: AsyncIterable<GenerationEvent>): Promise<GenerationEvent[]> {
  const told: GenerationEvent[] = [];
  for await (const event of events) told.push(event);
  return told;
}

export const kindsOf = (events: readonly GenerationEvent[]) => events.map(({ kind }) => kind);

export type Answer = (response: ServerResponse, received: Received) => void;

/** A service: what it answers to the POST, and to each reading in turn (the last one again and again). */
async function serveGeneration(
  session: ClientSession,
  answer: Answer,
  readings: readonly Answer[] = [],
  more: Partial<ServiceClientOptions> = {},
) {
  const posts: Received[] = [];
  const reads: string[] = [];
  const { url } = await session.serve((response, received) => {
    if (received.request.method === 'POST') {
      posts.push(received);
      return answer(response, received);
    }
    reads.push(received.request.url ?? '');
    const next = readings[Math.min(reads.length, readings.length) - 1];
    return next ? next(response, received) : response.writeHead(404, JSON_TYPE).end('{"error_message":"no such job"}');
  });
  const clock = new SkippingClock();
  const client = session.client(url, { clock, ...more });
  const doubts: GenerationDoubt[] = [];
  const generate = () => all(client.generate(ASKED, { onDoubt: (doubt) => doubts.push(doubt) }));
  return { url, client, clock, posts, reads, doubts, generate };
}

export const events =
  (text: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { ...EVENTS, ...headers }).end(text);
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body));

export const PENDING = json({ id: 'job', status: 'pending', output: null });
export const DONE = json({ id: 'job', status: 'completed', output: OUTPUT });

/** Services whose clients end with the session. */
export const generationDesk =
  (session: ClientSession) => (answer: Answer, readings?: readonly Answer[], more?: Partial<ServiceClientOptions>) =>
    serveGeneration(session, answer, readings, more);
