// A utility process can't start other processes of a packaged application: `child_process.fork` needs a fuse that is off,
// and `process.execPath` is the helper on macOS. So it asks the main process, by these messages.

/** Ids are chosen by the process that asks. */
export type LaunchRequest =
  | { readonly kind: 'launch'; readonly id: number; readonly env: Readonly<Record<string, string>> }
  | { readonly kind: 'send-to-launched'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'kill-launched'; readonly id: number };

export type LaunchEvent =
  | { readonly kind: 'launched'; readonly id: number; readonly pid: number | undefined }
  | { readonly kind: 'launched-sent'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'launched-wrote'; readonly id: number; readonly text: string }
  /** `code` is the exit status or, on POSIX, the number of the signal that ended the process. */
  | { readonly kind: 'launched-ended'; readonly id: number; readonly code: number };

const REQUEST_KINDS: readonly unknown[] = [
  'launch',
  'send-to-launched',
  'kill-launched',
] satisfies LaunchRequest['kind'][];
const EVENT_KINDS: readonly unknown[] = [
  'launched',
  'launched-sent',
  'launched-wrote',
  'launched-ended',
] satisfies LaunchEvent['kind'][];

const kindOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;

/** Both ends are the application's own processes, so only the kind is checked. */
export const isLaunchRequest = (message: unknown): message is LaunchRequest => REQUEST_KINDS.includes(kindOf(message));
export const isLaunchEvent = (message: unknown): message is LaunchEvent => EVENT_KINDS.includes(kindOf(message));
