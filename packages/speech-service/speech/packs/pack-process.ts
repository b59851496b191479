import { availableParallelism, totalmem } from 'node:os';
import { type StartedModel, startModelProcess } from '../../../../node/model-process/start-model-process.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { Deadline, type Sound, SourceError } from '../elsewhere/speech-source.ts';
import type { MessageFromPack, MessageToPack, Runtime, SherpaModel, SpeakOrder } from './pack-messages.ts';

export class PackLostError extends Error {
  override readonly name = 'PackLostError';
}

export interface PackProcessOptions {
  readonly title: string;
  /** Checks the pack's files and returns the model configuration. @throws SourceError if they are unusable */
  readonly prepare: (threads: number, signal: AbortSignal) => Promise<SherpaModel>;
  readonly runtime?: Runtime;
  readonly idleMs?: number;
  readonly mostMemory?: number;
}

export type PackUtterance = Omit<SpeakOrder, 'id'>;

/** Part of the only message that ONNX Runtime prints when a run fails. */
const FAILED_RUN = 'Non-zero status code returned while running';

const PACK_PROGRAM = { entry: new URL('./pack-child.ts', import.meta.url), packagedSwitch: '--voice-pack' } as const;

const FAILED_REASON = 'failed while it spoke';
const UNLOADABLE_REASON = 'could not be loaded';

/**
 * `final`: a retry would fail, too; `crash`: a retry might succeed; `outside`: the process was killed from outside, for
 * example because it used too much memory.
 */
interface ProcessLoss {
  readonly kind: 'lost';
  readonly how: string;
  readonly cause: 'final' | 'crash' | 'outside';
}

/** Signals that only other processes send. Crashes cause different signals. */
const EXTERNAL_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM'];

type PackEvent = Extract<MessageFromPack, { kind: 'sound' | 'end' }> | ProcessLoss;

class RunningOrder {
  readonly #events: PackEvent[] = [];
  #wake = (): void => {};

  add(heard: PackEvent): void {
    this.#events.push(heard);
    this.#wake();
  }

  async next(): Promise<PackEvent> {
    for (;;) {
      const heard = this.#events.shift();
      if (heard !== undefined) return heard;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

class PackChild {
  readonly #orders = new Map<number, RunningOrder>();
  /** IDs of unfinished orders, oldest first, including abandoned ones. The process is working on the first. */
  readonly #queue: number[] = [];
  readonly #process: StartedModel<MessageToPack>;
  #failure: string | undefined;
  #isReadyForModel = false;
  #isLoaded = false;
  #hasEnded = false;
  #hasCrashedAtStart = false;

  constructor(model: SherpaModel, runtime: Runtime, maxMemory: number) {
    // Search stderr without storing it, because it may contain script text.
    let last = '';
    this.#process = startModelProcess<MessageToPack, MessageFromPack>(PACK_PROGRAM, {
      onMessage: (message) => this.#receive(message),
      onStderr: (part) => {
        last = (last + part).slice(-(part.length + FAILED_RUN.length));
        if (last.includes(FAILED_RUN)) this.fail(FAILED_REASON);
      },
      onExit: (code, signal) => this.#end(code, signal),
      onStartError: () => this.#handleLoss('could not be started', 'crash'),
    });
    this.#send({ kind: 'load', model, runtime, mostMemory: maxMemory });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** A crash before a model is loaded is the native code's fault, for example because of a missing CPU instruction. */
  get hasCrashedAtStart(): boolean {
    return this.#hasCrashedAtStart;
  }

  get isUsable(): boolean {
    return !this.#hasEnded && this.#failure === undefined;
  }

  speak(order: SpeakOrder): RunningOrder {
    const saying = new RunningOrder();
    this.#orders.set(order.id, saying);
    this.#queue.push(order.id);
    this.#send({ kind: 'speak', ...order });
    return saying;
  }

  /** @param isCancelled whether to tell the process to stop speaking the order */
  abandon(id: number, isCancelled: boolean): void {
    this.#orders.delete(id);
    if (isCancelled) this.#send({ kind: 'cancel', id });
  }

  #send(message: MessageToPack): void {
    this.#process.send(message);
  }

  /** @param reason appended to the pack's title in error messages */
  fail(reason: string): void {
    this.#failure ??= reason;
    this.#process.kill();
  }

  #receive(message: MessageFromPack): void {
    if (this.#failure !== undefined) return;
    if (message.kind === 'ready-for-model') {
      this.#isReadyForModel = true;
      this.#send({ kind: 'continue' });
    }
    if (message.kind === 'loaded') this.#isLoaded = true;
    if (message.kind === 'unloadable') this.fail(UNLOADABLE_REASON);
    if (message.kind === 'failed') this.fail(FAILED_REASON);
    if (message.kind === 'greedy') this.fail('took too much memory');
    if (message.kind === 'end') this.#queue.shift();
    if (message.kind === 'sound' || message.kind === 'end') this.#orders.get(message.id)?.add(message);
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    const isFromOutside = EXTERNAL_SIGNALS.includes(signal);
    if (this.#failure === undefined && !this.#isReadyForModel && !isFromOutside) {
      this.#hasCrashedAtStart = true;
      // The utterance was never attempted.
      this.#handleLoss('could not load its native code', 'outside');
      return;
    }
    // Native code calls exit() for an invalid model.
    if (code !== null && !this.#isLoaded) this.#failure ??= UNLOADABLE_REASON;
    this.#handleLoss(`ended unexpectedly (${signal ?? code})`, isFromOutside ? 'outside' : 'crash');
  }

  #handleLoss(reason: string, cause: ProcessLoss['cause']): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const own: ProcessLoss = {
      kind: 'lost',
      how: this.#failure ?? reason,
      cause: this.#failure === undefined ? cause : 'final',
    };
    // Only the first order can have caused the crash, because the others hadn't started.
    const [first] = this.#queue;
    for (const [id, order] of this.#orders) order.add(id === first ? own : { ...own, cause: 'outside' });
  }
}

export class PackProcess {
  readonly #options: PackProcessOptions;
  readonly #closing = new AbortController();
  #runtime: Runtime;
  #child: PackChild | undefined;
  #starting: Promise<PackChild> | undefined;
  #saying = 0;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(options: PackProcessOptions) {
    this.#options = options;
    this.#runtime = options.runtime ?? 'any';
  }

