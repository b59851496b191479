// Variations that the interface permits. No rule must fail because of them.
import { PATHS } from '@lectern/tts-protocol';
import type { Defect } from '../mutant.ts';
import {
  changeBatches,
  changeBodies,
  changeChildren,
  changeCreation,
  changeEvents,
  changeFiles,
  changeJobs,
  changeResponses,
  changeStreams,
  changeVoices,
  isStream,
} from './mutation.ts';

export interface Variation extends Defect {
  readonly name: string;
  /** The rules that might mistake this variation for a defect. */
  readonly only: readonly string[];
}

/** Moves batches to different paths from the local service's. */
const moveBatches = (text: string): string => text.replaceAll(`${PATHS.batches}/`, '/jobs-of/you/');

const RESOURCES = [
  ...['created.201', 'location', 'jobs.order', 'completes', 'stays', 'id', 'created_at', '_links', 'webhook_url'].map(
    (name) => `batch.${name}`,
  ),
  ...['id', 'custom_id.echo', 'created_at', 'input', 'status', 'output', '_links', 'webhook_url.accepted'].map(
    (name) => `child.${name}`,
  ),
  'status',
  'output.present',
  'output.true.wav',
];

/** Removes a WAV file's header. */
const stripWavHeader = (file: Buffer): Buffer => file.subarray(file.indexOf('data', 0, 'latin1') + 8);

let count = 0;

const WITH_MORE_PINGS = changeEvents((all) => {
  const pings = [new Date().toISOString(), '2026-01-31T10:00:00.123456+00:00', '2026-01-31T10:00:00Z'];
  return [...pings.map((data) => ({ event: 'ping', data })), ...all];
});

export const PERMITTED: readonly Variation[] = [
  {
    name: 'batches are read elsewhere',
    only: RESOURCES,
    onRequest(call) {
      call.url = call.url.replace('/jobs-of/you/', `${PATHS.batches}/`);
      return undefined;
    },
    isStreamed: () => false,
    onResponse(response) {
      if (!/json/.test(response.headers['content-type'] ?? '')) return;
      response.body = Buffer.from(moveBatches(response.body.toString()));
      if (response.headers.location) response.headers.location = moveBatches(response.headers.location);
    },
  },
  {
    name: 'Location and links are relative',
    only: RESOURCES,
    ...changeResponses((response) => {
      const relative = (text: string): string => text.replace(/http:\/\/127\.0\.0\.1:\d+(?=\/api\/)/g, '');
      response.body = Buffer.from(relative(response.body.toString()));
      if (response.headers.location) response.headers.location = relative(response.headers.location);
    }),
  },
  {
    name: 'resources have more fields, and null where nothing is',
    only: [...RESOURCES, 'webhooks.none.no-result'],
    ...changeBatches((batch) => {
      Object.assign(batch, { webhook_result: null, owner: { name: 'you' } });
      for (const child of batch.jobs) {
        child.output ??= null;
        child.custom_id ??= null;
        Object.assign(child, { webhook_result: null, progress: 0.5 });
      }
    }),
  },
  {
    name: 'optional fields are absent where nothing is',
    only: RESOURCES,
    ...changeChildren((child) => {
      for (const [name, value] of Object.entries(child)) if (value === null) Reflect.deleteProperty(child, name);
      delete child._links.alternate;
    }),
  },
  {
    name: 'the input shows the defaults',
    only: RESOURCES,
    ...changeChildren((child) => {
      child.input = { quality: 'medium', speed: 1, language: null, voice_2: null, ...child.input };
    }),
  },
  {
    name: 'times have an offset and microseconds',
    only: RESOURCES,
    ...changeBodies((body) => JSON.parse(JSON.stringify(body).replace(/(\d\d:\d\d\.\d{3})Z"/g, '$1000+00:00"'))),
  },
  {
    name: 'a batch is in progress before it is answered',
    only: RESOURCES,
    ...changeBatches((batch) => {
      if (batch.status === 'pending') batch.status = 'in_progress';
    }),
  },
  {
    name: 'the voice list is wrapped, and traits are not text',
    only: ['voice', 'voices', 'batch.created.201', 'limits'],
    ...changeVoices((all) => ({
      voices: all.map((voice) => ({ ...voice, loudness: 3, style: ['calm'], tempo: null })),
      total: 1,
    })),
  },
  {
    name: 'errors say more, and a wrong key is a 403',
    only: ['error', 'auth', 'child.speed'],
    ...changeBodies((body, response, { headers }) => {
      if (response.status < 400) return undefined;
      if (headers.authorization?.includes('not-a-key')) response.status = 403;
      return { ...(body as object), hint: 'Look at the documentation.' };
    }),
  },
  {
    name: 'audio is behind a redirect',
    only: ['output.true.wav', 'format.', 'events.audio', 'voice.sample.plays'],
    onRequest: ({ path, url }) =>
      path.startsWith('/audio/') && !url.includes('again')
        ? { status: 302, headers: { location: `${url}&again` }, body: Buffer.alloc(0) }
        : undefined,
  },
  {
    name: 'audio needs the two headers',
    only: ['output.true.wav', 'format.wav', 'events.audio', 'dialog.both-voices'],
    onRequest: ({ path, headers }) =>
      path.startsWith('/audio/') && !headers.authorization
        ? { status: 401, headers: {}, body: Buffer.from('{"error_message": "", "error_id": "UNAUTHORIZED"}') }
        : undefined,
  },
  {
    name: 'µ-law has no container',
    only: ['format.mulaw'],
    ...changeFiles((response) => {
      if (response.body.readUInt16LE(20) === 7) response.body = stripWavHeader(response.body);
    }),
  },
  {
    name: 'an MP3 begins with tags',
    only: ['stream.mp3', 'stream.whole'],
    isStreamed: (call) => !isStream(call),
    onResponse(response) {
      const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10)]);
      if (response.status === 200) response.body = Buffer.concat([tag, response.body]);
    },
  },
  {
    name: 'nothing is said twice in the same way',
    only: ['dialog', 'speed', 'sample_rate', 'speech', 'format', 'output'],
    ...changeJobs((job) => {
      count += 1;
      Object.assign(job, { seed: count, temperature: 1.5 });
    }),
  },
  {
    name: 'no stream says a thing twice in the same way',
    only: ['stream.dialog', 'stream.whole'],
    ...changeStreams((body) => {
      count += 1;
      Object.assign(body, { seed: count, temperature: 1.5 });
    }),
  },
  {
    name: 'pings and more events come, in other lines',
    only: [
      'events.lines',
      'events.kinds',
      'events.order',
      'events.completed',
      'events.ping',
      'events.audio',
      'events.queued',
      'events.id',
    ],
    ...WITH_MORE_PINGS,
    async onResponse(response, call) {
      await WITH_MORE_PINGS.onResponse?.(response, call);
      const lines = response.body.toString().replace(/^event: ?(.*)\ndata: ?/gm, 'id: 1\nevent:$1\ndata:');
      response.body = Buffer.from(`: hello\n\n${lines}`.replaceAll('\n', '\r\n'));
    },
  },
  {
    name: 'Location has another name of this machine',
    only: ['batch.location', 'batch.created.201'],
    ...changeCreation((response) => {
      const location = response.headers.location;
      if (location) response.headers.location = location.replace('127.0.0.1', 'localhost');
    }),
  },
];
