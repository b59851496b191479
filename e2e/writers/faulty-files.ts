// A file system that injects a fault: the drive is full or read-only, the process is killed, or a folder is replaced
// with a link. While it is installed, all calls of `node:fs` functions go through it, even in modules that have
// imported the functions by name.
import fs, { type WriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The fault, and when it happens. Calls are numbered from 1. */
export type Fault =
  | { readonly kind: 'none' }
  /** Each write accepts at most this many bytes. */
  | { readonly kind: 'short-writes'; readonly bytes: number }
  /** The drive has this many bytes left. Once it is full, no files can be created either, unless `onlyBytes` is set. */
  | { readonly kind: 'full'; readonly bytes: number; readonly onlyBytes: boolean }
  /** The drive is read-only from this change onwards. */
  | { readonly kind: 'read-only'; readonly at: number }
  /** The process dies during this call. If the call is a write, half of the bytes are written. */
  | { readonly kind: 'killed'; readonly at: number }
  /** `interfere` is called right before this call. */
  | { readonly kind: 'interfered'; readonly at: number; readonly what: string; readonly interfere: () => void };

/** Thrown when the simulated process dies, and by all later calls, which have no effect. */
export class ProcessKilled extends Error {
  override readonly name = 'Killed';
}

type Call = (...args: never[]) => unknown;
type Calls = Record<string, Call>;

const READS = ['stat', 'lstat', 'readdir', 'readFile', 'readlink', 'access', 'realpath', 'opendir', 'statfs'];
/** Calls that change the drive, and whether they need space for a new name. */
const NEEDS_SPACE: Readonly<Record<string, boolean>> = {
  mkdir: true,
  link: true,
  symlink: true,
  rename: false,
  unlink: false,
  rm: false,
  rmdir: false,
  chmod: false,
  truncate: false,
  ftruncate: false,
};

/** The original functions, which don't inject faults. */
const OWN = { statSync: fs.statSync, openSync: fs.openSync, closeSync: fs.closeSync };

const failure = (code: string, call: string): Error =>
  Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });

export class FaultyFiles {
  readonly #fault: Fault;
  #calls = 0;
  #changes = 0;
  #room: number;
  #isDead = false;
  #hasFailed = false;
  #restore: (() => void)[] = [];

  constructor(fault: Fault) {
    this.#fault = fault;
    this.#room = fault.kind === 'full' ? fault.bytes : Number.POSITIVE_INFINITY;
  }

