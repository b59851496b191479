// Starts the process of a voice pack: with plain Node, as the packaged application, or through its main process.
import { type ChildProcess, fork, type StdioOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isLaunchEvent, type LaunchEvent, type LaunchRequest } from '../../../../shared/rules/launched-process.ts';
import type { MessageFromPack, MessageToPack } from './pack-messages.ts';

export interface PackListeners {
  onMessage(message: MessageFromPack): void;
  onStderr(text: string): void;
  /** Called after all messages have been delivered. */
  onExit(code: number | null, signal: NodeJS.Signals | null): void;
  onStartError(): void;
}

export interface StartedPack {
  readonly pid: number | undefined;
  send(message: MessageToPack): void;
  kill(): void;
}

/** The part of a utility process's `process.parentPort` that is used. */
export interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
}

/** Returns null outside Electron's utility processes. */
export const parentPort = (): ParentPort | null =>
  (process as { readonly parentPort?: ParentPort | null }).parentPort ?? null;

/** Environment variables to pass on. The others aren't, because they might contain keys. */
const PASSED_VARIABLES =
  /^(path|systemroot|windir|temp|tmp|tmpdir|(dy)?ld_library_path|lang|lc_.*|home|xdg_runtime_dir)$/i;

function packEnvironment(extra: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    PASSED_VARIABLES.test(name) && value !== undefined ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), ...extra };
}

let launcher: ReturnType<typeof createLauncher> | undefined;

export function startPack(listeners: PackListeners): StartedPack {
  const port = parentPort();
  if (port === null) return startDirectly(listeners);
  launcher ??= createLauncher(port);
  return launcher(listeners);
}

/** Returns a function that starts packs through the main process. */
export function createLauncher(port: ParentPort): (listeners: PackListeners) => StartedPack {
  const packs = new Map<number, (event: LaunchEvent) => void>();
  let lastId = 0;
  port.on('message', ({ data }) => {
    if (isLaunchEvent(data)) packs.get(data.id)?.(data);
  });
  const ask = (request: LaunchRequest): void => port.postMessage(request);
  return (listeners) => {
    lastId += 1;
    const id = lastId;
    let pid: number | undefined;
    packs.set(id, (event) => {
      if (event.kind === 'launched') pid = event.pid;
      else if (event.kind === 'launched-sent') listeners.onMessage(event.message as MessageFromPack);
      else if (event.kind === 'launched-wrote') listeners.onStderr(event.text);
      else {
        packs.delete(id);
        const signal = signalOf(event.code);
        listeners.onExit(signal === null ? event.code : null, signal);
      }
    });
    ask({ kind: 'launch', id, env: packEnvironment({}) });
    return {
      get pid() {
        return pid;
      },
      send: (message) => ask({ kind: 'send-to-launched', id, message }),
      kill: () => ask({ kind: 'kill-launched', id }),
    };
  };
}

/** The flag in a process's wait status that means it has written a core dump. */
const CORE_DUMPED = 0x80;
const ENDING_SIGNALS = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGSEGV', 'SIGTERM'] as const;

/** If a signal ends a utility process, the exit code contains the signal's number. */
function signalOf(code: number): NodeJS.Signals | null {
  if (process.platform === 'win32') return null;
  return ENDING_SIGNALS.find((name) => (code & ~CORE_DUMPED) === constants.signals[name]) ?? null;
}

function startDirectly({ onMessage, onStderr, onExit, onStartError }: PackListeners): StartedPack {
  const child = startProcess();
  child.on('message', (message: MessageFromPack) => onMessage(message));
  child.once('error', onStartError);
  child.once('exit', (code, signal) => {
    const end = (): void => onExit(code, signal);
    // Handle the remaining messages before the exit.
    if (child.connected) child.once('disconnect', end);
    else end();
  });
  child.stderr?.setEncoding('latin1').on('data', onStderr);
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => void child.send(message, () => {}),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Switches that run the packaged application without a window (electron/platform/windowless-program.ts). */
const WINDOWLESS_SWITCHES = ['--ozone-platform=headless', '--disable-gpu'];

/** Uses the current Node binary, or the packaged application, which can't run a script file directly. */
function startProcess(): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'ipc'];
  const options = { serialization: 'advanced', stdio } as const;
  const isInElectron = 'electron' in process.versions;
  if (isInElectron && import.meta.url.includes('.asar/')) {
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const args = [...WINDOWLESS_SWITCHES, ...asRoot, '--voice-pack'];
    return spawn(process.execPath, args, { ...options, env: packEnvironment({}) });
  }
  const env = packEnvironment(isInElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {});
  return fork(new URL('./pack-child.ts', import.meta.url), [], {
    ...options,
    execArgv: [],
    env,
  });
}
