// Forwards requests to the studio process, which has the project open. If that process dies, it is restarted with the
// same project.
import type { z } from 'zod';
import type { CrossingReply, Envelope } from '../../shared/ipc/envelope.ts';
import type { EventOf } from '../../shared/ipc/events.ts';
import {
  type FromStudio,
  fromStudioSchema,
  INTERNAL_REQUESTS,
  type InternalName,
  type InternalReplyOf,
  type InternalRequestOf,
  STUDIO_CALLS,
  type StudioCallName,
  type StudioCallOf,
  type StudioCallReplyOf,
  type StudioInit,
  type StudioNotice,
  type ToStudio,
} from '../../shared/ipc/studio-protocol.ts';
import { at } from '../../shared/rules/at.ts';
import { isLaunchRequest } from '../../shared/rules/launched-process.ts';
import type { Broadcast } from '../ipc/dispatch.ts';

/** The part of Electron's `UtilityProcess` that is used. */
export interface StudioProcess {
  postMessage(message: ToStudio): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
  kill(): unknown;
}

/** If it throws, the error's message is sent to the studio. */
export type StudioCallHandlers = {
  readonly [N in StudioCallName]: (input: StudioCallOf<N>) => Promise<StudioCallReplyOf<N>>;
};

export interface StudioLinkOptions {
  readonly fork: () => StudioProcess;
  readonly init: () => StudioInit;
  readonly calls: StudioCallHandlers;
  /** Skips the validation of replies. True in releases, because the tests already validate replies. */
  readonly trustsReplies?: boolean;
  readonly broadcast: Broadcast;
  readonly onNotice: (notice: StudioNotice) => void;
  /** Called after the window has been notified. */
  readonly onProject: () => void;
  /** The machine must stay awake during a run. */
  readonly onRunning: (isRunning: boolean) => void;
  readonly log: (level: 'info' | 'warning' | 'error', message: string) => void;
  readonly after: (milliseconds: number, callback: () => void) => void;
  readonly now: () => number;
}

/** Delays in milliseconds, indexed by the number of consecutive crashes. */
const RESTART_WAITS_MS = [0, 500, 2_000, 10_000, 30_000];
/** If the process has run for this long, a crash no longer counts as consecutive. */
const STABLE_AFTER_MS = 60_000;

const STUDIO_GONE: Envelope<never> = { ok: false, error: { kind: 'studio-gone' } };

type PostedRequest = Extract<ToStudio, { type: 'request' | 'internal' }>;

export class StudioLink {
  readonly #options: StudioLinkOptions;
  readonly #pending = new Map<number, (reply: CrossingReply) => void>();
  #waiting: ToStudio[] = [];
  #process: StudioProcess | null = null;
  #isReady = false;
  #isLetGo = false;
  #lastId = 0;
  #starts = 0;
  #deaths = 0;
  #projectPath: string | null = null;
  #connectionId: string | null = null;

  constructor(options: StudioLinkOptions) {
    this.#options = options;
  }

