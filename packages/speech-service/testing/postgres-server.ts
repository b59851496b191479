// A PostgreSQL server for tests, in a temporary folder and on a free loopback port.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const DEBIAN_BINARIES = '/usr/lib/postgresql';
const ADVICE =
  'install PostgreSQL 15 or later (on Debian: "apt-get install postgresql-15"), or set POSTGRES_BIN to the folder with its programs';

function findBinaries(): string | undefined {
  const named = process.env['POSTGRES_BIN'];
  if (named !== undefined) return named;
  const versions = existsSync(DEBIAN_BINARIES) ? readdirSync(DEBIAN_BINARIES) : [];
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((one) => join(DEBIAN_BINARIES, one, 'bin'));
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found !== undefined) return found;
  const listed = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return listed.status === 0 ? listed.stdout.trim() : undefined;
}

function aptGet(...args: string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env: environment, stdio: 'ignore' }).status === 0;
}

/**
 * Returns the folder with PostgreSQL's programs. If it is missing and this runs as root on Debian, installs it.
 * @throws Error with a sentence on what to install
 */
function ensureBinaries(): string {
  const found = findBinaries();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && aptGet('--version')) {
    process.stderr.write('Installing PostgreSQL with apt-get…\n');
    // Debian's package would otherwise start a server.
    if (aptGet('update') && aptGet('install', '--yes', '--no-install-recommends', 'postgresql-15')) {
      const installed = findBinaries();
      if (installed !== undefined) return installed;
    }
  }
  throw new Error(`These tests need PostgreSQL: ${ADVICE}.`);
}

/** Attempts to start the server, each of which takes at least 0.1 s. */
const MAX_STARTS = 100;

interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root, so root starts it as another user. */
function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const found = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const group = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (found.status === 0 && group.status === 0) return { uid: Number(found.stdout), gid: Number(group.stdout) };
  }
  throw new Error('PostgreSQL can’t run as root, and there is neither a user "postgres" nor "nobody".');
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

export class PostgresServer {
  readonly #binaries: string;
  readonly #identity: Identity;
  readonly #folder: string;
  readonly #port: number;
  #process: ChildProcess | undefined;
  #databases = 0;

  private constructor(binaries: string, identity: Identity, folder: string, port: number) {
    this.#binaries = binaries;
    this.#identity = identity;
    this.#folder = folder;
    this.#port = port;
  }

  /** The folder with PostgreSQL’s programs, such as `pg_dump`. */
  get binaries(): string {
    return this.#binaries;
  }

  static async start(): Promise<PostgresServer> {
    const binaries = ensureBinaries();
    const identity = serverIdentity();
    const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'));
    const { uid, gid } = identity;
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    execFileSync(
      join(binaries, 'initdb'),
      ['--pgdata', join(folder, 'data'), '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale'],
      { ...identity, stdio: 'ignore', cwd: folder },
    );
    const server = new PostgresServer(binaries, identity, folder, await freePort());
    await server.restart();
    return server;
  }

  /** Starts the server after `kill`, and waits until it answers. */
  async restart(): Promise<void> {
    const data = join(this.#folder, 'data');
    const settings = [
      `port=${this.#port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.#folder}`,
      'max_connections=200',
    ];
    const start = (): ChildProcess =>
      spawn(join(this.#binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
        ...this.#identity,
        stdio: 'ignore',
        cwd: this.#folder,
      });
    this.#process = start();
    for (let starts = 1; ; ) {
      if (await this.#answers()) return;
      await sleep(100);
      if (this.#process.exitCode === null) continue;
      // After a kill, the server can't start until its other processes have noticed.
      if (starts === MAX_STARTS) throw new Error('PostgreSQL ended while it was starting.');
      starts += 1;
      this.#process = start();
    }
  }

  /** Creates an empty database and returns its URL. */
  async createDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    const client = new pg.Client({ connectionString: this.#url('postgres') });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return this.#url(name);
  }

  /** Kills the server's main process, and waits until its other processes have noticed. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#url('postgres') });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }

  #url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${database}`;
  }
}