  get counted(): { readonly calls: number; readonly changes: number; readonly bytes: number } {
    return { calls: this.#calls, changes: this.#changes, bytes: this.#bytes };
  }
  #bytes = 0;

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Runs `work` with the fault installed. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const probe = await fs.promises.open('/dev/null', 'r');
    const handle = Object.getPrototypeOf(probe) as Calls;
    await probe.close();
    this.#install(handle);
    try {
      return await work();
    } finally {
      for (const restore of this.#restore.toReversed()) restore();
      syncBuiltinESMExports();
    }
  }

  #install(handle: Calls): void {
    const sync = fs as unknown as Calls;
    const promised = fs.promises as unknown as Calls;
    for (const name of READS) {
      this.#replace(sync, `${name}Sync`, (call) => this.#reading(call));
      this.#replace(promised, name, (call) => this.#rejecting(this.#reading(call)));
    }
    for (const [name, needsSpace] of Object.entries(NEEDS_SPACE)) {
      this.#replace(sync, `${name}Sync`, (call) => this.#changing(call, name, needsSpace));
      this.#replace(promised, name, (call) => this.#rejecting(this.#changing(call, name, needsSpace)));
    }
    this.#replace(sync, 'openSync', (call) => this.#opening(call));
    this.#replace(promised, 'open', (call) => this.#rejecting(this.#opening(call)));
    for (const name of ['fsync', 'fdatasync']) this.#replace(sync, `${name}Sync`, (call) => this.#reading(call));
    this.#replace(handle, 'sync', (call) => this.#rejecting(this.#reading(call)));
    this.#replace(handle, 'truncate', (call) => this.#rejecting(this.#changing(call, 'truncate', false)));
    this.#replace(sync, 'writeSync', (call) => this.#writing(call));
    this.#replace(handle, 'write', (call) => this.#handleWriting(call));
    for (const name of ['writeFileSync', 'appendFileSync'])
      this.#replace(sync, name, (call) => this.#writingWhole(call));
    for (const name of ['writeFile', 'appendFile']) {
      this.#replace(handle, name, (call) => this.#handleWritingWhole(call));
    }
    this.#replace(sync, 'copyFileSync', (call) => this.#copying(call));
    this.#replace(promised, 'copyFile', (call) => this.#rejecting(this.#copying(call)));
    // Forbid functions that would bypass the fault. Lectern doesn't use them.
    for (const name of ['createWriteStream', 'cpSync', 'writevSync']) {
      this.#replace(sync, name, () => (): WriteStream => {
        throw new Error(`${name} isn't covered by these tests`);
      });
    }
    for (const name of ['writeFile', 'appendFile', 'cp']) {
      this.#replace(promised, name, () => () => {
        throw new Error(`${name} isn't covered by these tests`);
      });
    }
    syncBuiltinESMExports();
  }

  #replace(target: Calls, name: string, make: (call: Call) => Call): void {
    const own = target[name];
    if (!own) return;
    // Keep the original function's properties, such as `realpathSync.native`.
    target[name] = Object.assign(make(own), own);
    this.#restore.push(() => {
      target[name] = own;
    });
  }

  /** Converts exceptions to rejected promises. */
  #rejecting(call: Call): Call {
    return async function (this: unknown, ...args: never[]) {
      return call.apply(this, args);
    };
  }

  /** Called before each operation. Returns whether the process dies during the operation. */
  #begin(): boolean {
    if (this.#isDead) throw new ProcessKilled();
    this.#calls += 1;
    const fault = this.#fault;
    if (fault.kind === 'interfered' && this.#calls === fault.at) {
      this.#hasFailed = true;
      fault.interfere();
    }
    if (fault.kind !== 'killed' || this.#calls !== fault.at) return false;
    this.#isDead = true;
    this.#hasFailed = true;
    return true;
  }

  #beginChange(name: string, needsSpace: boolean): boolean {
    if (this.#begin()) return true;
    this.#changes += 1;
    const fault = this.#fault;
    if (fault.kind === 'read-only' && this.#changes >= fault.at) {
      this.#hasFailed = true;
      throw failure('EROFS', name);
    }
    if (fault.kind === 'full' && needsSpace && !fault.onlyBytes && this.#room <= 0) {
      this.#hasFailed = true;
      throw failure('ENOSPC', name);
    }
    return false;
  }

  #reading(call: Call): Call {
    const begin = this.#begin.bind(this);
    return function (this: unknown, ...args) {
      if (begin()) throw new ProcessKilled();
      return call.apply(this, args);
    };
  }

  #changing(call: Call, name: string, needsSpace: boolean): Call {
    const begin = this.#beginChange.bind(this);
    return function (this: unknown, ...args) {
      if (begin(name, needsSpace)) throw new ProcessKilled();
      return call.apply(this, args);
    };
  }

  #opening(call: Call): Call {
    const changes = this.#changing(call, 'open', true);
    const reads = this.#reading(call);
    return function (this: unknown, ...args) {
      const [, flags] = args as unknown as [string, string | number | undefined];
      const isNew = typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /^[wa]/.test(flags ?? 'r');
      return (isNew ? changes : reads).apply(this, args);
    };
  }

  /** Returns how many bytes a write accepts. @throws ENOSPC if the drive accepts no bytes */
  #acceptedBytes(bytes: number): number {
    const isLast = this.#beginChange('write', false);
    const { kind } = this.#fault;
    const most = this.#fault.kind === 'short-writes' ? this.#fault.bytes : this.#room;
    const taken = isLast ? Math.floor(bytes / 2) : Math.min(bytes, most);
    if (kind === 'short-writes' && taken < bytes) this.#hasFailed = true;
    if (taken < bytes && kind === 'full') this.#hasFailed = true;
    if (taken === 0 && bytes > 0 && !isLast) throw failure('ENOSPC', 'write');
    this.#room -= taken;
    this.#bytes += taken;
    return taken;
  }

  #writing(call: Call): Call {
    const write = call as (
      file: number,
      bytes: Uint8Array,
      at: number,
      length: number,
      position?: number | null,
    ) => number;
    return ((file: number, given: Uint8Array | string, at = 0, length?: number, position?: number | null) => {
      const bytes = typeof given === 'string' ? Buffer.from(given) : given;
      const taken = this.#acceptedBytes(length ?? bytes.byteLength - at);
      const written = taken === 0 ? 0 : write(file, bytes, at, taken, position);
      if (this.#isDead) throw new ProcessKilled();
      return written;
    }) as Call;
  }

  #handleWriting(call: Call): Call {
    const takes = this.#acceptedBytes.bind(this);
    const isDead = (): boolean => this.#isDead;
    return async function (
      this: FileHandle,
      given: Uint8Array | string,
      at = 0,
      length?: number,
      position?: number | null,
    ) {
      const bytes = typeof given === 'string' ? Buffer.from(given) : given;
      const taken = takes(length ?? bytes.byteLength - at);
      const written =
        taken === 0 ? { bytesWritten: 0 } : await call.apply(this, [bytes, at, taken, position] as never[]);
      if (isDead()) throw new ProcessKilled();
      return written;
    } as Call;
  }

  /** Wraps a function that, after a short write, continues until everything is written or an error occurs. */
  #writingWhole(call: Call): Call {
    return ((file: string | number, content: string | Uint8Array, options: unknown) => {
      const bytes = Buffer.from(content as string);
      const taken = this.#acceptWhole(bytes.length);
      call.apply(fs, [file, bytes.subarray(0, taken), options] as never[]);
      if (this.#isDead) throw new ProcessKilled();
      if (taken < bytes.length) throw failure('ENOSPC', 'write');
    }) as Call;
  }

  #handleWritingWhole(call: Call): Call {
    const takes = this.#acceptWhole.bind(this);
    const isDead = (): boolean => this.#isDead;
    return async function (this: FileHandle, content: string | Uint8Array) {
      const bytes = Buffer.from(content as string);
      const taken = takes(bytes.length);
      await call.apply(this, [bytes.subarray(0, taken)] as never[]);
      if (isDead()) throw new ProcessKilled();
      if (taken < bytes.length) throw failure('ENOSPC', 'write');
    } as Call;
  }

  #acceptWhole(bytes: number): number {
    if (this.#fault.kind !== 'short-writes') return this.#acceptedBytes(bytes);
    this.#beginChange('write', false);
    this.#bytes += bytes;
    return bytes;
  }

  /** libuv removes the target file if copying fails. If the process is killed, a partial copy remains. */
  #copying(call: Call): Call {
    return ((from: string, to: string, flags: unknown) => {
      const { size } = OWN.statSync(from);
      const dies = this.#beginChange('copyfile', true);
      if (dies) {
        OWN.closeSync(OWN.openSync(to, 'wx'));
        throw new ProcessKilled();
      }
      if (size > this.#room) {
        this.#hasFailed = true;
        this.#room = 0;
        throw failure('ENOSPC', 'copyfile');
      }
      this.#room -= size;
      this.#bytes += size;
      return call.apply(fs, [from, to, flags] as never[]);
    }) as Call;
  }
}
