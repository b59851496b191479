import { toInt16 } from '@lectern/audio';
import type { Language } from '@lectern/tts-protocol';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { largest } from '../../../shared/rules/lists.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { EngineVoice } from '../voices/voice.ts';
import { isCloneIdentifier } from '../voices/voice-directory.ts';
import { RateConverter } from './rate-converter.ts';
import {
  EMBEDDED_LANE,
  type FinishedFile,
  type OnProgress,
  type SpeechEngine,
  SpeechError,
  type SpeechFile,
  type SpeechRequest,
  type SpeechTurn,
  type SynthesisOptions,
  tooLong,
} from './speech-engine.ts';

interface RequestPart {
  readonly engine: SpeechEngine;
  readonly request: SpeechRequest;
}

const totalCharacters = ({ turns }: SpeechRequest): number =>
  Math.max(
    1,
    turns.reduce((sum, turn) => sum + countCharacters(turn.text), 0),
  );

function partialProgress(onProgress: OnProgress | undefined, start: number, share: number): OnProgress | undefined {
  if (onProgress === undefined) return undefined;
  return (stage, fraction) => {
    // Ignore `preload` of later parts, because it would be reported after `generate`.
    if (stage === 'generate') onProgress('generate', start + share * fraction);
    else if (start === 0) onProgress(stage, fraction);
  };
}

async function* atRate(speech: AsyncIterable<Int16Array>, from: number, to: number): AsyncGenerator<Int16Array> {
  const converter = new RateConverter(to);
  for await (const samples of speech) {
    if (from === to) yield samples;
    else {
      const sound = Float32Array.from(samples, (sample) => sample / 32768);
      for (const piece of converter.add(sound, from)) yield Int16Array.from(piece, toInt16);
    }
  }
  const rest = converter.end();
  if (rest.length > 0) yield Int16Array.from(rest, toInt16);
}

/** Engines that can change at run time. `engines` is a new array after each change. */
export interface DynamicEngines {
  readonly engines: readonly SpeechEngine[];
  cloneEngine?(clone: string, language: Language | undefined): SpeechEngine | undefined;
}

interface CachedVoices {
  /** The `engines` arrays that the cached result is based on. */
  readonly of: readonly (readonly SpeechEngine[])[];
  readonly voices: readonly EngineVoice[];
  readonly ids: ReadonlySet<string>;
  readonly otherOf: ReadonlyMap<string, SpeechEngine>;
}

export class CombinedEngine implements SpeechEngine {
  readonly #embedded: SpeechEngine;
  readonly #fixed: readonly SpeechEngine[];
  readonly #changing: readonly DynamicEngines[];
  #known: CachedVoices | undefined;
  /** Includes lanes of removed engines, so that jobs waiting there are started and fail with an error. */
  readonly #lanes = new Map<string, number>();

  constructor(
    embedded: SpeechEngine,
    otherEngines: readonly SpeechEngine[],
    ...dynamicEngines: readonly DynamicEngines[]
  ) {
    this.#embedded = embedded;
    this.#fixed = otherEngines;
    this.#changing = dynamicEngines;
  }

  /** Embedded voices come first. The array is only replaced when the engines change. */
  get voices(): readonly EngineVoice[] {
    return this.#now().voices;
  }

  get lanes(): ReadonlyMap<string, number> {
    this.#now();
    return this.#lanes;
  }

