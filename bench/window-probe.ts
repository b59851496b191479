// Loaded into the application's processes before any other code, to log when the processes are blocked.
import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';

/** A period during which a process's event loop was blocked. */
export interface Block {
  readonly process: 'main' | 'studio';
  /** The end, in milliseconds since the epoch. */
  readonly at: number;
  /** Wall time. */
  readonly wallMs: number;
  /** Excludes the time during which other processes used the CPU. */
  readonly ownMs: number;
}

const INTERVAL_MS = 5;
const MIN_BLOCK_MS = 15;

/** Returns how long this thread was ready to run but waited for the CPU. Linux only. */
const waitedMs = (): number => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;

const file = process.env['LECTERN_BENCH_BLOCKS'];
const entry = process.argv[1] ?? '';
const isService = entry.includes('service-main');

if (file !== undefined && isMainThread && !isService) {
  const who = entry.includes('studio') ? 'studio' : 'main';
  // Write asynchronously, so that a busy disk doesn't block the measured thread.
  let noted = Promise.resolve();
  const note = (block: Block) => {
    noted = noted.then(() => appendFile(file, `${JSON.stringify(block)}\n`));
  };
  let last = performance.now();
  let waited = waitedMs();
  const look = () => {
    const wallMs = performance.now() - last - INTERVAL_MS;
    if (wallMs > MIN_BLOCK_MS) {
      const block: Block = { process: who, at: Date.now(), wallMs, ownMs: wallMs - (waitedMs() - waited) };
      note(block);
    }
    waited = waitedMs();
    last = performance.now();
  };
  setInterval(look, INTERVAL_MS).unref();
}
