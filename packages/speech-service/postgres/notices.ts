// Notices between processes (LISTEN and NOTIFY). They are sent after the commit, because a NOTIFY within a transaction serialises
// commits. Notices can be lost, so listeners also poll at intervals.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Grouped } from './connection.ts';

export const CHANNELS = { work: 'lectern_work', progress: 'lectern_progress', webhooks: 'lectern_webhooks' } as const;
type NoticeChannel = (typeof CHANNELS)[keyof typeof CHANNELS];

interface Notice {
  readonly channel: NoticeChannel;
  readonly payload: string;
}

/** PostgreSQL limits the payload of a notification to less than 8,000 bytes. */
const MAX_BYTES = 7500;

/** Separates notices that share a notification. */
const SEPARATOR = '\n';

/** Joins the notices of each channel, because a notification's cost hardly depends on its size. */
function joinNotices(notices: readonly Notice[]): Notice[] {
  const joined: Notice[] = [];
  for (const [channel, ofChannel] of Map.groupBy(notices, (notice) => notice.channel)) {
    let payloads: string[] = [];
    let bytes = 0;
    for (const payload of new Set(ofChannel.map((notice) => notice.payload))) {
      const size = Buffer.byteLength(payload) + SEPARATOR.length;
      if (bytes > 0 && bytes + size > MAX_BYTES) {
        joined.push({ channel, payload: payloads.join(SEPARATOR) });
        payloads = [];
        bytes = 0;
      }
      payloads.push(payload);
      bytes += size;
    }
    joined.push({ channel, payload: payloads.join(SEPARATOR) });
  }
  return joined;
}

/** Sends notices. Those that arrive while others are being sent are combined. Never fails. */
export class NoticeSender {
  readonly #group: Grouped<Notice, undefined>;

  /** @param pool may commit asynchronously */
  constructor(pool: pg.Pool) {
    this.#group = new Grouped(async (notices) => {
      const joined = joinNotices(notices);
      await pool.query({
        name: 'notify',
        text: 'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS notice (channel, payload)',
        values: [joined.map(({ channel }) => channel), joined.map(({ payload }) => payload)],
      });
      return notices.map(() => undefined);
    });
  }

  /** @param payload a single line */
  send(channel: NoticeChannel, payload = ''): void {
    this.#group.add({ channel, payload }).catch(() => {});
  }
}

const RECONNECT_MS = 500;

/** Listens on a dedicated connection, and reconnects if it breaks. */
export class NoticeListener {
  readonly #url: string;
  readonly #handlers: ReadonlyMap<string, (payload: string) => void>;
  readonly #onConnected: () => void;
  readonly #stopping = new AbortController();
  #client: pg.Client | undefined;
  #running: Promise<void> = Promise.resolve();

  /** @param onConnected called after each connection, because notices may have been missed */
  constructor(
    url: string,
    handlers: Partial<Record<NoticeChannel, (payload: string) => void>>,
    onConnected: () => void,
  ) {
    this.#url = url;
    this.#handlers = new Map(Object.entries(handlers));
    this.#onConnected = onConnected;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listen().catch(() => {});
      if (!signal.aborted) await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Returns when the connection has ended. */
  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, application_name: 'lectern' });
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ channel, payload = '' }) => {
      const handle = this.#handlers.get(channel);
      for (const notice of payload.split(SEPARATOR)) handle?.(notice);
    });
    this.#client = client;
    try {
      await client.connect();
      for (const channel of this.#handlers.keys()) await client.query(`LISTEN ${channel}`);
      this.#onConnected();
      await ended;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
