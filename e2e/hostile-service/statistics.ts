// Counts the requests that the hostile service has received.
import type { IncomingMessage } from 'node:http';

/** How often a text or custom ID has been submitted, and what the client can know about the outcomes. */
export interface Arrivals {
  /** Complete submissions. */
  arrived: number;
  made: number;
  /** Submissions that were clearly refused, so the client knows that no job was created. */
  refused: number;
  /** Submissions without a clear response, so the client can't know whether jobs were created. */
  doubtful: number;
}

/** Data that must never be sent to the other origin, but was. */
export interface Leak {
  readonly what: 'authorization' | 'user-id' | 'cookie' | 'body' | 'key';
  readonly method: string;
  readonly path: string;
}

export type Scope = 'batch' | 'read' | 'list' | 'audio' | 'other';

/** A batch whose jobs were created. `at` is in milliseconds of `performance.now()`. */
export interface AcceptedBatch {
  readonly at: number;
  readonly lines: number;
  readonly characters: number;
}

export interface HostileStats {
  /** Number of requests beyond the limits per minute, by scope. */
  readonly beyondLimits: Readonly<Record<Scope, number>>;
  readonly accepted: readonly AcceptedBatch[];
  readonly byCustomId: ReadonlyMap<string, Arrivals>;
  readonly byText: ReadonlyMap<string, Arrivals>;
  readonly jobs: number;
  readonly batches: number;
  readonly leaks: readonly Leak[];
  /** Number of requests to the other origin. */
  readonly foreignRequests: number;
  /** Number of connections to both origins. */
  readonly connections: number;
  readonly mostConcurrentDownloads: number;
  readonly requests: Readonly<Record<Scope, number>>;
  /** Maximum number of requests within any 60 s, by scope. */
  readonly mostPerMinute: Readonly<Record<Scope, number>>;
  readonly cookies: number;
  readonly rangeRequests: number;
}

export type Ending = 'accepted' | 'refused' | 'doubtful';

const SCOPES: readonly Scope[] = ['batch', 'read', 'list', 'audio', 'other'];

export class Statistics {
  readonly #key: string;
  readonly #byCustomId = new Map<string, Arrivals>();
  readonly #byText = new Map<string, Arrivals>();
  readonly #leaks: Leak[] = [];
  readonly #times = new Map<Scope, number[]>(SCOPES.map((scope) => [scope, []]));
  readonly #beyondLimits = { batch: 0, read: 0, list: 0, audio: 0, other: 0 };
  readonly #accepted: AcceptedBatch[] = [];
  #downloads = 0;
  #mostDownloads = 0;
  #foreignRequests = 0;
  #cookies = 0;
  #rangeRequests = 0;
  jobs = 0;
  batches = 0;
  connections = 0;

  constructor(key: string) {
    this.#key = key;
  }

  recordRequest(scope: Scope, request: IncomingMessage): void {
    this.#times.get(scope)?.push(performance.now());
    if (request.headers.cookie !== undefined) this.#cookies += 1;
    if (request.headers.range !== undefined) this.#rangeRequests += 1;
  }

  recordBeyondLimit(scope: Scope): void {
    this.#beyondLimits[scope] += 1;
  }

  recordSubmission(
    jobs: readonly { custom_id?: string | undefined; text: string }[],
    ending: Ending,
    made: boolean,
  ): void {
    if (made) {
      const characters = jobs.reduce((sum, { text }) => sum + Array.from(text).length, 0);
      this.#accepted.push({ at: performance.now(), lines: jobs.length, characters });
    }
    for (const job of jobs) {
      for (const arrivals of [of(this.#byText, job.text), of(this.#byCustomId, job.custom_id ?? '')]) {
        arrivals.arrived += 1;
        if (made) arrivals.made += 1;
        if (ending === 'refused') arrivals.refused += 1;
        if (ending === 'doubtful') arrivals.doubtful += 1;
      }
    }
  }

  /** Counts a download as active until the returned function is called. */
  startDownload(): () => void {
    this.#downloads += 1;
    this.#mostDownloads = Math.max(this.#mostDownloads, this.#downloads);
    return () => {
      this.#downloads -= 1;
    };
  }

  recordForeignRequest(request: IncomingMessage, body: Buffer): void {
    this.#foreignRequests += 1;
    const { method = '', url: path = '', headers } = request;
    const note = (what: Leak['what']) => this.#leaks.push({ what, method, path });
    if (headers.authorization !== undefined) note('authorization');
    if (headers['x-user-id'] !== undefined) note('user-id');
    if (headers.cookie !== undefined) note('cookie');
    if (body.length > 0) note('body');
    if (`${path}\n${request.rawHeaders.join('\n')}\n${body.toString()}`.includes(this.#key)) note('key');
  }

  snapshot(): HostileStats {
    const each = (count: (times: readonly number[]) => number) =>
      Object.fromEntries(SCOPES.map((scope) => [scope, count(this.#times.get(scope) ?? [])])) as Record<Scope, number>;
    return {
      beyondLimits: { ...this.#beyondLimits },
      accepted: [...this.#accepted],
      byCustomId: structuredClone(this.#byCustomId),
      byText: structuredClone(this.#byText),
      jobs: this.jobs,
      batches: this.batches,
      leaks: [...this.#leaks],
      foreignRequests: this.#foreignRequests,
      connections: this.connections,
      mostConcurrentDownloads: this.#mostDownloads,
      requests: each((times) => times.length),
      mostPerMinute: each(maxPerMinute),
      cookies: this.#cookies,
      rangeRequests: this.#rangeRequests,
    };
  }
}

function of(counts: Map<string, Arrivals>, name: string): Arrivals {
  const known = counts.get(name) ?? { arrived: 0, made: 0, refused: 0, doubtful: 0 };
  counts.set(name, known);
  return known;
}

/** @param times times in milliseconds, in ascending order */
function maxPerMinute(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? time) <= time - 60_000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
