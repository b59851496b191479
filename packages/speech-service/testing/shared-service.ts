// The processes of a service on several machines, all on this one, behind proxies that take the nodes in turn.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ServiceAccount } from '../ports/accounts.ts';
import { AccountRegister } from '../postgres/account-register.ts';
import { openPool } from '../postgres/connection.ts';
import { migrate } from '../postgres/migrate.ts';
import { PostgresServer } from './postgres-server.ts';
import { S3_CREDENTIALS, type S3Server } from './s3-server.ts';
import { ACCOUNT, credentials, temporaryFolder } from './test-service.ts';

const CLUSTER = fileURLToPath(new URL('../cluster.ts', import.meta.url));

export interface SharedProcess {
  readonly process: ChildProcess;
  /** The first line on stdout. */
  readonly said: string;
}

/** Starts a program and waits for its first line. @param scratch for its temporary files, which stay if it is killed */
async function launch(
  program: string,
  args: readonly string[],
  scratch: string,
  environment: Readonly<Record<string, string>>,
): Promise<SharedProcess> {
  const started = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, TMPDIR: scratch },
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

interface Storage {
  readonly place: string;
  readonly environment: Readonly<Record<string, string>>;
}

export class SharedService {
  readonly server: PostgresServer;
  readonly url: string;
  readonly nodes: SharedProcess[] = [];
  readonly workers: SharedProcess[] = [];
  readonly #folder: ReturnType<typeof temporaryFolder>;
  readonly #storage: Storage;
  /** Passes on requests. */
  readonly #proxy: Server;
  /** Passes on connections. */
  readonly #relay: TcpServer;
  #turn = 0;

  private constructor(
    server: PostgresServer,
    url: string,
    folder: ReturnType<typeof temporaryFolder>,
    storage: Storage | undefined,
  ) {
    this.server = server;
    this.url = url;
    this.#folder = folder;
    this.#storage = storage ?? { place: folder.path, environment: {} };
    this.#proxy = createServer((incoming, outgoing) => {
      const target = this.#nextNode();
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
    // A client might reuse a connection at the moment when the server closes it.
    this.#proxy.keepAliveTimeout = 0;
    this.#relay = createTcpServer((incoming) => {
      const target = this.#nextNode();
      if (target === undefined) {
        incoming.destroy();
        return;
      }
      const outgoing = connect(Number(new URL(addressOf(target)).port), '127.0.0.1');
      incoming.pipe(outgoing).pipe(incoming);
      for (const [one, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
      }
    });
  }

  /** Keeps audio in a folder. @param accounts accounts besides `ACCOUNT` */
  static start(nodes: number, workers: number, ...accounts: readonly ServiceAccount[]): Promise<SharedService> {
    return SharedService.#start(nodes, workers, accounts);
  }

  /** Keeps audio in a bucket. */
  static startWithBucket(
    nodes: number,
    workers: number,
    store: S3Server,
    ...accounts: readonly ServiceAccount[]
  ): Promise<SharedService> {
    const storage = { place: store.address('audio'), environment: S3_CREDENTIALS };
    return SharedService.#start(nodes, workers, accounts, storage);
  }

  static async #start(
    nodes: number,
    workers: number,
    accounts: readonly ServiceAccount[],
    storage?: Storage,
  ): Promise<SharedService> {
    const server = await PostgresServer.start();
    const url = await server.createDatabase();
    await migrate(url);
    const pool = openPool(url, 1);
    const register = new AccountRegister(pool);
    for (const account of [ACCOUNT, ...accounts]) {
      await register.add({ ...account, name: account.userId, createdAt: Date.now() });
    }
    await pool.end();
    const service = new SharedService(server, url, temporaryFolder(), storage);
    for (const server of [service.#proxy, service.#relay]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    await Promise.all([
      ...Array.from({ length: nodes }, () => service.addNode()),
      ...Array.from({ length: workers }, () => service.addWorker()),
    ]);
    return service;
  }

  /** Another node answers each request. */
  get address(): string {
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`; // It listens on a port.
  }

  /** Where audio is kept. */
  get storage(): string {
    return this.#storage.place;
  }

  /** Another node answers each connection, whose bytes stay the same. */
  get relayAddress(): string {
    return `http://127.0.0.1:${(this.#relay.address() as AddressInfo).port}`; // It listens on a port.
  }

  async addNode(...more: readonly string[]): Promise<SharedProcess> {
    const node = await this.#launch(CLUSTER, ['serve', ...this.#common(), '--json', ...more]);
    this.nodes.push(node);
    return node;
  }

  async addWorker(...more: readonly string[]): Promise<SharedProcess> {
    const worker = await this.#launch(CLUSTER, ['worker', ...this.#common(), ...more]);
    this.workers.push(worker);
    return worker;
  }

  /** Starts another program as a worker. @param program its path; it gets the database's URL, and prints a line when it is ready */
  async addWorkerProgram(program: string): Promise<SharedProcess> {
    const worker = await this.#launch(program, [this.url]);
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
    await new Promise<void>((resolve) => this.#relay.close(() => resolve()));
    await this.server.stop();
    this.#folder.remove();
  }

  #nextNode(): SharedProcess | undefined {
    const node = this.nodes[this.#turn % this.nodes.length];
    this.#turn += 1;
    return node;
  }

  #launch(program: string, args: readonly string[]): Promise<SharedProcess> {
    return launch(program, args, this.#folder.path, this.#storage.environment);
  }

  #common(): string[] {
    return ['--database', this.url, '--storage', this.#storage.place, '--log', 'warn'];
  }
}

function addressOf({ said }: SharedProcess): string {
  const { address }: { readonly address: string } = JSON.parse(said);
  return address;
}
