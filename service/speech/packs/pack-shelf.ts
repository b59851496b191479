// The packs in a folder as engines. They may come and go while the service runs.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PackError, readPack } from '../../../node/voice-packs/read-pack.ts';
import { PACK_FILE } from '../../../shared/service/voice-pack.ts';
import type { Logger } from '../../common/log.ts';
import { RemoteEngine } from '../elsewhere/remote-engine.ts';
import { PackSource, type PackSourceOptions } from './pack-source.ts';
import { packVoices } from './pack-voices.ts';

interface OpenPack {
  readonly engine: RemoteEngine;
  readonly source: PackSource;
  /** Tells whether `pack.json` is still the one that was read. */
  readonly mark: string;
}

export class PackShelf {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #options: PackSourceOptions;
  readonly #packs = new Map<string, OpenPack>();
  /** Those that can't be used, with the mark that they had: each is told of once. */
  readonly #refused = new Map<string, string>();
  #engines: readonly RemoteEngine[] = [];

  /** @param folder each folder in it is a pack, and has the pack's identifier as its name; it is made where there is none */
  constructor(folder: string, log: Logger, options: PackSourceOptions = {}) {
    this.#folder = folder;
    this.#log = log;
    this.#options = options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.refresh();
  }

  /** An engine a pack, of those that were there at the last look: the same list where nothing has changed. */
  get engines(): readonly RemoteEngine[] {
    return this.#engines;
  }

  /** The process of a pack that has one. */
  processIdOf(id: string): number | undefined {
    return this.#packs.get(id)?.source.process.pid;
  }

  /** Looks which packs are there now. What one says that has gone is cut off. */
  refresh(): void {
    const found = new Map(this.#names().map((name) => [name, this.#markIn(name)]));
    let hasChanged = false;
    for (const [id, pack] of this.#packs) {
      if (found.get(id) === pack.mark) continue;
      this.#packs.delete(id);
      end(pack);
      hasChanged = true;
    }
    for (const [id, mark] of found) {
      if (mark === undefined || this.#packs.has(id) || this.#refused.get(id) === mark) continue;
      if (this.#open(id, mark)) hasChanged = true;
      else this.#refused.set(id, mark);
    }
    if (hasChanged) this.#engines = [...this.#packs.values()].map(({ engine }) => engine);
  }

  close(): void {
    for (const pack of this.#packs.values()) end(pack);
  }

  #names(): string[] {
    try {
      // What is being installed or removed begins with a point.
      return readdirSync(this.#folder).filter((name) => !name.startsWith('.'));
    } catch {
      return [];
    }
  }

  #markIn(name: string): string | undefined {
    const found = statSync(join(this.#folder, name, PACK_FILE), { throwIfNoEntry: false });
    return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
  }

  /** @returns whether it can be used */
  #open(id: string, mark: string): boolean {
    const folder = join(this.#folder, id);
    try {
      const pack = readPack(folder);
      if (pack.id !== id) throw new PackError('malformed', 'id');
      const source = new PackSource(folder, pack, this.#options);
      // No configured engine has a slash in its name.
      const name = `pack/${id}`;
      const engine = new RemoteEngine({
        name,
        source,
        voices: packVoices(pack),
        concurrency: 1,
        gainDecibels: undefined,
      });
      this.#packs.set(id, { engine, source, mark });
      this.#log.info({ pack: id, voices: pack.voices.length }, 'a voice pack was opened');
      return true;
    } catch (error) {
      const problem = error instanceof PackError ? error.problem : 'unreadable';
      this.#log.warn({ pack: id, problem }, 'a voice pack is not used');
      return false;
    }
  }
}

function end({ engine, source }: OpenPack): void {
  void engine.close();
  source.process.close();
}
