// A service with real files, a real database and a manual clock.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createLogger } from '../common/log.ts';
import { buildServer, type ServerOptions } from '../host/server.ts';
import type { ServiceAccount } from '../ports/accounts.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { RenderOrder } from '../rendering/stream-order.ts';
import { EngineSettings } from '../speech/configuration/engine-settings.ts';
import { EMBEDDED_LANE, type FinishedFile, type OnProgress } from '../speech/speech-engine.ts';
import { ServiceDatabase } from '../store/database.ts';
import { SqliteJobStore } from '../store/sqlite-job-store.ts';
import { LISTED_VOICES } from '../voices/catalogue.ts';
import { CloneSamples } from '../voices/clone-samples.ts';

export const ACCOUNT: ServiceAccount = { key: 'sk-test-key', userId: 'user-test', plan: 'enterprise', apiAccess: true };

export const credentials = (account: ServiceAccount): Record<string, string> => ({
  authorization: `Bearer ${account.key}`,
  'x-user-id': account.userId,
});

export const VOICE = 'lectern://voices/en-gb/alistair/manifest.json';
export const VOICE_2 = 'lectern://voices/en-us/abigail/manifest.json';

/** Returns a valid job with the given changes. */
export const job = (different: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  voice_engine: 'SvcDialog',
  text: 'Hello there.',
  voice: VOICE,
  ...different,
});

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'lectern-service-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A renderer whose orders wait until the test finishes or fails them. */
export class HandRenderer implements Renderer {
  readonly voices = LISTED_VOICES;
  readonly lanes = new Map([[EMBEDDED_LANE, 2]]);
  readonly laneOf: Renderer['laneOf'] = () => EMBEDDED_LANE;
  readonly waiting: {
    readonly order: RenderOrder;
    readonly tell: OnProgress;
    readonly onMade: (() => void) | undefined;
    finish(): void;
    fail(error: Error): void;
  }[] = [];

  render(
    order: RenderOrder,
    signal: AbortSignal,
    tell: OnProgress = () => {},
    onMade?: () => void,
  ): Promise<FinishedFile> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const bytes = new TextEncoder().encode('0123456789');
      const finish = (): void => {
        writeFileSync(order.path, bytes);
        resolve({ duration: 1.5, size: bytes.length });
      };
      this.waiting.push({ order, tell, onMade, finish, fail: reject });
    });
  }

  stream(): never {
    throw new Error('This renderer makes files alone.');
  }

  async close(): Promise<void> {}
}

export interface TestService {
  readonly app: FastifyInstance;
  readonly store: SqliteJobStore;
  readonly database: ServiceDatabase;
  readonly folder: string;
  readonly logged: string[];
  /** Sends a request with the test account's credentials by default. */
  ask(options: InjectOptions): Promise<LightMyRequestResponse>;
  submit(jobs: readonly unknown[], more?: Readonly<Record<string, unknown>>): Promise<LightMyRequestResponse>;
  /** Waits until no more work can proceed. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a service on a temporary folder, or on an existing one. */
export function testService(
  renderer: Renderer,
  different: Partial<ServerOptions> & { readonly folder?: string } = {},
): TestService {
  const temporary = different.folder === undefined ? temporaryFolder() : undefined;
  const folder = different.folder ?? temporary?.path ?? '';
  mkdirSync(join(folder, 'audio'), { recursive: true });
  const database = new ServiceDatabase(join(folder, 'service.db'));
  const store = new SqliteJobStore(database);
  const logged: string[] = [];
  const app = buildServer({
    accounts: [ACCOUNT],
    store,
    database,
    renderer,
    audioFolder: join(folder, 'audio'),
    sampleFolder: join(folder, 'samples'),
    uploadFolder: join(folder, 'uploads'),
    cloneSamples: new CloneSamples(join(folder, 'clone-samples')),
    signingSecret: 'a secret for tests',
    log: createLogger('info', (row) => void logged.push(row)),
    version: '0.0.0',
    engines: new EngineSettings({ path: join(folder, 'speech.json'), isNeeded: false, places: [] }),
    ...different,
  });
  const ask = (options: InjectOptions): Promise<LightMyRequestResponse> =>
    app.inject({ ...options, headers: { ...credentials(ACCOUNT), ...options.headers } });
  return {
    app,
    store,
    database,
    folder,
    logged,
    ask,
    submit: (jobs, more = {}) => ask({ method: 'POST', url: '/api/v2/tts/batches', payload: { jobs, ...more } }),
    settle: async () => {
      for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    },
    close: async () => {
      await app.close();
      database.close();
      temporary?.remove();
    },
  };
}
