// What each voice sounds like: made when it is first asked for, and kept.
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DECISIONS } from '../decisions.ts';
import type { EngineVoice } from '../speech/speech-engine.ts';
import type { Renderer } from './renderer.ts';

/** To be raised when samples would sound different, so that old ones are made anew. */
const EDITION = 2;

export class Samples {
  readonly #folder: string;
  readonly #renderer: Renderer;
  readonly #signal: AbortSignal;
  readonly #made = new Map<string, Promise<string>>();

  /** @param signal gives up what is being made */
  constructor(folder: string, renderer: Renderer, signal: AbortSignal) {
    this.#folder = folder;
    this.#renderer = renderer;
    this.#signal = signal;
  }

  /** The path of the MP3 file of a voice's sample. */
  path(voice: EngineVoice): Promise<string> {
    const known = this.#made.get(voice.slug);
    if (known !== undefined) return known;
    const made = this.#make(voice);
    this.#made.set(voice.slug, made);
    made.catch(() => this.#made.delete(voice.slug));
    return made;
  }

  async #make(voice: EngineVoice): Promise<string> {
    const path = join(this.#folder, `${voice.slug}-${EDITION}.mp3`);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
    await mkdir(this.#folder, { recursive: true });
    const request = {
      turns: [{ voice: voice.id, text: voice.sampleText }],
      speed: 1,
      seed: 0,
      temperature: 0,
      language: undefined,
    };
    const { quality } = DECISIONS.defaults;
    await this.#renderer.render({ request, format: 'mp3', quality, sampleRate: undefined, path }, this.#signal);
    return path;
  }
}
