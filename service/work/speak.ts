// A worker thread's part in speaking: eSpeak NG, then pace and level.
import { ESPEAK_SAMPLE_RATE, EspeakSpeaker } from '../speech/espeak/espeak-module.ts';
import { SpeechError } from '../speech/speech-engine.ts';
import { joined, TurnSound } from '../speech/turn-sound.ts';
import type { SpeakTask } from './tasks.ts';

/** Samples are sent on in pieces of about this many (1.5 s), so that messages stay few, and of more (6 s) after the first. */
const PIECE = 32_768;
const LATER_PIECE = 4 * PIECE;

type Samples = Int16Array<ArrayBuffer>;

let speaker: Promise<EspeakSpeaker> | undefined;

/** A task on its way from utterances to samples. */
class Speaking {
  readonly #task: SpeakTask;
  readonly #emit: (samples: Samples) => void;
  #index = -1;
  #turn: TurnSound | undefined;
  #ready: Int16Array[] = [];
  #readyLength = 0;
  #emitted = 0;

  constructor(task: SpeakTask, emit: (samples: Samples) => void) {
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
    for (const piece of this.#turn?.takePiece() ?? []) this.#keep(piece);
    this.#send();
  }

  end(): void {
    if (this.#turn === undefined) return;
    this.#keep(this.#turn.takeRest());
    this.#keep(new Int16Array(this.#task.tail));
    this.#send();
  }

  #startTurn(index: number): void {
    this.#keep(this.#turn?.takeRest());
    this.#keep(new Int16Array(this.#turn === undefined ? this.#task.lead : this.#task.pause));
    const planned = this.#task.turns[index];
    this.#turn = planned && new TurnSound(planned, ESPEAK_SAMPLE_RATE);
    this.#index = index;
  }

  #keep(samples: Int16Array | undefined): void {
    if (samples === undefined) return;
    this.#ready.push(samples);
    this.#readyLength += samples.length;
  }

  #send(): void {
    const samples = joined(this.#ready);
    this.#ready = [];
    this.#readyLength = 0;
    this.#emitted += samples.length;
    this.#emit(samples);
  }
}

/**
 * Speaks the turns of a task.
 *
 * @param emit gets the samples in order; they are its own
 * @param isCancelled asked again and again; true ends the speaking early
 * @throws SpeechError where the sound would be longer than the task allows
 */
export async function speak(
  task: SpeakTask,
  emit: (samples: Samples) => void,
  isCancelled: () => boolean,
): Promise<void> {
  speaker ??= EspeakSpeaker.load();
  const loaded = await speaker;
  const speaking = new Speaking(task, emit);
  loaded.speak(
    task.turns.map((turn) => turn.utterance),
    (samples, index) => {
      speaking.add(samples, index);
      return speaking.isTooLong || isCancelled();
    },
  );
  if (speaking.isTooLong) {
    const minutes = Math.round(task.most / ESPEAK_SAMPLE_RATE / 60);
    throw new SpeechError(`The audio would be longer than ${minutes} minutes: shorten the text or raise the speed.`);
  }
  speaking.end();
}
