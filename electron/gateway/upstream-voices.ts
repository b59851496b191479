import { createHash } from 'node:crypto';
import type { EngineVoice } from '@lectern/speech-service/upstream';
import { BATCH_ENGINE, type LenientVoice } from '@lectern/tts-protocol';

const MAX_SLUG = 40;

function slugOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return letters.slice(0, MAX_SLUG).replace(/^-/, '').replace(/-$/, '');
}

/** Distinguishes voices with the same name. */
const digestOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 10);

/** The voices of another service, with new IDs for this service. */
export class UpstreamVoices {
  readonly #name: string;
  #ids: ReadonlyMap<string, string> = new Map();
  #offered: readonly EngineVoice[] = [];
  #skipped = 0;

  constructor(name: string) {
    this.#name = name;
  }

  get offered(): readonly EngineVoice[] {
    return this.#offered;
  }

  /** The number of voices that can't be used in batches. */
  get skipped(): number {
    return this.#skipped;
  }

  update(voices: readonly LenientVoice[]): void {
    const usable = voices.filter(({ voice_engine: engine }) => engine === undefined || engine === BATCH_ENGINE);
    this.#skipped = voices.length - usable.length;
    const offered = usable.map((voice): readonly [EngineVoice, string] => [this.#toOffered(voice), voice.id]);
    this.#offered = offered.map(([voice]) => voice);
    this.#ids = new Map(offered.map(([{ id }, upstream]) => [id, upstream]));
  }

  /** Returns the other service's ID of a voice, or undefined if it no longer has the voice. */
  upstreamId(id: string): string | undefined {
    return this.#ids.get(id);
  }

  #toOffered(voice: LenientVoice): EngineVoice {
    const own = [slugOf(voice.name ?? ''), digestOf(voice.id)].filter((part) => part !== '').join('-');
    return {
      id: `lectern://voices/upstream-${this.#name}/${own}/manifest.json`,
      slug: `upstream-${this.#name}-${own}`,
      name: voice.name ?? voice.id,
      accent: voice.accent ?? '',
      age: voice.age ?? '',
      gender: voice.gender ?? '',
      language: voice.language ?? '',
      languageCode: voice.language_code ?? '',
      loudness: voice.loudness ?? null,
      style: voice.style ?? null,
      tempo: voice.tempo ?? null,
      texture: voice.texture ?? null,
      voiceEngine: BATCH_ENGINE,
      synthesizer: this.#name,
      // The interface doesn't support marked words, so they are sent as plain text.
      marks: [],
      // Rendering samples here would be charged to the account.
      sampleText: '',
      ...(voice.sample && { sample: voice.sample }),
    };
  }
}
