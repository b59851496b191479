// The processes of a service on several machines, all on this one, behind a proxy that takes the nodes in turn.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ServiceAccount } from '../ports/accounts.ts';
import { openPool } from '../postgres/connection.ts';
import { migrate } from '../postgres/migrate.ts';
import { PostgresAccounts } from '../postgres/postgres-accounts.ts';
import { PostgresServer } from './postgres-server.ts';
import { ACCOUNT, credentials, temporaryFolder } from './test-service.ts';

const CLUSTER = fileURLToPath(new URL('../cluster.ts', import.meta.url));

export interface SharedProcess {
  readonly process: ChildProcess;
  /** The first line on stdout. */
  readonly said: string;
}

/** Starts a process and waits for its first line. @param scratch for its temporary files, which stay if it is killed */
async function launch(args: readonly string[], scratch: string): Promise<SharedProcess> {
  const started = spawn(process.execPath, [CLUSTER, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: scratch },
  });
  let complaints = '';
  started.stderr.on('data', (data) => (complaints += data));
  const rows = createInterface({ input: started.stdout });
  const said = await Promise.race([
    once(rows, 'line').then(([row]): string => String(row)),
    once(started, 'exit').then(() => Promise.reject(new Error(`The process ended: ${complaints}`))),
  ]);
  return { process: started, said };
}

async function end({ process: running }: SharedProcess, signal: NodeJS.Signals): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'exit');
  running.kill(signal);
  // A stopped process handles no other signal.
  if (signal !== 'SIGKILL') running.kill('SIGCONT');
  await ended;
}

export class SharedService {
  readonly server: PostgresServer;
  readonly url: string;
  readonly nodes: SharedProcess[] = [];
  readonly workers: SharedProcess[] = [];
  readonly #folder: ReturnType<typeof temporaryFolder>;
  readonly #proxy: Server;
  #turn = 0;

  private constructor(server: PostgresServer, url: string, folder: ReturnType<typeof temporaryFolder>) {
    this.server = server;
    this.url = url;
    this.#folder = folder;
    this.#proxy = createServer((incoming, outgoing) => {
      const target = this.nodes[this.#turn % this.nodes.length];
      this.#turn += 1;
      if (target === undefined) {
        outgoing.writeHead(503).end();
        return;
      }
      const { method, url: path, headers } = incoming;
      const passed = forward(new URL(path ?? '/', addressOf(target)), { method, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
        reply.on('error', () => outgoing.destroy());
      });
      passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    });
  }

  /** @param accounts accounts besides `ACCOUNT` */
  static async start(nodes: number, workers: number, ...accounts: readonly ServiceAccount[]): Promise<SharedService> {
    const server = await PostgresServer.start();
    const url = await server.createDatabase();
    await migrate(url);
    const pool = openPool(url, 1);
    const directory = new PostgresAccounts(pool);
    for (const account of [ACCOUNT, ...accounts]) await directory.add(account);
    await pool.end();
    const service = new SharedService(server, url, temporaryFolder());
    service.#proxy.listen(0, '127.0.0.1');
    await once(service.#proxy, 'listening');
    await Promise.all([
      ...Array.from({ length: nodes }, () => service.addNode()),
      ...Array.from({ length: workers }, () => service.addWorker()),
    ]);
    return service;
  }

  /** The proxy's address. */
  get address(): string {
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`; // It listens on a port.
  }

  /** The folder for audio. */
  get storage(): string {
    return this.#folder.path;
  }

  async addNode(...more: readonly string[]): Promise<SharedProcess> {
    const node = await launch(['serve', ...this.#common(), '--json', ...more], this.#folder.path);
    this.nodes.push(node);
    return node;
  }

  async addWorker(...more: readonly string[]): Promise<SharedProcess> {
    const worker = await launch(['worker', ...this.#common(), ...more], this.#folder.path);
    this.workers.push(worker);
    return worker;
  }

  /** Ends a process and forgets it. */
  async remove(one: SharedProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    for (const list of [this.nodes, this.workers]) {
      const place = list.indexOf(one);
      if (place !== -1) list.splice(place, 1);
    }
    await end(one, signal);
  }

  async json(path: string, init: RequestInit = {}, account = ACCOUNT): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...credentials(account) };
    const response = await fetch(new URL(path, this.address), { ...init, headers });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return await response.json();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.nodes, ...this.workers].map((one) => end(one, 'SIGKILL')));
    this.#proxy.closeAllConnections();
    await new Promise<void>((resolve) => this.#proxy.close(() => resolve()));
    await this.server.stop();
    this.#folder.remove();
  }

  #common(): string[] {
    return ['--database', this.url, '--storage', this.#folder.path, '--log', 'warn'];
  }
}

function addressOf({ said }: SharedProcess): string {
  const { address }: { readonly address: string } = JSON.parse(said);
  return address;
}
