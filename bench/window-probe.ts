// Loaded into the application's processes before anything else: notes when a process was not to be spoken to.
import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';

/** A stretch in which a process did nothing but one thing. */
export interface Block {
  readonly process: 'main' | 'studio';
  /** When it ended: milliseconds since the epoch. */
  readonly at: number;
  /** By the clock on the wall. */
  readonly wallMs: number;
  /** Without the time in which other processes had the processor. */
  readonly ownMs: number;
}

const EVERY_MS = 5;
const NOTED_MS = 15;

/** How long this thread was ready to go on while others had the processor, since it began. Linux only. */
const waitedMs = (): number => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;

const file = process.env['LECTERN_BENCH_BLOCKS'];
const entry = process.argv[1] ?? '';
const isService = entry.includes('service-main');

if (file !== undefined && isMainThread && !isService) {
  const who = entry.includes('studio') ? 'studio' : 'main';
  // Written without waiting for it: a disk that is busy must not hold up the thread that is watched.
  let noted = Promise.resolve();
  const note = (block: Block) => {
    noted = noted.then(() => appendFile(file, `${JSON.stringify(block)}\n`));
  };
  let last = performance.now();
  let waited = waitedMs();
  const look = () => {
    const wallMs = performance.now() - last - EVERY_MS;
    if (wallMs > NOTED_MS) {
      const block: Block = { process: who, at: Date.now(), wallMs, ownMs: wallMs - (waitedMs() - waited) };
      note(block);
    }
    waited = waitedMs();
    last = performance.now();
  };
  setInterval(look, EVERY_MS).unref();
}
