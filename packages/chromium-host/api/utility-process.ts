import { type ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import type Electron from 'electron';
import { nodePath } from '../host-state.ts';
import { notPart, strict, strictEmitter } from '../strict.ts';
import { app } from './app.ts';

const BOOT_SCRIPT = new URL('../utility-boot.ts', import.meta.url).href;
const children = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

function resolveStdio(stdio: Electron.ForkOptions['stdio']): 'pipe' | 'ignore' | 'inherit' {
  if (stdio === undefined || stdio === 'pipe' || stdio === 'ignore' || stdio === 'inherit') return stdio ?? 'inherit';
  throw notPart('A list in the option stdio of utilityProcess.fork');
}

class HostUtilityProcess extends strictEmitter('UtilityProcess', ['spawn', 'message', 'exit']) {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly #child: ChildProcess;
  #hasEnded = false;

  constructor(file: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    const stdio = resolveStdio(options.stdio);
    const child = fork(file, args, {
      execPath: nodePath,
      execArgv: ['--disable-warning=ExperimentalWarning', '--import', BOOT_SCRIPT, ...(options.execArgv ?? [])],
      env: { ...(options.env ?? process.env) },
      serialization: 'advanced',
      stdio: ['ignore', stdio, stdio, 'ipc'],
      ...(options.cwd ? { cwd: options.cwd } : {}),
    });
    this.#child = child;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    children.add(child);
    child.on('spawn', () => this.emit('spawn'));
    child.on('message', (message) => this.emit('message', message));
    child.on('exit', (code, signal) => this.#handleExit(code ?? (signal ? constants.signals[signal] : 1)));
    child.on('error', () => this.#child.pid === undefined && this.#handleExit(1));
  }

  get pid(): number | undefined {
    return this.#hasEnded ? undefined : this.#child.pid;
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0) throw notPart('A transferred MessagePort');
    if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child.kill();
  }

  #handleExit(code: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    children.delete(this.#child);
    this.emit('exit', code);
  }
}

/** Runs utility processes in the host's own Node version. */
export const utilityProcess = strict('utilityProcess', {
  fork(file: string, args: readonly string[] = [], options: Electron.ForkOptions = {}): HostUtilityProcess {
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready.');
    return new HostUtilityProcess(file, args, options);
  },
});
