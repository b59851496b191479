// Notices between processes (LISTEN and NOTIFY). They are sent after commits, because a notification within a
// transaction makes commits wait for each other. A notice can be lost, so they only save time: whoever listens also
// looks from time to time.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Grouped } from './connection.ts';

export const CHANNELS = { work: 'lectern_work', progress: 'lectern_progress', webhooks: 'lectern_webhooks' } as const;
type NoticeChannel = (typeof CHANNELS)[keyof typeof CHANNELS];

interface Notice {
  readonly channel: NoticeChannel;
  readonly payload: string;
}

/** Sends notices, those of the meantime together. Never fails. */
export class NoticeSender {
  readonly #group: Grouped<Notice, undefined>;

  constructor(pool: pg.Pool) {
    this.#group = new Grouped(async (notices) => {
      // PostgreSQL drops duplicates within a transaction.
      await pool.query({
        name: 'notify',
        text: 'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS notice (channel, payload)',
        values: [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)],
      });
      return notices.map(() => undefined);
    });
  }

  send(channel: NoticeChannel, payload = ''): void {
    this.#group.add({ channel, payload }).catch(() => {});
  }
}

const RECONNECT_MS = 500;

/** Listens on a connection of its own, which is replaced when it breaks. */
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
    client.on('notification', ({ channel, payload = '' }) => this.#handlers.get(channel)?.(payload));
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