  // Arrow functions, because callers use them unbound.
  readonly start = (): void => {
    const { fork, init, log, now } = this.#options;
    const forked = fork();
    const startedAt = now();
    this.#process = forked;
    this.#starts += 1;
    forked.on('message', (message) => {
      // `forkStudio` handles these.
      if (isLaunchRequest(message)) return;
      const parsed = fromStudioSchema.safeParse(message);
      if (parsed.success) this.#receive(parsed.data, forked);
      else log('error', `The studio sent what is not of its protocol: ${parsed.error.issues[0]?.message ?? ''}`);
    });
    forked.once('exit', (code) => this.#handleExit(code, now() - startedAt));
    forked.postMessage(init());
  };

  /** Resolves with `studio-gone` if the studio exits first. Never rejects. */
  readonly request = (channel: string, input: unknown): Promise<CrossingReply> =>
    this.#send({ type: 'request', id: this.#nextId(), channel, input });

  /** Never rejects. */
  readonly ask = async <N extends InternalName>(
    name: N,
    input: InternalRequestOf<N>,
  ): Promise<Envelope<InternalReplyOf<N>>> => {
    const reply = await this.#send({ type: 'internal', id: this.#nextId(), name, input });
    if (typeof reply === 'string' || !reply.ok) return typeof reply === 'string' ? STUDIO_GONE : reply;
    if (this.#options.trustsReplies) return reply as Envelope<never>;
    const output: z.ZodType = INTERNAL_REQUESTS[name].output;
    const parsed = output.safeParse(reply.value);
    if (parsed.success) return { ok: true, value: parsed.data as never };
    this.#options.log('error', `The studio answered ${name} with what is not of its protocol.`);
    return { ok: false, error: { kind: 'internal', id: `studio.${name}` } };
  };

  readonly power = (state: 'suspend' | 'resume'): void => this.#post({ type: 'power', state });

  readonly connectionId = (): string | null => this.#connectionId;

  readonly hasProject = (): boolean => this.#projectPath !== null;

  /**
   * Shuts down the studio, or kills it after `limitMs`; batches being sent are then in doubt. Returns whether it shut
   * down in time, and never rejects.
   */
  readonly end = async (limitMs: number): Promise<boolean> => {
    this.#isLetGo = true;
    const tooLong = new Promise<null>((resolve) => this.#options.after(limitMs, () => resolve(null)));
    const reply = await Promise.race([this.ask('quit', {}), tooLong]);
    if (reply?.ok) return true;
    this.#process?.kill();
    return false;
  };

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #send(message: PostedRequest): Promise<CrossingReply> {
    return new Promise((resolve) => {
      if (this.#isLetGo && !this.#process) return resolve(STUDIO_GONE);
      this.#pending.set(message.id, resolve);
      this.#post(message);
    });
  }

  #post(message: ToStudio): void {
    if (this.#process && this.#isReady) this.#process.postMessage(message);
    else if (message.type === 'request' || message.type === 'internal') this.#waiting.push(message);
  }

  #receive(message: FromStudio, from: StudioProcess): void {
    const { calls, log, onNotice, onRunning } = this.#options;
    if (message.type === 'ready') this.#handleReady();
    else if (message.type === 'reply') this.#settle(message.id, message.envelope as Envelope<unknown>);
    else if (message.type === 'reply-text') this.#settle(message.id, message.text);
    else if (message.type === 'event') this.#relay(message.name, message.payload);
    else if (message.type === 'notice') {
      const { notice } = message;
      if (notice.kind === 'progress' && notice.runs !== undefined) onRunning(notice.runs > 0);
      onNotice(notice);
    } else
      answerCall(calls, message)
        .then((reply) => from.postMessage({ type: 'call-reply', id: message.id, reply }))
        .catch(() => log('warning', `The answer to ${message.name} did not reach the studio.`));
  }

  #handleReady(): void {
    this.#isReady = true;
    const messages = this.#waiting;
    this.#waiting = [];
    for (const message of messages) this.#post(message);
    if (this.#starts > 1) {
      this.#reopen().catch(() => this.#options.log('error', 'The project could not be opened again.'));
    }
  }

  #relay(name: string, sent: unknown): void {
    const { broadcast, onProject } = this.#options;
    const payload = broadcast.relay(name, sent);
    if (payload === null) return;
    if (name === 'project-changed') {
      this.#projectPath = (payload as EventOf<'project-changed'>).project?.path ?? null;
      onProject();
    }
    if (name === 'connection-changed') this.#connectionId = (payload as EventOf<'connection-changed'>).status.id;
  }

  async #reopen(): Promise<void> {
    const { broadcast, onRunning, log } = this.#options;
    onRunning(false);
    const path = this.#projectPath;
    this.#projectPath = null;
    if (path !== null) {
      const { ok } = await this.ask('openProject', { path });
      // If this fails, don't try again, because the project might be the cause of the crash.
      log(ok ? 'info' : 'error', ok ? 'The project is open again.' : 'The project could not be opened again.');
    }
    broadcast.emit('studio-restarted', {});
  }

  #settle(id: number, reply: CrossingReply): void {
    this.#pending.get(id)?.(reply);
    this.#pending.delete(id);
  }

  #handleExit(code: number, uptimeMs: number): void {
    this.#process = null;
    this.#isReady = false;
    for (const answer of this.#pending.values()) answer(STUDIO_GONE);
    this.#pending.clear();
    this.#waiting = [];
    if (this.#isLetGo) return;
    if (uptimeMs >= STABLE_AFTER_MS) this.#deaths = 0;
    const wait = at(RESTART_WAITS_MS, Math.min(this.#deaths, RESTART_WAITS_MS.length - 1));
    this.#deaths += 1;
    this.#options.log('error', `The studio ended with status ${code}; it is started again in ${wait} ms.`);
    this.#options.after(wait, () => this.#isLetGo || this.start());
  }
}

type Reply = Extract<ToStudio, { type: 'call-reply' }>['reply'];

async function answerCall(
  handlers: StudioCallHandlers,
  { name, input }: Extract<FromStudio, { type: 'call' }>,
): Promise<Reply> {
  try {
    if (!Object.hasOwn(STUDIO_CALLS, name)) throw new Error(`There is no call ${name}.`);
    const call = name as StudioCallName;
    const parsed = STUDIO_CALLS[call].input.safeParse(input);
    if (!parsed.success) throw new Error(`The call ${name} is malformed.`);
    // The input has been parsed with the call's own schema, but TypeScript can't infer this for a union of calls.
    return { ok: true, value: await handlers[call](parsed.data as never) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
