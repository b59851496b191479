// A studio process for tests: what is sent to it is noted, and the test says what it sends.
import type { ToStudio } from '../../../shared/ipc/studio-protocol.ts';
import type { StudioLinkOptions, StudioProcess } from '../studio-link.ts';

export interface StudioDouble {
  readonly process: StudioProcess;
  readonly received: ToStudio[];
  say(message: unknown): void;
  die(code: number): void;
  isKilled(): boolean;
}

function createDouble(): StudioDouble {
  const received: ToStudio[] = [];
  let onMessage = (_message: unknown) => {};
  let onExit = (_code: number) => {};
  let isKilled = false;
  return {
    received,
    process: {
      postMessage: (message) => void received.push(message),
      on(_, listener) {
        onMessage = listener;
      },
      once(_, listener) {
        onExit = listener;
      },
      kill() {
        isKilled = true;
        onExit(1);
      },
    },
    isKilled: () => isKilled,
    say: (message) => onMessage(message),
    die: (code) => onExit(code),
  };
}

/** Starts doubles, keeps the time, and holds what a link reports. */
export function createStudioDoubles() {
  const doubles: StudioDouble[] = [];
  const waits: { readonly milliseconds: number; readonly callback: () => void }[] = [];
  const logged: string[] = [];
  const time = { now: 0 };
  const parts = {
    fork() {
      const double = createDouble();
      doubles.push(double);
      return double.process;
    },
    init: () => ({
      type: 'init' as const,
      projectsFolder: '/projects',
      samplesFolder: '/samples',
      serviceEntry: '/service.js',
      keychain: false,
      forksService: true,
    }),
    calls: {
      encrypt: async ({ text }) => ({ bytes: new TextEncoder().encode(text) }),
      async decrypt() {
        throw new Error('of another user');
      },
      startService: async () => ({ kind: 'ended' as const, code: 3 }),
      stopService: async () => null,
    },
    log: (_level, message) => void logged.push(message),
    after: (milliseconds, callback) => void waits.push({ milliseconds, callback }),
    now: () => time.now,
  } satisfies Partial<StudioLinkOptions>;
  return {
    parts,
    logged,
    time,
    /** The studio that was started last. */
    latest(): StudioDouble {
      const double = doubles.at(-1);
      if (!double) throw new Error('no studio was started');
      return double;
    },
    count: () => doubles.length,
    /** Lets the next wait be over; answers how long it was, in milliseconds. */
    passWait(): number {
      const wait = waits.shift();
      if (!wait) throw new Error('nothing waits');
      wait.callback();
      return wait.milliseconds;
    },
    waiting: () => waits.length,
  };
}
