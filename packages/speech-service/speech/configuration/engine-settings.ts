import { rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { encodeWav } from '@lectern/audio';
import type {
  EngineChange,
  EngineEntry,
  EngineProbe,
  EngineProblem,
  EngineTrial,
  FoundEngine,
} from '@lectern/tts-protocol';
import { PRIVATE_FILE_MODE, removeStaleParts, replaceFileSync } from '../../../../node/files/durable-write.ts';
import { makeFolderSync, PRIVATE_MODE } from '../../../../node/files/make-folder.ts';
import { append } from '../../../../shared/rules/lists.ts';
import {
  discoverEngines,
  type LocalServerAddress,
  normaliseServerAddress,
  queryEngine,
} from '../elsewhere/discover-engines.ts';
import { KEY, resolveKey } from '../elsewhere/openai-source.ts';
import type { RemoteEngine } from '../elsewhere/remote-engine.ts';
import { engineProblem, SourceError, type Timeouts } from '../elsewhere/speech-source.ts';
import type { Configuration } from './configuration-schema.ts';
import { createConfiguredEngines, keySource } from './configured-engines.ts';
import {
  type ConfigurationFile,
  isLoopbackUrl,
  readConfiguration,
  readConfigurationFile,
  SpeechConfigurationError,
  validateConfiguration,
  type WrittenEngine,
} from './read-configuration.ts';
import { type KeyFields, pickKeyFields, toEntry, toWrittenEngine } from './written-engine.ts';

/** A folder next to the configuration. Keys have their own files, so that the configuration can be shared. */
export const KEY_FOLDER = 'engine-keys';
/** Short timeouts, because a user is waiting for the test sentence. */
const TRIAL_TIMEOUTS: Timeouts = { connectSeconds: 5, idleSeconds: 60, totalSeconds: 90 };

export interface EngineSettingsOptions {
  readonly path: string;
  readonly isNeeded: boolean;
  readonly places?: readonly LocalServerAddress[] | undefined;
}

interface RemovedEngine {
  readonly written: WrittenEngine;
  readonly key: string | null;
}

/** Creates an error with a kind that the application translates. */
const engineRefusal = (kind: EngineProblem['kind'], message: string, detail: string | null = null): SourceError =>
  new SourceError('final', message, { problem: engineProblem(kind, { detail }) });

export class EngineSettings {
  readonly #options: EngineSettingsOptions;
  readonly #folder: string;
  readonly #removed = new Map<string, RemovedEngine>();
  #engines: readonly RemoteEngine[] = [];
  /**
   * The running engines by name, with their configuration as JSON. An engine keeps running as long as its own
   * configuration stays the same.
   */
  #speaking: ReadonlyMap<string, { readonly written: string; readonly engine: RemoteEngine }> = new Map();

  constructor(options: EngineSettingsOptions) {
    this.#options = options;
    this.#folder = dirname(options.path);
  }

  /** Loads the file, which is only required if it was named explicitly. @throws SpeechConfigurationError */
  load(): void {
    const { path, isNeeded } = this.#options;
    for (const folder of [this.#folder, join(this.#folder, KEY_FOLDER)]) removeStaleParts(folder);
    this.#apply(readConfiguration(path, isNeeded) ?? { engines: [] });
  }

  get engines(): readonly RemoteEngine[] {
    return this.#engines;
  }

  list(): EngineEntry[] {
    return this.#readFile().configuration.engines.map(toEntry);
  }

  discover(signal: AbortSignal): Promise<FoundEngine[]> {
    return discoverEngines(signal, this.#options.places);
  }

  /** Returns a server's voices and models. @throws SourceError; the signal's reason */
  async ask(question: EngineProbe, signal: AbortSignal): Promise<FoundEngine> {
    const url = normaliseServerAddress(question.url);
    const key = resolveKey(keySource(this.#keyFor(question, url), this.#folder), `The voice server at ${url.host}`);
    return queryEngine({ url: question.url, key }, signal);
  }

  /** Speaks a test sentence and returns it as a WAV file. @throws SourceError; the signal's reason */
  async try({ setup, voice, text, ...question }: EngineTrial, signal: AbortSignal): Promise<Uint8Array> {
    const one = setup.voices[voice];
    if (one === undefined) throw engineRefusal('unusable-setup', 'There is no such voice.');
    const url = normaliseServerAddress(setup.url);
    const keys = setup.kind === 'openai' ? this.#keyFor({ ...question, url: setup.url }, url) : {};
    const name = question.name ?? 'trial';
    const written = toWrittenEngine(name, { ...setup, url: url.href, voices: [one] }, { keys });
    const configuration = this.#validated({ engines: [{ ...written, timeouts: TRIAL_TIMEOUTS }] });
    const [engine] = createConfiguredEngines(configuration, this.#folder);
    const [spoken] = engine?.voices ?? [];
    if (!engine || !spoken) throw engineRefusal('unusable-setup', 'There is no such voice.');
    const request = {
      turns: [{ voice: spoken.id, text }],
      speed: 1,
      seed: 0,
      temperature: 1,
      language: undefined,
    };
    const parts: number[] = [];
    for await (const samples of engine.synthesize(request, signal, { isLive: true })) append(parts, samples);
    const sampleRate = engine.sampleRateOf(request);
    return encodeWav({ sampleRate, channels: [Float32Array.from(parts, (sample) => sample / 32768)] });
  }

  /**
   * Saves an engine, which takes effect immediately.
   * @throws SourceError if the engine can't be saved; file system errors
   */
  save(name: string, { setup, key, isNew }: EngineChange): EngineEntry[] {
    const { written: file } = this.#readFile();
    const former = file.engines.find((engine) => engine.name === name);
    if (isNew && former) throw engineRefusal('name-taken', `There is already an engine named "${name}".`);
    const url = normaliseServerAddress(setup.url);
    const keys = this.#keyFor({ name, url: setup.url, key }, url, 'kept');
    const next = toWrittenEngine(
      name,
      { ...setup, url: url.href },
      { keys: setup.kind === 'openai' ? keys : {}, former },
    );
    const engines = former
      ? file.engines.map((engine) => (engine === former ? next : engine))
      : [...file.engines, next];
    // Validate before writing anything. The key file doesn't have to exist yet.
    const configuration = this.#validated({ ...file, engines });
    if (key !== null && key !== '') this.#storeKey(name, key);
    this.#write({ ...file, engines }, configuration);
    if (keys.keyFile === undefined) this.#removeKey(name);
    this.#removed.delete(name);
    return configuration.engines.map(toEntry);
  }

  /** Removes an engine and its key. `restore` brings both back. */
  remove(name: string): EngineEntry[] {
    const { written: file } = this.#readFile();
    const former = file.engines.find((engine) => engine.name === name);
    if (!former) return this.list();
    const key = this.#ownKey(former);
    const engines = file.engines.filter((engine) => engine !== former);
    const configuration = this.#validated({ ...file, engines });
    this.#write({ ...file, engines }, configuration);
    this.#removeKey(name);
    this.#removed.set(name, { written: former, key });
    return configuration.engines.map(toEntry);
  }

  restore(name: string): EngineEntry[] {
    const removed = this.#removed.get(name);
    const { written: file } = this.#readFile();
    if (!removed || file.engines.some((engine) => engine.name === name)) return this.list();
    const engines = [...file.engines, removed.written];
    const configuration = this.#validated({ ...file, engines });
    if (removed.key !== null) this.#storeKey(name, removed.key);
    this.#write({ ...file, engines }, configuration);
    this.#removed.delete(name);
    return configuration.engines.map(toEntry);
  }

  /** Reads the file again, because users can edit it at any time. */
  #readFile(): ConfigurationFile {
    try {
      const file = readConfigurationFile(this.#options.path, this.#options.isNeeded);
      return file ?? { written: { engines: [] }, configuration: { engines: [] } };
    } catch (error) {
      if (!(error instanceof SpeechConfigurationError)) throw error;
      throw engineRefusal('unusable-file', error.message, error.message);
    }
  }

  #validated(value: unknown): Configuration {
    try {
      return validateConfiguration(value, this.#options.path);
    } catch (error) {
      if (!(error instanceof SpeechConfigurationError)) throw error;
      throw engineRefusal('unusable-setup', error.message, error.complaints);
    }
  }

  #write(written: ConfigurationFile['written'], configuration: Configuration): void {
    replaceFileSync(this.#options.path, `${JSON.stringify(written, null, 2)}\n`, PRIVATE_FILE_MODE);
    this.#apply(configuration);
  }

  #apply(configuration: Configuration): void {
    const made = createConfiguredEngines(configuration, this.#folder);
    const speaking = configuration.engines.map((engine, index) => {
      const written = JSON.stringify(engine);
      const former = this.#speaking.get(engine.name);
      const next = former?.written === written ? former.engine : made[index];
      if (next === undefined) throw new Error('An engine was configured and is not there.');
      return [engine.name, { written, engine: next }] as const;
    });
    this.#speaking = new Map(speaking);
    this.#engines = speaking.map(([, { engine }]) => engine);
  }

  /**
   * Never sends a stored key to a different server.
   * @param question a null `key` means the stored key; an empty one means no key
   */
  #keyFor({ name, key }: EngineProbe, url: URL, storage: 'kept' | 'inline' = 'inline'): KeyFields {
    const keys = key === null ? this.#storedKeys(name, url) : key === '' ? {} : this.#newKey(name, key, storage);
    if (Object.keys(keys).length > 0 && url.protocol === 'http:' && !isLoopbackUrl(url)) {
      throw engineRefusal('insecure-key', 'A key can only be sent over https:// or to this machine.');
    }
    return keys;
  }

  #newKey(name: string | null, key: string, storage: 'kept' | 'inline'): KeyFields {
    if (!KEY.test(key)) throw engineRefusal('unusable-key', 'The key contains invalid characters.');
    return storage === 'kept' && name !== null ? { keyFile: relative(this.#folder, this.#keyPath(name)) } : { key };
  }

  #storedKeys(name: string | null, url: URL): KeyFields {
    const former = name === null ? undefined : this.#readFile().configuration.engines.find((one) => one.name === name);
    if (former?.kind !== 'openai' || new URL(former.url).origin !== url.origin) return {};
    return pickKeyFields(former);
  }

  #ownKey(engine: WrittenEngine): string | null {
    if (engine['keyFile'] !== relative(this.#folder, this.#keyPath(engine.name))) return null;
    try {
      return resolveKey({ kind: 'file', path: this.#keyPath(engine.name) }, engine.name) ?? null;
    } catch {
      return null;
    }
  }

  #storeKey(name: string, key: string): void {
    makeFolderSync(join(this.#folder, KEY_FOLDER), PRIVATE_MODE);
    replaceFileSync(this.#keyPath(name), key, PRIVATE_FILE_MODE);
  }

  #removeKey(name: string): void {
    rmSync(this.#keyPath(name), { force: true });
  }

  #keyPath(name: string): string {
    return join(this.#folder, KEY_FOLDER, `${name}.key`);
  }
}