  /** Returns the lane of the engine with the lowest concurrency, or the embedded lane if no other is involved. */
  laneOf(request: SpeechRequest): string {
    const lanes = this.#parts(request)
      .filter(({ engine }) => engine !== this.#embedded)
      .map(({ engine, request: own }) => engine.laneOf(own));
    const sizes = this.lanes;
    const size = (lane: string): number => sizes.get(lane) ?? 0;
    return lanes.sort((a, b) => size(a) - size(b))[0] ?? EMBEDDED_LANE;
  }

  /** Returns the highest rate of all engines involved, to preserve quality. */
  sampleRateOf(request: SpeechRequest): number {
    const parts = this.#parts(request);
    if (parts.length === 0) return this.#embedded.sampleRateOf(request);
    return largest(parts.map(({ engine, request: own }) => engine.sampleRateOf(own)));
  }

  async *synthesize(
    request: SpeechRequest,
    signal: AbortSignal,
    listening: SynthesisOptions = {},
  ): AsyncGenerator<Int16Array> {
    const parts = this.#checkedParts(request);
    const [first] = parts;
    if (parts.length < 2 && first !== undefined) {
      yield* first.engine.synthesize(first.request, signal, listening);
      return;
    }
    const rate = this.sampleRateOf(request);
    const whole = totalCharacters(request);
    // Each part has its own silence at both ends; this is the rest of the pause between turns.
    const gap = DECISIONS.turnPauseSeconds - DECISIONS.leadSeconds - DECISIONS.tailSeconds;
    let given = 0;
    let spoken = 0;
    for (const { engine, request: own } of parts) {
      const onProgress = partialProgress(listening.onProgress, spoken / whole, totalCharacters(own) / whole);
      let pause = new Int16Array(given === 0 ? 0 : Math.round((gap * rate) / request.speed));
      const speech = engine.synthesize(own, signal, { ...listening, onProgress });
      for await (const samples of atRate(speech, engine.sampleRateOf(own), rate)) {
        given += pause.length + samples.length;
        if (given > DECISIONS.audioSeconds * rate) throw tooLong(DECISIONS.audioSeconds);
        if (pause.length > 0) yield pause;
        pause = new Int16Array(0);
        yield samples;
      }
      spoken += totalCharacters(own);
    }
  }

  /** Returns undefined unless a single engine that supports `speakFile` speaks the whole request. */
  speakFile(
    request: SpeechRequest,
    file: SpeechFile,
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<FinishedFile> | undefined {
    const [first, second] = this.#checkedParts(request);
    if (first === undefined || second !== undefined) return undefined;
    return first.engine.speakFile?.(first.request, file, signal, onProgress);
  }

  async close(): Promise<void> {
    for (const engine of [...this.#otherEngines(), this.#embedded]) await engine.close();
  }

  #otherEngines(): readonly SpeechEngine[] {
    return [...this.#fixed, ...this.#changing.flatMap(({ engines }) => engines)];
  }

  #now(): CachedVoices {
    const of = this.#changing.map(({ engines }) => engines);
    if (this.#known?.of.every((list, index) => list === of[index])) return this.#known;
    const others = this.#otherEngines();
    const all = [this.#embedded, ...others];
    for (const engine of all) for (const [lane, size] of engine.lanes) this.#lanes.set(lane, size);
    const voices = all.flatMap((engine) => engine.voices);
    this.#known = {
      of,
      voices,
      ids: new Set(voices.map(({ id }) => id)),
      otherOf: new Map(others.flatMap((engine) => engine.voices.map((voice) => [voice.id, engine] as const))),
    };
    return this.#known;
  }

  /** Splits a request by engine. @throws SpeechError if a voice was removed after the request was accepted */
  #checkedParts(request: SpeechRequest): RequestPart[] {
    const { ids } = this.#now();
    const gone = request.turns.find(({ voice }) => !ids.has(voice) && !isCloneIdentifier(voice));
    if (gone !== undefined) throw new SpeechError(`The voice "${gone.voice}" no longer exists.`);
    return this.#parts(request);
  }

  #cloneEngine(voice: string, language: Language | undefined): SpeechEngine | undefined {
    if (!isCloneIdentifier(voice)) return undefined;
    for (const changing of this.#changing) {
      const engine = changing.cloneEngine?.(voice, language);
      if (engine !== undefined) return engine;
    }
    return undefined;
  }

  #parts(request: SpeechRequest): RequestPart[] {
    const { otherOf } = this.#now();
    const runs: { readonly engine: SpeechEngine; readonly turns: SpeechTurn[] }[] = [];
    for (const turn of request.turns) {
      const engine = otherOf.get(turn.voice) ?? this.#cloneEngine(turn.voice, request.language) ?? this.#embedded;
      const last = runs.at(-1);
      if (last?.engine === engine) last.turns.push(turn);
      else runs.push({ engine, turns: [turn] });
    }
    // Derive a different seed for each part; otherwise all parts would vary in the same way.
    return runs.map(({ engine, turns }, index) => ({
      engine,
      request: {
        ...request,
        turns,
        seed: index === 0 ? request.seed : (request.seed + index) % Number.MAX_SAFE_INTEGER,
      },
    }));
  }
}
