import {
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface SecondInstance {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

/**
 * Returns whether the lock's process is a running host. Another program can have the same process ID, because IDs are
 * reused.
 */
function isHostRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('chromium-host');
  } catch {
    return true;
  }
}

/** The lock held by the first instance that uses a user data folder. */
export class SingleInstance {
  #watcher: FSWatcher | null = null;
  #file: string | null = null;

  /** Takes the lock, or notifies its holder. Returns whether this instance holds the lock. */
  request(folder: string, details: SecondInstance, onSecond: (second: SecondInstance) => void): boolean {
    if (this.#file) return true;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'instance.lock');
    const inbox = join(folder, 'instance.inbox');
    if (!this.#createLock(file)) {
      mkdirSync(inbox, { recursive: true });
      const message = join(inbox, `${process.pid}`);
      writeFileSync(`${message}.part`, JSON.stringify(details));
      renameSync(`${message}.part`, `${message}.json`);
      return false;
    }
    this.#file = file;
    rmSync(inbox, { recursive: true, force: true });
    mkdirSync(inbox, { recursive: true });
    this.#watcher = watch(inbox, () => this.#readInbox(inbox, onSecond));
    this.#watcher.unref();
    return true;
  }

  release(): void {
    this.#watcher?.close();
    if (this.#file) rmSync(this.#file, { force: true });
    this.#file = null;
  }

  #createLock(file: string): boolean {
    for (const isLast of [false, true]) {
      try {
        writeFileSync(file, String(process.pid), { flag: 'wx' });
        return true;
      } catch {
        const pid = Number(readFileSync(file, 'utf8'));
        if (isLast || isHostRunning(pid)) return false;
        rmSync(file, { force: true });
      }
    }
    return false;
  }

  #readInbox(inbox: string, onSecond: (second: SecondInstance) => void): void {
    for (const name of readdirSync(inbox).filter((name) => name.endsWith('.json'))) {
      const path = join(inbox, name);
      const second: SecondInstance = JSON.parse(readFileSync(path, 'utf8'));
      rmSync(path);
      onSecond(second);
    }
  }
}
