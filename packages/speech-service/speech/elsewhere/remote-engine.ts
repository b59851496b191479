import { setImmediate } from 'node:timers/promises';
import { type MarkedText, replaceSpellingMarks } from '@lectern/tts-protocol';
import { countCharacters } from '../../../../shared/rules/characters.ts';
import { largest } from '../../../../shared/rules/lists.ts';
import { splitText } from '../../../../shared/rules/split-text.ts';
import { normaliseText } from '../../../../shared/speech-text/normalise-text.ts';
import { type MonotonicClock, SYSTEM_CLOCK } from '../../common/clock.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { spokenLanguage } from '../../voices/languages.ts';
import type { EngineVoice } from '../../voices/voice.ts';
import { RateConverter } from '../rate-converter.ts';
import {
  type OnProgress,
  type SpeechEngine,
  SpeechError,
  type SpeechRequest,
  type SpeechTurn,
  type SynthesisOptions,
  tooLong,
} from '../speech-engine.ts';
import { SampleBlocks, TurnSound } from '../turn-sound.ts';
import { Leveller } from './leveller.ts';
import { PersistentSource } from './persistent-source.ts';
import {
  engineProblem,
  type RemoteUtterance,
  type RemoteVoice,
  type Sound,
  SourceError,
  type SpeechSource,
} from './speech-source.ts';

/** Approximate characters per second at speed 1, used to estimate the progress within a segment. */
const CHARACTERS_PER_SECOND = 15;
/** Maximum estimated progress, as a fraction, while a segment is unfinished. */
const MAX_ESTIMATED_PROGRESS = 0.95;

interface SegmentProgress {
  advance(seconds: number, speed: number): void;
  end(): void;
}

class GenerationProgress {
  readonly #onProgress: OnProgress | undefined;
  readonly #whole: number;
  #done = 0;
  #told = 0;
  #hasBegun = false;

  constructor({ turns }: SpeechRequest, onProgress: OnProgress | undefined) {
    this.#onProgress = onProgress;
    this.#whole = Math.max(
      1,
      turns.reduce((sum, turn) => sum + countCharacters(turn.text), 0),
    );
    onProgress?.('preload', 0);
  }

  markPreloaded(): void {
    if (!this.#hasBegun) this.#onProgress?.('preload', 1);
    this.#hasBegun = true;
  }

  startSegment(characters: number): SegmentProgress {
    let seconds = 0;
    return {
      advance: (more, speed) => {
        seconds += more;
        this.#report(
          this.#done + Math.min(MAX_ESTIMATED_PROGRESS * characters, seconds * speed * CHARACTERS_PER_SECOND),
        );
      },
      end: () => {
        this.#done += characters;
        this.#report(this.#done);
      },
    };
  }

  #report(characters: number): void {
    const fraction = Math.min(1, characters / this.#whole);
    if (fraction <= this.#told) return;
    this.#told = fraction;
    this.#onProgress?.('generate', fraction);
  }
}

export interface MappedVoice {
  readonly here: EngineVoice;
  readonly there: RemoteVoice;
}

export interface RemoteEngineOptions {
  readonly name: string;
  readonly source: SpeechSource;
  readonly voices: readonly MappedVoice[];
  /** Returns how the server identifies an unlisted voice (a clone). */
  readonly unlisted?: ((voice: string) => RemoteVoice | undefined) | undefined;
  readonly concurrency: number;
  /** A fixed gain in dB. If undefined, each turn is levelled to match the embedded voices. */
  readonly gainDecibels: number | undefined;
  readonly clock?: MonotonicClock;
}

const SLICE_SECONDS = 0.5;

const PIECE_SECONDS = 0.25;

/** Copies the pieces, because each would otherwise keep a larger buffer in memory. */
const copyPieces = (pieces: readonly Int16Array[]): Int16Array[] => pieces.map((piece) => piece.slice());

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const SPEAKABLE = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

async function* inSlices({ samples, sampleRate }: Sound): AsyncGenerator<Float32Array> {
  const length = Math.round(SLICE_SECONDS * sampleRate);
  for (let at = 0; at < samples.length; at += length) {
    yield samples.subarray(at, at + length);
    if (at + length < samples.length) await setImmediate();
  }
}

interface TurnContext extends Required<Pick<SynthesisOptions, 'isLive'>> {
  readonly request: SpeechRequest;
  readonly rate: number;
  readonly signal: AbortSignal;
  readonly progress: GenerationProgress;
}

export class RemoteEngine implements SpeechEngine {
  readonly voices: readonly EngineVoice[];
  readonly lanes: ReadonlyMap<string, number>;
  readonly #options: RemoteEngineOptions;
  readonly #persistent: PersistentSource;
  readonly #there: ReadonlyMap<string, RemoteVoice>;
  readonly #closing = new AbortController();

  constructor(options: RemoteEngineOptions) {
    const { name, source, concurrency } = options;
    this.#options = options;
    this.voices = options.voices.map(({ here }) => here);
    this.lanes = new Map([[name, concurrency]]);
    this.#there = new Map(options.voices.map(({ here, there }) => [here.id, there]));
    this.#persistent = new PersistentSource(source, concurrency, options.clock ?? SYSTEM_CLOCK);
  }

