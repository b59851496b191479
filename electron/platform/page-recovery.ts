// Reloads the page when its process ends. If this happens repeatedly, for example because of the open project, asks the
// user.

export type RecoveryChoice = 'close-project' | 'retry' | 'quit';

export interface PageRecoveryOptions {
  /** In milliseconds. */
  readonly now: () => number;
  readonly reload: () => void;
  readonly ask: () => Promise<RecoveryChoice>;
  /** Closes the project, if one is open, and shows the library. */
  readonly closeProject: () => Promise<void>;
  readonly quit: () => void;
  readonly log: (level: 'error', message: string) => void;
  readonly onDefect: (error: unknown) => void;
}

/** The producer is asked after this many crashes within `CRASH_PERIOD_MS`. */
export const MAX_CRASHES = 3;
/** In milliseconds. Long enough for a slow machine to load the page this many times. */
export const CRASH_PERIOD_MS = 2 * 60_000;

/** Returns a function. Call it with Electron's reason when the page's process has ended. */
export function createPageRecovery(options: PageRecoveryOptions): (reason: string) => void {
  const { now, reload, log } = options;
  let crashes: number[] = [];
  let isAsking = false;

  const askProducer = async () => {
    isAsking = true;
    try {
      const choice = await options.ask();
      crashes = [];
      if (choice === 'quit') options.quit();
      else if (choice === 'close-project') await options.closeProject();
      else reload();
    } finally {
      isAsking = false;
    }
  };
  return (reason) => {
    if (isAsking) return;
    crashes = [...crashes.filter((at) => now() - at < CRASH_PERIOD_MS), now()];
    if (crashes.length < MAX_CRASHES) {
      log('error', `The page ended (${reason}); it is loaded again.`);
      reload();
      return;
    }
    log('error', `The page ended (${reason}), as it did ${crashes.length - 1} times shortly before.`);
    askProducer().catch(options.onDefect);
  };
}
