// Clients that make all types of calls in random order and record every result.
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeWav } from '@lectern/audio';
import { batchJobSchema, lenientSingleJobSchema, PATHS, type Scope } from '@lectern/tts-protocol';
import { sampleText } from '../support/texts.ts';
import type { CountedCall } from './limit-audit.ts';
import { type Answer, type Caller, parseJsonBody } from './service-calls.ts';

export interface SoakNotes {
  readonly calls: Map<Scope, CountedCall[]>;
  /** Addresses of the accepted work. */
  readonly batches: Set<string>;
  readonly singles: Set<string>;
  readonly violations: string[];
  /** How long each batch of 50 lines took to be accepted, in milliseconds. */
  readonly acceptedMs: number[];
  streamed: number;
  refused: number;
}

export interface SoakContext {
  readonly caller: Caller;
  readonly notes: SoakNotes;
  readonly chance: () => number;
  readonly voices: readonly string[];
  readonly lines: readonly string[];
  /** Returns whether clients should continue. */
  readonly isRunning: () => boolean;
}

const LINES = 50;
const POLL_MS = 2_000;
const REFUSED_MS = 500;

export const createNotes = (): SoakNotes => ({
  calls: new Map(),
  batches: new Set(),
  singles: new Set(),
  violations: [],
  acceptedMs: [],
  streamed: 0,
  refused: 0,
});

/** Returns short lines from a play. */
export async function soakLines(): Promise<string[]> {
  const rows = sampleText('earnest.txt').split('\n');
  return rows.flatMap((row) => /^[A-Z ]+: (.{4,60})$/.exec(row)?.[1] ?? []);
}

const pick = <T>(random: () => number, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/** Records a call, and any unexpected error as a violation. Returns the response, or null if it is an error. */
function recordCall({ notes }: SoakContext, scope: Scope, characters: number, answer: Answer): Answer | null {
  const refused = answer.status === 429;
  const calls = notes.calls.get(scope) ?? [];
  notes.calls.set(scope, calls);
  if (answer.status >= 500) notes.violations.push(`${scope}: answered ${answer.status}`);
  else if (answer.status >= 400 && !refused && answer.status !== 404) {
    notes.violations.push(`${scope}: answered ${answer.status}: ${answer.body.toString('utf8', 0, 200)}`);
  }
  // Calls that are rejected because of their content don't count towards the limits.
  if (answer.status < 400 || refused) calls.push({ ...answer, characters, refused });
  if (refused) notes.refused += 1;
  return refused || answer.status >= 400 ? null : answer;
}

const countCharacters = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + [...text].length, 0);

async function batch(context: SoakContext): Promise<void> {
  const { caller, notes, chance: random, voices, lines } = context;
  const texts = Array.from({ length: LINES }, () => pick(random, lines));
  const jobs = texts.map((text) => ({
    voice_engine: 'SvcDialog',
    voice: pick(random, voices),
    text,
    output_format: 'wav',
  }));
  const sent = await caller.json('POST', PATHS.batches, { jobs });
  const answer = recordCall(context, 'batch', countCharacters(texts), sent);
  if (answer === null) return;
  notes.acceptedMs.push(sent.answeredAt - sent.sentAt);
  const place = new URL(String(answer.headers['location'])).pathname;
  notes.batches.add(place);
  while (context.isRunning()) {
    await sleep(POLL_MS);
    const looked = recordCall(context, 'read', 0, await caller.json('GET', place));
    if (looked !== null && isFinished(looked)) return;
  }
}

/** Returns whether a batch has finished. Its jobs are checked after the soak test. */
function isFinished(answer: Answer): boolean {
  const { status } = batchJobSchema.parse(parseJsonBody(answer));
  return status === 'completed' || status === 'failed';
}

