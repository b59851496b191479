import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DECISIONS } from '../common/decisions.ts';
import type { EngineVoice } from '../voices/voice.ts';
import type { Renderer } from './renderer.ts';

/** Increment this when voices sound different, so that their samples are rendered again. */
const SAMPLE_EDITION = 2;

const sampleFileName = ({ slug, edition = '' }: EngineVoice): string => `${slug}-${SAMPLE_EDITION}${edition}.mp3`;

export class VoiceSamples {
  readonly #folder: string;
  readonly #renderer: Renderer;
  readonly #signal: AbortSignal;
  readonly #made = new Map<string, Promise<string>>();

  constructor(folder: string, renderer: Renderer, signal: AbortSignal) {
    this.#folder = folder;
    this.#renderer = renderer;
    this.#signal = signal;
  }

  path(voice: EngineVoice): Promise<string> {
    const name = sampleFileName(voice);
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const made = this.#render(voice, name);
    this.#made.set(name, made);
    made.catch(() => this.#made.delete(name));
    return made;
  }

  /** Deletes a clone's cached samples, whichever engine rendered them. */
  async remove({ slug }: EngineVoice): Promise<void> {
    const isOfIt = (name: string): boolean => name.startsWith(`${slug}-`);
    for (const name of [...this.#made.keys()].filter(isOfIt)) this.#made.delete(name);
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter(isOfIt)) await rm(join(this.#folder, name), { force: true });
  }

  async #render(voice: EngineVoice, name: string): Promise<string> {
    const path = join(this.#folder, name);
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
    const file = { format: 'mp3', quality, sampleRate: undefined, path, isAwaited: true } as const;
    const source = { input: { text: voice.sampleText, voice: voice.id }, userId: '' };
    await this.#renderer.render({ request, source, ...file }, this.#signal);
    return path;
  }
}
