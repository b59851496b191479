// Closing the window and ending the application, with a run that may be on.

/** What is still on in the studio. */
export interface StillOn {
  readonly running: boolean;
  /** Lines that have not been sent. */
  readonly waiting: number;
  /** Lines that were sent and are not back. */
  readonly inFlight: number;
}

export type ClosingChoice = 'background' | 'stop' | 'cancel';

export interface ClosingOptions {
  /** What is on; never fails. */
  readonly stillOn: () => Promise<StillOn>;
  readonly askProducer: (on: StillOn) => Promise<ClosingChoice>;
  /** Asks whether edits that could not be saved may be lost. */
  readonly askToLoseEdits: () => Promise<boolean>;
  /** Ends the studio in order; never fails. */
  readonly endStudio: () => Promise<void>;
  /** Closes the window, if there is one, without asking. */
  readonly dropWindow: () => void;
  readonly quit: () => void;
  /** Whether an application goes on without a window anyway, as macOS has it. */
  readonly livesWithoutWindow: boolean;
  /** The producer could not be asked, so that everything stays open. */
  readonly onDefect: (error: unknown) => void;
  /** Calls back after this many milliseconds, unless it is cancelled first. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

interface Preventable {
  preventDefault(): void;
}

export interface Closing {
  /** Whether the window holds edits that could not be saved. */
  setUnsaved(unsaved: boolean): void;
  isUnsaved(): boolean;
  /** The window is to close. */
  windowCloses(event: Preventable): void;
  /** The application is to end. */
  appQuits(event: Preventable): void;
  allWindowsClosed(): void;
  windowOpened(): void;
  /** A run came to its end. */
  runFinished(): void;
}

/** For this long after a run has ended, a click on its notification reopens the window. Milliseconds. */
export const LINGER_MS = 10 * 60_000;

export function createClosing(options: ClosingOptions): Closing {
  let isEnding = false;
  let isAsking = false;
  let isInBackground = false;
  let isUnsaved = false;
  let callOffLinger: (() => void) | null = null;

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
      if (isUnsaved && !(await options.askToLoseEdits())) return;
      const on = await options.stillOn();
      const choice = on.running ? await options.askProducer(on) : null;
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
      callOffLinger?.();
      callOffLinger = null;
    },
    runFinished() {
      if (!isInBackground || options.livesWithoutWindow) return;
      callOffLinger?.();
      callOffLinger = options.after(LINGER_MS, options.quit);
    },
  };
}
