// An S3-compatible store in a separate process, which tests can kill and start again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('./s3-process.mjs', import.meta.url));

/** The only account. Pass it to processes that use the store. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const;

export class S3Server {
  readonly bucket = 'takes';
  readonly #folder = mkdtempSync(join(tmpdir(), 'lectern-s3-'));
  #port = 0;
  #process: ChildProcess | undefined;

  /** Without a trailing slash. Stays the same after a restart. */
  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The storage address of a folder in the bucket. */
  address(prefix: string, endpoint = this.endpoint): string {
    return `s3://${this.bucket}/${prefix}?endpoint=${endpoint}`;
  }

  /** Starts the store with what it has stored before. */
  async start(): Promise<void> {
    // s3rver encrypts continuation tokens with DES.
    const args = ['--openssl-legacy-provider', PROCESS, this.#folder, String(this.#port), this.bucket];
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = started;
    const [line] = await Promise.race([
      once(createInterface({ input: started.stdout }), 'line'),
      once(started, 'exit').then(([code]) => Promise.reject(new Error(`The store exited with status ${code}.`))),
    ]);
    this.#port = Number(String(line).split(' ')[1]);
  }

  /** Kills the store with SIGKILL, and keeps what it has stored. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  }

  /** Stops the store and removes its files. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
