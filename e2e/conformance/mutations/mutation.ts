import { PATHS } from '@lectern/tts-protocol';
import { at } from '../json.ts';
import type { Defect, ProxyRequest, ProxyResponse } from '../mutant.ts';

/** A service with a single defect, and the rules that must detect it. */
export interface Mutation extends Defect {
  readonly name: string;
  /** IDs of the rules that must fail. */
  readonly noticedBy: readonly string[];
  /** Additional rules to run, because they create resources that the rules in `noticedBy` check. */
  readonly besides?: readonly string[];
  /** Job timeout in seconds, for defects that prevent jobs from finishing. */
  readonly timeoutSeconds?: number;
  /** The value of the suite's `--plan` option. */
  readonly plan?: 'hacker';
}

/** Deliberately loose resource types, so that mutations can corrupt resources. */
export interface Link {
  href: string;
  description?: string;
}
export interface Output {
  duration?: unknown;
  size?: unknown;
  url?: unknown;
}
export interface Child {
  id: string;
  custom_id?: string | null | undefined;
  created_at?: unknown;
  input?: Record<string, unknown>;
  status: string;
  output?: Output | null;
  webhook_result?: Record<string, unknown> | null;
  _links: { self: Link; batch?: Link; alternate?: Link | null };
}
export interface Batch {
  id: string;
  created_at?: unknown;
  status: unknown;
  webhook_result?: Record<string, unknown> | null;
  jobs: Child[];
  _links: { self?: Link };
}
export interface Job {
  [name: string]: unknown;
  text?: string | undefined;
  voice?: string | undefined;
  voice_2?: string | undefined;
  turn_prefix?: string | undefined;
  turn_prefix_2?: string | undefined;
}
export interface BatchBody {
  jobs: Job[];
  webhook_url?: unknown;
}
export interface ErrorBody {
  error_message?: unknown;
  error_id?: unknown;
}
export type Voice = Record<string, unknown>;

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

const isBatch = (value: unknown): value is Batch =>
  Array.isArray(at(value, 'jobs')) && at(value, '_links') instanceof Object;
const isChild = (value: unknown): value is Child => at(value, '_links', 'batch') instanceof Object;

export const jsonResponse = (status: number, body: unknown): ProxyResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

const isAudioRequest = ({ path }: ProxyRequest): boolean => !path.startsWith('/api/');
const isEventRequest = ({ method, path, headers }: ProxyRequest): boolean =>
  method === 'POST' && path === PATHS.single && /event-stream/.test(headers.accept ?? '');
export const isStream = ({ method, path }: ProxyRequest): boolean => method === 'POST' && path === PATHS.stream;
const isBatchCreation = ({ method, path }: ProxyRequest): boolean => method === 'POST' && path === PATHS.batches;

/** Returns whether the response is JSON, which is never streamed. */
const isJson = (call: ProxyRequest): boolean =>
  call.path.startsWith('/api/') && !isStream(call) && !isEventRequest(call);

/** Corrupts every JSON response. */
export function changeResponses(spoil: (response: ProxyResponse, call: ProxyRequest) => void): Defect {
  return { isStreamed: (call) => !isJson(call), onResponse: spoil };
}

/** Corrupts the JSON of every response. If `spoil` returns a value, that value replaces the JSON. */
export function changeBodies(spoil: (body: unknown, response: ProxyResponse, call: ProxyRequest) => unknown): Defect {
  return changeResponses((response, call) => {
    const body = parseBody(response.body);
    if (body === undefined) return;
    const spoilt = spoil(body, response, call);
    response.body = Buffer.from(JSON.stringify(spoilt === undefined ? body : spoilt));
  });
}

export const changeBatches = (spoil: (batch: Batch) => void): Defect =>
  changeBodies((body) => {
    if (isBatch(body)) spoil(body);
  });

/** Corrupts every child job, both in batches and in its own responses. */
export const changeChildren = (spoil: (child: Child) => void): Defect =>
  changeBodies((body) => {
    if (isBatch(body)) for (const child of body.jobs) spoil(child);
    else if (isChild(body)) spoil(body);
  });

/** Corrupts the output of completed child jobs. */
export const changeOutputs = (spoil: (output: Output) => void): Defect =>
  changeChildren(({ output }) => {
    if (output) spoil(output);
  });

export const changeCreation = (spoil: (response: ProxyResponse) => void): Defect =>
  changeResponses((response, call) => {
    if (isBatchCreation(call) && response.status === 201) spoil(response);
  });

export const changeErrors = (status: number, spoil: (body: ErrorBody, response: ProxyResponse) => unknown): Defect =>
  changeBodies((body, response) => (response.status === status ? spoil(body as ErrorBody, response) : undefined));

