// Tests manipulated folders in a worker process, which is killed if a step hangs.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface HostileRounds {
  readonly seeds: readonly number[];
  readonly say: (text: string) => void;
}

export interface HostileReport {
  readonly seeds: number;
  readonly steps: number;
  readonly violations: readonly string[];
}

/** A worker that hasn't reported for this many milliseconds is stuck and gets killed. */
const MAX_SILENCE_MS = 90_000;

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

const TEMPLATE = 'making the template';
const NEXT = 'making the folder';

type Message =
  | { readonly kind: 'step'; readonly seed: number; readonly name: string }
  | { readonly kind: 'harms'; readonly seed: number; readonly done: readonly string[] }
  | { readonly kind: 'violation'; readonly seed: number; readonly what: string }
  | { readonly kind: 'done'; readonly seed: number };

/** @param say called with each violation as soon as it is found */
export async function runHostileRounds({ seeds, say }: HostileRounds): Promise<HostileReport> {
  const violations: string[] = [];
  let steps = 0;
  let done = 0;
  for (let rest = seeds; rest.length > 0; ) {
    const root = mkdtempSync(join(tmpdir(), 'lectern-hostile-'));
    const worker = fork(WORKER, [root, rest.join(',')], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let last = TEMPLATE;
    let harms = '';
    let stderr = '';
    worker.stderr?.on('data', (text) => {
      stderr = `${stderr}${text}`.slice(-2_000);
    });
    let timer = setTimeout(() => {}, 0);
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => worker.kill('SIGKILL'), MAX_SILENCE_MS);
    };
    watch();
    worker.on('message', (message: Message) => {
      watch();
      if (message.kind === 'step') {
        steps += 1;
        last = message.name;
      } else if (message.kind === 'harms') {
        harms = message.done.join('; ');
      } else if (message.kind === 'violation') {
        violations.push(`seed ${message.seed} ${message.what}`);
        say(`VIOLATION seed ${message.seed} ${message.what} (${harms})`);
      } else if (message.kind === 'done') {
        done += 1;
        rest = rest.slice(1);
        last = NEXT;
      }
    });
    const [code, signal] = await once(worker, 'close');
    clearTimeout(timer);
    rmSync(root, { recursive: true, force: true });
    if (code === 0) break;
    const what = `seed ${rest[0]} ${last}: the process ended (${code ?? signal}) ${stderr.slice(-600)}`;
    violations.push(what);
    say(`VIOLATION ${what}`);
    // If the template can't be created, all further workers would fail too.
    if (last === TEMPLATE) break;
    rest = rest.slice(1);
  }
  return { seeds: done, steps, violations };
}
