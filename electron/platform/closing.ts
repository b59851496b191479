export interface ActiveWork {
  readonly running: boolean;
  /** Number of lines not sent yet. */
  readonly waiting: number;
  /** Number of lines sent but not finished. */
  readonly inFlight: number;
}

export type ClosingChoice = 'background' | 'stop' | 'cancel';

export interface CloseGuardOptions {
  /** Never rejects. */
  readonly stillOn: () => Promise<ActiveWork>;
  readonly promptProducer: (on: ActiveWork) => Promise<ClosingChoice>;
  readonly confirmLosingEdits: () => Promise<boolean>;
  /** Never rejects. */
  readonly endStudio: () => Promise<void>;
  readonly dropWindow: () => void;
  readonly quit: () => void;
  /** Whether the application keeps running without a window, as on macOS. */
  readonly livesWithoutWindow: boolean;
  /** Called if the question can't be shown to the user. Everything stays open. */
  readonly onDefect: (error: unknown) => void;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

interface Preventable {
  preventDefault(): void;
}

export interface CloseGuard {
  setUnsaved(unsaved: boolean): void;
  isUnsaved(): boolean;
  windowCloses(event: Preventable): void;
  appQuits(event: Preventable): void;
  allWindowsClosed(): void;
  windowOpened(): void;
  runFinished(): void;
}

/** In milliseconds. The application stays open after a run, so that a click on its notification reopens the window. */
export const LINGER_MS = 10 * 60_000;

export function createCloseGuard(options: CloseGuardOptions): CloseGuard {
  let isEnding = false;
  let isAsking = false;
  let isInBackground = false;
  let isUnsaved = false;
  let cancelLinger: (() => void) | null = null;

  const end = async () => {
    await options.endStudio();
    isEnding = true;
    options.dropWindow();
    options.quit();
  };
  const leave = async (leaveIdle: () => void | Promise<void>) => {
    if (isAsking) return;
    isAsking = true;
    try {
      if (isUnsaved && !(await options.confirmLosingEdits())) return;
      const on = await options.stillOn();
      const choice = on.running ? await options.promptProducer(on) : null;
      if (choice === 'cancel') return;
      if (choice === 'background') {
        isInBackground = true;
        options.dropWindow();
      } else await (choice === 'stop' ? end() : leaveIdle());
    } finally {
      isAsking = false;
    }
  };

  return {
    isUnsaved: () => isUnsaved,
    setUnsaved(unsaved) {
      isUnsaved = unsaved;
    },
    windowCloses(event) {
      if (isEnding) return;
      event.preventDefault();
      leave(options.livesWithoutWindow ? options.dropWindow : end).catch(options.onDefect);
    },
    appQuits(event) {
      if (isEnding) return;
      event.preventDefault();
      leave(end).catch(options.onDefect);
    },
    allWindowsClosed() {
      if (!isInBackground && !options.livesWithoutWindow) options.quit();
    },
    windowOpened() {
      isUnsaved = false;
      isInBackground = false;
      cancelLinger?.();
      cancelLinger = null;
    },
    runFinished() {
      if (!isInBackground || options.livesWithoutWindow) return;
      cancelLinger?.();
      cancelLinger = options.after(LINGER_MS, options.quit);
    },
  };
}
