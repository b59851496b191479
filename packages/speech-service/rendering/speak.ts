import { pcmFromInt16, resample, sampleAt, toInt16 } from '@lectern/audio';
import { at } from '../../../shared/rules/at.ts';
import { EMBEDDED_SAMPLE_RATE, type SpeakTask, type SpokenPart } from '../speech/embedded/plan.ts';
import { EspeakSpeaker } from '../speech/espeak/espeak-module.ts';
import { FLITE_SAMPLE_RATE, FliteSpeaker } from '../speech/flite/flite-module.ts';
import { tooLong } from '../speech/speech-engine.ts';
import { SampleBlocks, type Samples, type TurnShape, TurnSound } from '../speech/turn-sound.ts';
import type { TaskFlow } from './task-flow.ts';

const FIRST_PIECE = 32_768;
const LATER_PIECE = 4 * FIRST_PIECE;
/**
 * If someone is listening, the first message is short (0.1 s), and each later message doubles the audio sent so far.
 */
const LIVE_PIECE = 2_048;

let espeak: Promise<EspeakSpeaker> | undefined;
let flite: FliteSpeaker | undefined;

const loadEspeak = (): Promise<EspeakSpeaker> => (espeak ??= EspeakSpeaker.load());

const blocks = new SampleBlocks();

/**
 * Receives audio pieces, which are valid until the thread speaks again. Returns whether their memory can be reused
 * immediately.
 */
export type SampleSink = (pieces: readonly Samples[]) => boolean;

class TaskSpeaker {
  readonly #task: SpeakTask;
  readonly #emit: SampleSink;
  #index = -1;
  #turn: TurnSound | undefined;
  #ready: Samples[] = [];
  #readyLength = 0;
  #emitted = 0;

  constructor(task: SpeakTask, emit: SampleSink) {
    this.#task = task;
    this.#emit = emit;
  }

  get isTooLong(): boolean {
    return this.#emitted + this.#readyLength + (this.#turn?.length ?? 0) > this.#task.most;
  }

  add(samples: Int16Array, index: number, shape: TurnShape): void {
    if (samples.length === 0) return;
    if (index !== this.#index) this.#startPart(index, shape);
    this.#turn?.add(samples);
    const length = this.#readyLength + (this.#turn?.length ?? 0);
    if (length < this.#minPieceLength()) return;
    this.#queue(this.#turn?.takePiece());
    this.#emitQueued();
  }

  #minPieceLength(): number {
    if (this.#task.ahead === undefined) return this.#emitted === 0 ? FIRST_PIECE : LATER_PIECE;
    return Math.min(LATER_PIECE, Math.max(LIVE_PIECE, this.#emitted));
  }

  end(): void {
    if (this.#turn === undefined) return;
    this.#queue(this.#turn.takeRest());
    this.#queue([new Int16Array(this.#task.tail)]);
    this.#emitQueued();
  }

  #startPart(index: number, shape: TurnShape): void {
    this.#queue(this.#turn?.takeRest());
    const silence = this.#turn === undefined ? this.#task.lead : at(this.#task.parts, index).silence;
    this.#queue([new Int16Array(silence)]);
    this.#turn = new TurnSound(shape, EMBEDDED_SAMPLE_RATE, blocks);
    this.#index = index;
  }

  #queue(pieces: readonly Samples[] = []): void {
    for (const piece of pieces) {
      this.#ready.push(piece);
      this.#readyLength += piece.length;
    }
  }

  #emitQueued(): void {
    if (this.#readyLength === 0) return;
    this.#emitted += this.#readyLength;
    if (this.#emit(this.#ready)) blocks.release(this.#ready);
    this.#ready = [];
    this.#readyLength = 0;
  }
}

async function prepare({ parts, flite: module }: SpeakTask, flow: TaskFlow): Promise<void> {
  const voices = new Set(parts.flatMap((part) => ('espeak' in part ? [part.espeak.voice] : [])));
  const steps = 1 + voices.size;
  flow.reach('preload', 0);
  if (module !== undefined) flite ??= new FliteSpeaker(module);
  if (voices.size > 0) {
    const loaded = await loadEspeak();
    flow.reach('preload', 1 / steps);
    loaded.prepare(voices, (ready) => {
      flow.beat();
      flow.reach('preload', (1 + ready) / steps);
    });
  }
  flow.reach('preload', 1);
}

const spokenText = (part: SpokenPart): string => ('flite' in part ? part.flite.text : part.espeak.text);

function progressByText({ parts }: SpeakTask): (index: number, share: number) => number {
  const ends: number[] = [];
  for (const part of parts) ends.push((ends.at(-1) ?? 0) + spokenText(part).length);
  return (index, share) => {
    const start = index === 0 ? 0 : at(ends, index - 1);
    return (start + share * (at(ends, index) - start)) / at(ends, ends.length - 1);
  };
}

function toEmbeddedRate(samples: Int16Array): Samples {
  const { channels } = resample(pcmFromInt16(samples, FLITE_SAMPLE_RATE), EMBEDDED_SAMPLE_RATE);
  const sound = at(channels, 0);
  const converted = new Int16Array(sound.length);
  for (let index = 0; index < converted.length; index += 1) converted[index] = toInt16(sampleAt(sound, index));
  return converted;
}

/** Reports `preload` and `generate` progress, the latter by text position. Cancelling the flow ends the task early. */
export async function speak(task: SpeakTask, emit: SampleSink, flow: TaskFlow): Promise<void> {
  flow.beat();
  blocks.reuse();
  await prepare(task, flow);
  const speaking = new TaskSpeaker(task, emit);
  const shareOfAll = progressByText(task);
  const shouldStop = (): boolean => speaking.isTooLong || flow.isCancelled;
  const reach = (index: number, share: () => number): void => {
    flow.beat();
    if (flow.isWatched) flow.reach('generate', shareOfAll(index, share()));
  };
  flow.reach('generate', 0);
  for (const [index, part] of task.parts.entries()) {
    if (shouldStop()) break;
    const samples = 'flite' in part ? flite?.speak(part.flite) : undefined;
    if (samples !== undefined) {
      speaking.add(toEmbeddedRate(samples), index, part);
      reach(index, () => 1);
      continue;
    }
    // Flite can't speak some texts; fall back to eSpeak NG.
    const { espeak: utterance, ...shape } = 'flite' in part ? part.otherwise : part;
    const loaded = await loadEspeak();
    loaded.speak([utterance], (heard, _utterance, share) => {
      speaking.add(heard, index, shape);
      reach(index, share);
      return shouldStop();
    });
  }
  if (speaking.isTooLong) throw tooLong(task.most / EMBEDDED_SAMPLE_RATE);
  if (!flow.isCancelled) speaking.end();
}