async function single(context: SoakContext): Promise<void> {
  const { caller, notes, chance: random, voices, lines } = context;
  const text = pick(random, lines);
  const body = { text, voice: pick(random, voices), voice_engine: 'SvcDialog' };
  const isStream = random() < 0.5;
  const sent = await caller.call({
    method: 'POST',
    path: PATHS.single,
    headers: {
      ...caller.credentials,
      'content-type': 'application/json',
      accept: isStream ? 'text/event-stream' : 'application/json',
    },
    body: JSON.stringify(body),
  });
  const answer = recordCall(context, 'single', countCharacters([text]), sent);
  if (answer === null) return;
  if (isStream) {
    if (!answer.body.toString('utf8').includes('event: completed')) notes.violations.push('events without an end');
    return;
  }
  const self = lenientSingleJobSchema.parse(parseJsonBody(answer))._links?.self?.href;
  if (self === undefined) notes.violations.push('a single job without a link');
  else notes.singles.add(new URL(self, caller.address).pathname);
}

async function stream(context: SoakContext): Promise<void> {
  const { caller, notes, chance: random, voices, lines } = context;
  const text = pick(random, lines);
  const body = { text, voice: pick(random, voices), output_format: pick(random, ['mp3', 'wav', 'flac']) };
  const answer = recordCall(context, 'stream', countCharacters([text]), await caller.json('POST', PATHS.stream, body));
  if (answer === null) return;
  if (answer.body.length < 500) notes.violations.push(`a stream of ${answer.body.length} bytes`);
  notes.streamed += 1;
}

async function list(context: SoakContext): Promise<void> {
  const path = pick(context.chance, [PATHS.voices, PATHS.clonedVoices]);
  recordCall(context, 'list', 0, await context.caller.json('GET', path));
}

/**
 * Returns three seconds of audio that the service accepts for cloning: a tone whose level changes four times per
 * second.
 */
function makeSample(): Uint8Array {
  const sampleRate = 16_000;
  const channel = Float32Array.from({ length: 3 * sampleRate }, (_, at) => {
    const seconds = at / sampleRate;
    const strength = 0.3 * (0.55 - 0.45 * Math.cos(2 * Math.PI * 4 * seconds));
    return [1, 2, 3, 4].reduce((sum, n) => sum + (strength / n) * Math.sin(2 * Math.PI * 140 * n * seconds), 0);
  });
  return encodeWav({ sampleRate, channels: [channel] });
}
const SAMPLE = makeSample();

async function clone(context: SoakContext): Promise<void> {
  const { caller } = context;
  const form = new FormData();
  form.set('voice_name', 'Soak');
  form.set('sample_file', new Blob([SAMPLE as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }), 'sample.wav');
  const encoded = new Response(form);
  const made = await caller.call({
    method: 'POST',
    path: PATHS.instantClone,
    headers: { ...caller.credentials, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
  });
  const answer = recordCall(context, 'clone', 0, made);
  if (answer === null) return;
  const { id } = parseJsonBody(answer) as { id: string };
  recordCall(context, 'clone', 0, await caller.json('DELETE', PATHS.clonedVoices, { voice_id: id }));
}

type Work = (context: SoakContext) => Promise<void>;

/** Calls of a client that keeps the workers busy and waits for its jobs. Repeated entries are more likely. */
const PRODUCER_CALLS: readonly Work[] = [batch, batch, batch, batch, single, single, list, stream];
/** Calls of a client that makes many small requests. */
const REQUESTER_CALLS: readonly Work[] = [
  list,
  list,
  list,
  list,
  list,
  list,
  list,
  list,
  stream,
  stream,
  single,
  clone,
];
/** One in this many clients uses `PRODUCER_CALLS`. */
const PRODUCERS = 4;

/** Runs a client until the end of the soak test. @param number the client's index, from 0 */
export async function soakClient(number: number, context: SoakContext): Promise<void> {
  const { notes, chance: random, isRunning } = context;
  while (isRunning()) {
    const refusedBefore = notes.refused;
    try {
      await pick(random, number % PRODUCERS === 0 ? PRODUCER_CALLS : REQUESTER_CALLS)(context);
    } catch (error) {
      notes.violations.push(error instanceof Error ? error.message : String(error));
    }
    if (notes.refused > refusedBefore) await sleep(REFUSED_MS * (0.5 + random()));
  }
}
