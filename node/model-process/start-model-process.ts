// Starts a process that runs a model: with plain Node, as the packaged application, or through its main process.
import { type ChildProcess, fork, type StdioOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isLaunchEvent, type LaunchEvent, type LaunchRequest } from '../../shared/rules/launched-process.ts';

/** A program that loads a model, in native code that might crash. */
export interface ModelProgram {
  readonly entry: URL;
  /** Makes the packaged application run this program instead of opening a window. */
  readonly packagedSwitch: '--voice-pack' | '--recogniser';
}

export interface ModelListeners<FromModel> {
  onMessage(message: FromModel): void;
  onStderr(text: string): void;
  /** Called after all messages have been delivered. */
  onExit(code: number | null, signal: NodeJS.Signals | null): void;
  onStartError(): void;
}

export interface StartedModel<ToModel> {
  readonly pid: number | undefined;
  send(message: ToModel): void;
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

function modelEnvironment(extra: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    PASSED_VARIABLES.test(name) && value !== undefined ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), ...extra };
}

let launcher: ReturnType<typeof createLauncher> | undefined;

export function startModelProcess<ToModel extends object, FromModel>(
  program: ModelProgram,
  listeners: ModelListeners<FromModel>,
): StartedModel<ToModel> {
  const port = parentPort();
  if (port === null) return startDirectly(program, listeners);
  launcher ??= createLauncher(port);
  return launcher(listeners);
}

/** Returns a function that starts processes through the main process, which knows the program. */
export function createLauncher(
  port: ParentPort,
): <ToModel, FromModel>(listeners: ModelListeners<FromModel>) => StartedModel<ToModel> {
  const running = new Map<number, (event: LaunchEvent) => void>();
  let lastId = 0;
  port.on('message', ({ data }) => {
    if (isLaunchEvent(data)) running.get(data.id)?.(data);
  });
  const ask = (request: LaunchRequest): void => port.postMessage(request);
  return <ToModel, FromModel>(listeners: ModelListeners<FromModel>): StartedModel<ToModel> => {
    lastId += 1;
    const id = lastId;
    let pid: number | undefined;
    running.set(id, (event) => {
      if (event.kind === 'launched') pid = event.pid;
      else if (event.kind === 'launched-sent') listeners.onMessage(event.message as FromModel);
      else if (event.kind === 'launched-wrote') listeners.onStderr(event.text);
      else {
        running.delete(id);
        const signal = signalOf(event.code);
        listeners.onExit(signal === null ? event.code : null, signal);
      }
    });
    ask({ kind: 'launch', id, env: modelEnvironment({}) });
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

function startDirectly<ToModel extends object, FromModel>(
  program: ModelProgram,
  { onMessage, onStderr, onExit, onStartError }: ModelListeners<FromModel>,
): StartedModel<ToModel> {
  const child = startProcess(program);
  // The program is part of the application, and only sends such messages.
  child.on('message', (message) => onMessage(message as FromModel));
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
function startProcess({ entry, packagedSwitch }: ModelProgram): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'ipc'];
  const options = { serialization: 'advanced', stdio } as const;
  const isInElectron = 'electron' in process.versions;
  if (isInElectron && entry.href.includes('.asar/')) {
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const args = [...WINDOWLESS_SWITCHES, ...asRoot, packagedSwitch];
    return spawn(process.execPath, args, { ...options, env: modelEnvironment({}) });
  }
  const env = modelEnvironment(isInElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {});
  return fork(entry, [], {
    ...options,
    execArgv: [],
    env,
  });
}