  get pid(): number | undefined {
    return this.#child?.isUsable === true ? this.#child.pid : undefined;
  }

  /** Restarts a process that is killed from outside before producing any audio. @throws SourceError; PackLostError */
  async *say(utterance: PackUtterance, signal: AbortSignal): AsyncGenerator<Sound> {
    const deadline = new Deadline(this.#options.title, DECISIONS.packs.timeouts);
    clearTimeout(this.#idle);
    this.#saying += 1;
    try {
      let heard = false;
      for (let attempt = 1; ; attempt += 1) {
        try {
          for await (const sound of this.#said(utterance, deadline, signal)) {
            heard = true;
            yield sound;
          }
          return;
        } catch (error) {
          const mayHelp = error instanceof PackLostError && !heard && attempt < DECISIONS.packs.starts;
          if (!mayHelp) throw error;
        }
      }
    } finally {
      this.#saying -= 1;
      if (this.#saying === 0) this.#startIdleTimer();
    }
  }

  async *#said(utterance: PackUtterance, deadline: Deadline, signal: AbortSignal): AsyncGenerator<Sound> {
    const child = await deadline.wait(this.#ensureRunning(), signal, () => {});
    this.#lastId += 1;
    const id = this.#lastId;
    const order = child.speak({ id, ...utterance });
    try {
      yield* this.#heard(order, deadline, signal, () => child.fail('was stuck'));
    } finally {
      child.abandon(id, signal.aborted);
    }
  }

  async *#heard(
    order: RunningOrder,
    deadline: Deadline,
    signal: AbortSignal,
    giveUp: () => void,
  ): AsyncGenerator<Sound> {
    const { title } = this.#options;
    let hasSound = false;
    for (;;) {
      const heard = await deadline.wait(order.next(), signal, () => {
        if (!signal.aborted) giveUp();
      });
      if (heard.kind === 'lost') {
        const reason = `${title} ${heard.how}.`;
        if (heard.cause === 'final') throw new SourceError('final', reason);
        if (heard.cause === 'outside' || hasSound) throw new PackLostError(reason);
        throw new SourceError('passing', reason, { retryAfterSeconds: 0 });
      }
      if (heard.kind === 'end') {
        if (!heard.isWhole) throw new SourceError('final', `${title} could not speak a text.`);
        return;
      }
      hasSound = true;
      yield { sampleRate: heard.sampleRate, samples: heard.samples };
    }
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#closing.abort(new Error('The service is stopping.'));
    this.#child?.fail('was stopped');
  }

  async #ensureRunning(): Promise<PackChild> {
    if (this.#child?.isUsable === true) return this.#child;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #start(): Promise<PackChild> {
    const { prepare, mostMemory = totalmem() / 2 } = this.#options;
    const { signal } = this.#closing;
    const model = await prepare(Math.min(DECISIONS.packs.threads, availableParallelism()), signal);
    signal.throwIfAborted();
    if (this.#child?.hasCrashedAtStart === true) this.#runtime = 'wasm';
    this.#child = new PackChild(model, this.#runtime, mostMemory);
    return this.#child;
  }

  /** Ends the process when idle, because a model takes hundreds of megabytes. */
  #startIdleTimer(): void {
    const { idleMs = DECISIONS.packs.idleSeconds * 1000 } = this.#options;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#child?.fail('was not needed'), idleMs);
    this.#idle.unref();
  }
}
