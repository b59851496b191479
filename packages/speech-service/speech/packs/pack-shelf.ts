import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@lectern/tts-protocol';
import { isRecogniserPack, PACK_FILE, type VoicePack } from '@lectern/tts-protocol';
import { findPackFolders, readFromPack, tryRemoveLeftovers } from '../../../../node/voice-packs/pack-folders.ts';
import { PackError, readPack } from '../../../../node/voice-packs/read-pack.ts';
import type { Logger } from '../../common/log.ts';
import { CLONE_LANGUAGE, type CloneSpeech, isCloneIdentifier } from '../../voices/voice-directory.ts';
import { RemoteEngine } from '../elsewhere/remote-engine.ts';
import { describeCloneSpeech, selectClonePacks } from './clone-packs.ts';
import { PackSource, type PackSourceOptions } from './pack-source.ts';
import { packVoices } from './pack-voices.ts';

interface OpenPack {
  readonly pack: VoicePack;
  readonly engine: RemoteEngine;
  readonly source: PackSource;
  readonly mark: string;
}

interface FoundPack {
  readonly path: string;
  readonly mark: string;
}

function readMarkedPack(path: string): FoundPack | undefined {
  const described = statSync(join(path, PACK_FILE), { throwIfNoEntry: false });
  return described && { path, mark: `${path} ${described.ino} ${described.mtimeMs} ${described.size}` };
}

export class PackShelf {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #options: PackSourceOptions;
  readonly #packs = new Map<string, OpenPack>();
  /** Packs without usable voices, remembered so that each is only read and logged once. */
  readonly #refused = new Map<string, string>();
  #engines: readonly RemoteEngine[] = [];
  #clonePacks: ReadonlyMap<Language, VoicePack> = new Map();

  constructor(folder: string, log: Logger, options: PackSourceOptions = {}) {
    this.#folder = folder;
    this.#log = log;
    this.#options = options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#removeLeftovers();
    this.refresh();
  }

  /** One engine per pack, as of the last refresh. The array is only replaced when the packs change. */
  get engines(): readonly RemoteEngine[] {
    return this.#engines;
  }

  /** Returns an engine if the clone has a sample. @param language of the text; undefined for the clone's own */
  cloneEngine(clone: string, language: Language | undefined): RemoteEngine | undefined {
    const pack = this.#clonePacks.get(language ?? CLONE_LANGUAGE);
    if (pack === undefined || this.#options.cloneSamples?.has(clone) !== true) return undefined;
    return this.#packs.get(pack.id)?.engine;
  }

  /** Returns the packs that speak a clone, or undefined if the embedded engine speaks it in all languages. */
  cloneSpeech(clone: string): CloneSpeech | undefined {
    return this.#options.cloneSamples?.has(clone) === true ? describeCloneSpeech(this.#clonePacks) : undefined;
  }

  processIdOf(id: string): number | undefined {
    return this.#packs.get(id)?.source.process.pid;
  }

  refresh(): void {
    const found = this.#findPacks();
    let hasChanged = false;
    for (const [id, pack] of this.#packs) {
      if (found.get(id)?.mark === pack.mark) continue;
      this.#packs.delete(id);
      end(pack);
      hasChanged = true;
    }
    for (const [id, one] of found) {
      if (this.#packs.has(id) || this.#refused.get(id) === one.mark) continue;
      if (this.#open(id, one)) hasChanged = true;
      else this.#refused.set(id, one.mark);
    }
    if (!hasChanged) return;
    const packs = [...this.#packs.values()];
    this.#engines = packs.map(({ engine }) => engine);
    this.#clonePacks = selectClonePacks(packs.map(({ pack }) => pack));
  }

  close(): void {
    for (const pack of this.#packs.values()) end(pack);
  }

  #removeLeftovers(): void {
    try {
      tryRemoveLeftovers(this.#folder);
    } catch {
      this.#log.warn({}, 'leftovers of voice packs could not be removed');
    }
  }

  #findPacks(): Map<string, FoundPack> {
    const found = new Map<string, FoundPack>();
    try {
      for (const [id, place] of findPackFolders(this.#folder)) {
        const pack = readFromPack(this.#folder, place, readMarkedPack);
        if (pack !== undefined) found.set(id, pack);
      }
    } catch {}
    return found;
  }

  #open(id: string, { path, mark }: FoundPack): boolean {
    try {
      const pack = readPack(path);
      if (pack.id !== id) throw new PackError('malformed', 'id');
      // The application uses these packs itself.
      if (isRecogniserPack(pack)) return false;
      const source = new PackSource(path, pack, this.#options);
      // Unique, because configured engines can't have a slash in their name.
      const name = `pack/${id}`;
      const engine = new RemoteEngine({
        name,
        source,
        voices: packVoices(pack),
        unlisted: (voice) =>
          pack.engine.kind === 'pocket' && isCloneIdentifier(voice)
            ? { voice, model: undefined, speaker: undefined }
            : undefined,
        concurrency: 1,
        gainDecibels: undefined,
      });
      this.#packs.set(id, { pack, engine, source, mark });
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