/** Changes a request body, or returns a response to send instead. */
type Change<T> = (body: T) => unknown;

const isResponse = (value: unknown): value is ProxyResponse => at(value, 'body') instanceof Buffer;

/** Changes JSON requests to an endpoint, or responds in place of the service. */
function changeRequest<T>(path: string, change: Change<T>): Defect {
  return {
    onRequest(call) {
      if (call.method !== 'POST' || call.path !== path) return undefined;
      const body = parseBody(call.body);
      if (typeof body !== 'object' || body === null) return undefined;
      // The body can have any type, so `change` must check a value before accessing it.
      const instead = change(body as T);
      call.body = Buffer.from(JSON.stringify(body));
      return isResponse(instead) ? instead : undefined;
    },
  };
}

/** Changes every batch request that has a list of jobs. */
export const changeRequests = (change: Change<BatchBody>): Defect =>
  changeRequest<BatchBody>(PATHS.batches, (body) => (Array.isArray(body.jobs) ? change(body) : undefined));

/** Changes every requested child job, to simulate a service that accepts invalid jobs or renders them incorrectly. */
export const changeJobs = (change: (job: Job) => void): Defect =>
  changeRequests((body) => {
    for (const job of body.jobs) if (job instanceof Object) change(job);
  });

export const changeStreams = (change: Change<Job>): Defect => changeRequest(PATHS.stream, change);

export const changeSingles = (change: Change<Job>): Defect => changeRequest(PATHS.single, change);

const REFUSAL = { error_message: 'Something is wrong with this.', error_id: 'INVALID_PARAMETERS' };
export const refusalResponse = (status = 400): ProxyResponse => jsonResponse(status, REFUSAL);

/** Refuses batches that contain a matching job. */
export const refuseJobs = (wrong: (job: Job) => boolean): Defect =>
  changeRequests((body) => (body.jobs.some(wrong) ? refusalResponse() : undefined));

export const changeFiles = (spoil: (response: ProxyResponse) => void): Defect => ({
  isStreamed: (call) => !isAudioRequest(call),
  onResponse: (response) => {
    if (response.status === 200) spoil(response);
  },
});

export interface Event {
  event?: string | undefined;
  data: Record<string, unknown> | string;
}

function parseEvents(body: Buffer): Event[] {
  return body
    .toString()
    .split(/\r?\n\r?\n/)
    .filter((block) => /^data:/m.test(block))
    .map((block) => {
      const text = /^data: ?(.*)$/m.exec(block)?.[1] ?? '';
      const data = parseBody(Buffer.from(text));
      return { event: /^event: ?(.*)$/m.exec(block)?.[1], data: data instanceof Object ? (data as Voice) : text };
    });
}

/** Corrupts the events of single generation. If `spoil` returns a list, the list replaces them. */
export function changeEvents(spoil: (events: Event[]) => unknown): Defect {
  return {
    isStreamed: (call) => !isEventRequest(call),
    onResponse(response) {
      if (response.status >= 300) return;
      const list = parseEvents(response.body);
      const spoilt = spoil(list);
      const rows = (Array.isArray(spoilt) ? (spoilt as Event[]) : list).map(({ event, data }) => {
        const text = typeof data === 'string' ? data : JSON.stringify(data);
        return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`;
      });
      response.body = Buffer.from(rows.join(''));
    },
  };
}

/** Corrupts the data of events if it is an object. */
export const changeEventData = (spoil: (data: Record<string, unknown>, index: number) => void): Defect =>
  changeEvents((list) => {
    for (const [index, { data }] of list.entries()) if (typeof data === 'object') spoil(data, index);
  });

/** Corrupts the data of events in certain stages. */
export const changeStages = (names: readonly string[], spoil: (data: Record<string, unknown>) => void): Defect =>
  changeEventData((data) => {
    if (names.includes(String(data['stage']))) spoil(data);
  });

/** Responds to requests to an endpoint in place of the service. */
export const replaceEndpoint = (method: string, path: string, reply: () => ProxyResponse): Defect => ({
  onRequest: (call) => (call.method === method && call.path === path ? reply() : undefined),
});

export const changeVoices = (spoil: (voices: Voice[]) => unknown): Defect =>
  changeBodies((body, response, { method, path }) =>
    method === 'GET' && path === PATHS.voices && response.status === 200 ? spoil(body as Voice[]) : undefined,
  );

export const changeEachVoice = (spoil: (voice: Voice) => void): Defect =>
  changeVoices((list) => {
    for (const voice of list) spoil(voice);
  });