  laneOf(): string {
    return this.#options.name;
  }

  sampleRateOf({ turns }: SpeechRequest): number {
    return largest(turns.map((turn) => this.#options.source.sampleRateOf(this.#remoteVoice(turn))));
  }

  async *synthesize(
    request: SpeechRequest,
    signal: AbortSignal,
    { onProgress, isLive = false }: SynthesisOptions = {},
  ): AsyncGenerator<Int16Array> {
    const rate = this.sampleRateOf(request);
    const speaking: TurnContext = {
      request,
      rate,
      isLive,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      progress: new GenerationProgress(request, onProgress),
    };
    const silence = (seconds: number): Int16Array => new Int16Array(Math.round((seconds * rate) / request.speed));
    let given = 0;
    // Hold back silence until audio follows, so that nothing has been output if an error occurs before that.
    let before = silence(DECISIONS.leadSeconds);
    for (const turn of request.turns) {
      for await (const samples of this.#turn(turn, speaking)) {
        given += before.length + samples.length;
        if (given > DECISIONS.audioSeconds * rate) throw tooLong(DECISIONS.audioSeconds);
        if (before.length > 0) yield before;
        before = new Int16Array(0);
        yield samples;
      }
      if (given > 0) before = silence(DECISIONS.turnPauseSeconds);
    }
    if (given > 0) yield silence(DECISIONS.tailSeconds);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The service is stopping.'));
  }

  async *#turn(turn: SpeechTurn, speaking: TurnContext): AsyncGenerator<Int16Array> {
    const { rate, request, progress } = speaking;
    const { speeds } = this.#options.source;
    const spoken = Math.max(speeds.min, Math.min(speeds.max, request.speed));
    const shaped = new TurnSound({ stretch: spoken / request.speed, gain: 1 }, rate, new SampleBlocks());
    const leveller = new Leveller(rate, this.#options.gainDecibels);
    let heard = 0;
    const { text: words, marks } = replaceSpellingMarks(this.#normalise(turn, request));
    const stressed = marks.flatMap(({ mark, start, end }) => (mark === 'emphasis' ? [words.slice(start, end)] : []));
    for (const text of this.#splitSegments(words, speaking.isLive)) {
      const converter = new RateConverter(rate);
      const segment = progress.startSegment(countCharacters(text));
      for await (const sound of this.#speakSegment(turn, { text, speed: spoken, stressed }, speaking)) {
        segment.advance(sound.samples.length / sound.sampleRate, spoken);
        for await (const slice of inSlices(sound)) {
          for (const piece of converter.add(slice, sound.sampleRate)) {
            for (const levelled of leveller.add(piece)) shaped.add(levelled);
          }
          heard += slice.length;
          if (shaped.length >= PIECE_SECONDS * rate) yield* copyPieces(shaped.takePiece());
        }
      }
      for (const levelled of leveller.add(converter.end())) shaped.add(levelled);
      segment.end();
    }
    for (const levelled of leveller.end()) shaped.add(levelled);
    yield* copyPieces(shaped.takeRest());
    if (heard === 0 && WORD_CHARACTER.test(turn.text)) {
      throw new SourceError('final', `${this.#options.source.title} returned no audio for a text.`, {
        problem: engineProblem('no-sound'),
      });
    }
  }

  /** Normalises a turn's text if its voice needs it. Unlisted voices are clones, spoken by packs. */
  #normalise({ voice, text, marks = [] }: SpeechTurn, { language }: SpeechRequest): MarkedText {
    const here = this.voices.find(({ id }) => id === voice);
    if (here?.normalises === false) return { text, marks };
    const languageCode = language === undefined ? (here?.languageCode ?? 'en') : spokenLanguage(language).code;
    return normaliseText({ text, marks }, languageCode);
  }

  #speakSegment(
    turn: SpeechTurn,
    { text, speed, stressed }: Pick<RemoteUtterance, 'text' | 'speed'> & { readonly stressed: readonly string[] },
    speaking: TurnContext,
  ): AsyncIterable<Sound> {
    const { signal, isLive, progress, request } = speaking;
    const utterance = {
      ...this.#remoteVoice(turn),
      text,
      speed,
      temperature: request.temperature,
      seed: request.seed,
      style: request.style,
      stressed: stressed.filter((words) => text.includes(words)),
    };
    return this.#persistent.speak(utterance, signal, isLive, () => progress.markPreloaded());
  }

  /** Splits a turn into segments that the source accepts, preferably at sentence ends. */
  #splitSegments(text: string, isLive: boolean): string[] {
    const most = this.#options.source.maxCharacters;
    const limit = isLive ? Math.min(most, DECISIONS.elsewhere.liveCharacters) : most;
    return splitText(text, limit)
      .map((segment) => segment.trim())
      .filter((segment) => SPEAKABLE.test(segment));
  }

  #remoteVoice(turn: SpeechTurn): RemoteVoice {
    const there = this.#there.get(turn.voice) ?? this.#options.unlisted?.(turn.voice);
    if (there === undefined) throw new SpeechError(`There is no voice "${turn.voice}".`);
    return there;
  }
}
