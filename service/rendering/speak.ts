// A worker thread's part in speaking: eSpeak NG, then pace and level.
import { at } from '../../shared/rules/at.ts';
import { ESPEAK_SAMPLE_RATE, EspeakSpeaker } from '../speech/espeak/espeak-module.ts';
import type { SpeakTask } from '../speech/espeak/plan.ts';
import { tooLong } from '../speech/speech-engine.ts';
import { SampleBlocks, type Samples, TurnSound } from '../speech/turn-sound.ts';
import type { TaskFlow } from './task-flow.ts';

/** Samples are sent on in pieces of about this many (1.5 s), so that messages stay few, and of more (6 s) after the first. */
const PIECE = 32_768;
const LATER_PIECE = 4 * PIECE;

let speaker: Promise<EspeakSpeaker> | undefined;

/** The memory of what this thread is speaking, which is one task at a time. */
const blocks = new SampleBlocks();

/**
 * Gets the samples in order, in pieces that are good until this thread speaks again.
 *
 * @returns whether they are not needed any more: their memory is used for others at once
 */
export type SampleSink = (pieces: readonly Samples[]) => boolean;

/** A task on its way from utterances to samples. */
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

  /** Whether the sound is longer than the task allows. */
  get isTooLong(): boolean {
    return this.#emitted + this.#readyLength + (this.#turn?.length ?? 0) > this.#task.most;
  }

  add(samples: Int16Array, index: number): void {
    if (index !== this.#index) this.#startTurn(index);
    this.#turn?.add(samples);
    const length = this.#readyLength + (this.#turn?.length ?? 0);
    if (length < (this.#emitted === 0 ? PIECE : LATER_PIECE)) return;
    this.#keep(this.#turn?.takePiece());
    this.#send();
  }

  end(): void {
    if (this.#turn === undefined) return;
    this.#keep(this.#turn.takeRest());
    this.#keep([new Int16Array(this.#task.tail)]);
    this.#send();
  }

  #startTurn(index: number): void {
    this.#keep(this.#turn?.takeRest());
    this.#keep([new Int16Array(this.#turn === undefined ? this.#task.lead : this.#task.pause)]);
    this.#turn = new TurnSound(at(this.#task.turns, index), ESPEAK_SAMPLE_RATE, blocks);
    this.#index = index;
  }

  #keep(pieces: readonly Samples[] = []): void {
    for (const piece of pieces) {
      this.#ready.push(piece);
      this.#readyLength += piece.length;
    }
  }

  #send(): void {
    if (this.#readyLength === 0) return;
    this.#emitted += this.#readyLength;
    if (this.#emit(this.#ready)) blocks.giveBack(this.#ready);
    this.#ready = [];
    this.#readyLength = 0;
  }
}

/** eSpeak NG, loaded, with the voices of a task. */
async function prepared(task: SpeakTask, flow: TaskFlow): Promise<EspeakSpeaker> {
  const voices = new Set(task.turns.map((turn) => turn.utterance.voice));
  const steps = 1 + voices.size;
  flow.reach('preload', 0);
  speaker ??= EspeakSpeaker.load();
  const loaded = await speaker;
  flow.reach('preload', 1 / steps);
  loaded.prepare(voices, (ready) => {
    flow.beat();
    flow.reach('preload', (1 + ready) / steps);
  });
  return loaded;
}

/** How much of the text of a task has been spoken, 0 to 1: `share` of the turn, and those before it. */
function shareOf({ turns }: SpeakTask): (index: number, share: number) => number {
  const ends: number[] = [];
  for (const { utterance } of turns) ends.push((ends.at(-1) ?? 0) + utterance.text.length);
  return (index, share) => {
    const start = index === 0 ? 0 : at(ends, index - 1);
    return (start + share * (at(ends, index) - start)) / at(ends, ends.length - 1);
  };
}

/**
 * Speaks the turns of a task.
 *
 * @param flow told of `preload` and `generate`, the latter by the place in the text; its cancelling ends the speaking early
 * @throws SpeechError where the sound would be longer than the task allows
 */
export async function speak(task: SpeakTask, emit: SampleSink, flow: TaskFlow): Promise<void> {
  flow.beat();
  blocks.reuse();
  const loaded = await prepared(task, flow);
  const speaking = new TaskSpeaker(task, emit);
  const shareOfAll = shareOf(task);
  flow.reach('generate', 0);
  loaded.speak(
    task.turns.map((turn) => turn.utterance),
    (samples, index, share) => {
      flow.beat();
      speaking.add(samples, index);
      if (flow.isWatched) flow.reach('generate', shareOfAll(index, share()));
      return speaking.isTooLong || flow.isCancelled;
    },
  );
  if (speaking.isTooLong) throw tooLong(task.most / ESPEAK_SAMPLE_RATE);
  if (!flow.isCancelled) speaking.end();
}
