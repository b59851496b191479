// Caches auditions, to replay them without another request. Also measures their loudness, to play them equally loud.
import { createScratchFile, type IncomingFile } from '../../../node/files/incoming-file.ts';
import type { DownloadSink } from '../api/download.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Random } from '../ports.ts';
import { mediaTypeOf } from '../project/takes/take-media.ts';
import { AUDITION_BYTES_AT_ONCE, AUDITION_HEAD_BYTES } from './audition.ts';

export interface CachedAudition {
  readonly auditionId: string;
  readonly contentType: string;
  /** Integrated loudness according to EBU R128 in LUFS; null if the audio is too short or too quiet. */
  readonly loudnessLufs: number | null;
  /** dBTP; null for silence. */
  readonly truePeakDbtp: number | null;
}

interface CachedFile extends CachedAudition {
  readonly audio: IncomingFile;
}

/** Enough for two lines spoken by six voices each. */
const MAX_CACHED = 12;

export class AuditionCache {
  readonly #random: Random;
  readonly #workers: Pick<AudioWorkers, 'analyseAudio'>;
  readonly #entries = new Map<string, CachedFile>();
  readonly #coming = new Map<string, Promise<CachedAudition>>();
  #end = new AbortController();

  constructor(random: Random, workers: Pick<AudioWorkers, 'analyseAudio'>) {
    this.#random = random;
    this.#workers = workers;
  }

  has(key: string): boolean {
    return this.#entries.has(key) || this.#coming.has(key);
  }

  /**
   * @param key identical for requests that produce the same audio
   * @throws errors of `speak`; AudioFormatError
   */
  get(key: string, speak: (signal: AbortSignal, to: DownloadSink) => Promise<void>): Promise<CachedAudition> {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      return Promise.resolve(entry);
    }
    const coming = this.#coming.get(key) ?? this.#begin(key, speak);
    this.#coming.set(key, coming);
    return coming;
  }

  async #begin(key: string, speak: (signal: AbortSignal, to: DownloadSink) => Promise<void>): Promise<CachedAudition> {
    const { signal } = this.#end;
    const audio = createScratchFile();
    try {
      await speak(signal, audio);
      const contentType = mediaTypeOf(await audio.read(0, AUDITION_HEAD_BYTES));
      const { loudnessLufs, truePeakDbtp } = await this.#workers.analyseAudio(audio.at);
      signal.throwIfAborted();
      const entry = { auditionId: this.#random.id(), contentType, loudnessLufs, truePeakDbtp, audio };
      this.#entries.set(key, entry);
      this.#dropOldest();
      return entry;
    } catch (error) {
      await audio.discard();
      throw error;
    } finally {
      if (!signal.aborted) this.#coming.delete(key);
    }
  }

  #dropOldest(): void {
    for (const [key, { audio }] of this.#entries) {
      if (this.#entries.size <= MAX_CACHED) return;
      this.#entries.delete(key);
      void audio.discard();
    }
  }

  clear(): void {
    this.#end.abort(new Error('the voices are not compared any more'));
    this.#end = new AbortController();
    this.#coming.clear();
    for (const { audio } of this.#entries.values()) void audio.discard();
    this.#entries.clear();
  }

  #find(auditionId: string): CachedFile | null {
    for (const entry of this.#entries.values()) if (entry.auditionId === auditionId) return entry;
    return null;
  }

  typeOf(auditionId: string): string | null {
    return this.#find(auditionId)?.contentType ?? null;
  }

  async read(
    auditionId: string,
    offset: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly done: boolean } | null> {
    const entry = this.#find(auditionId);
    if (!entry) return null;
    const bytes = await entry.audio.read(offset, AUDITION_BYTES_AT_ONCE).catch(() => null);
    if (!bytes || this.#find(auditionId) !== entry) return null;
    return { bytes, done: offset + bytes.byteLength >= entry.audio.position };
  }
}
