// Handles requests from the window and sends events to it. Checks each request's sender and size, then handles the
// request here or forwards it to the studio. The studio parses its own requests and rejects unknown channels.
import type { z } from 'zod';
import {
  EVENT_CHANNEL,
  malformed,
  type ParsedRequestOf,
  parseRequest,
  type ReplyOf,
  SHELL_REQUESTS,
  type ShellChannel,
} from '../../shared/ipc/contract.ts';
import { type BridgeError, type CrossingReply, type Envelope, envelopeOf } from '../../shared/ipc/envelope.ts';
import { EVENTS, type EventName, type EventOf } from '../../shared/ipc/events.ts';
import { isPageAddress } from '../platform/page-address.ts';

export type ShellHandlers = {
  readonly [C in ShellChannel]: (input: ParsedRequestOf<C>) => Promise<Envelope<ReplyOf<C>>>;
};

export interface DispatchOptions {
  readonly shell: ShellHandlers;
  /** Returns the contents of the application's window; null while there is none. */
  readonly ownContents: () => object | null;
  /** Settles when the project specified at startup has been opened or couldn't be opened. */
  readonly firstProject: Promise<void>;
  /** Never rejects. */
  readonly askStudio: (channel: string, input: unknown) => Promise<CrossingReply>;
  /** Skips the validation of replies. True in releases, because the tests already validate replies. */
  readonly trustsReplies?: boolean;
  /** Logs a defect, omitting the contents of requests and replies, and returns the id of the log entry. */
  readonly noteDefect: (channel: string, error: unknown) => string;
}

const refusal = (error: BridgeError): Envelope<never> => ({ ok: false, error });

const isShellChannel = (channel: string): channel is ShellChannel => Object.hasOwn(SHELL_REQUESTS, channel);

export function createDispatch(options: DispatchOptions) {
  const { shell, ownContents, firstProject, askStudio, trustsReplies, noteDefect } = options;
  const answerShell = async (channel: ShellChannel, input: unknown): Promise<Envelope<unknown>> => {
    const parsed = parseRequest(SHELL_REQUESTS[channel], input);
    if (!parsed.ok) return parsed;
    // The input has been parsed with the channel's own schema, but TypeScript can't infer this for a union of channels.
    const reply = await shell[channel](parsed.value as never);
    if (trustsReplies) return reply;
    const output: z.ZodType = SHELL_REQUESTS[channel].output;
    return envelopeOf(output).parse(reply) as Envelope<unknown>;
  };

  return async function dispatch(event: IpcSender, channel: unknown, input: unknown): Promise<CrossingReply> {
    if (!isOwnPage(event, ownContents())) return refusal({ kind: 'forbidden' });
    if (typeof channel !== 'string') return malformed(['channel']);
    try {
      const problem = inputProblem(input);
      if (problem) return malformed([problem]);
      if (isShellChannel(channel)) return await answerShell(channel, input);
      if (channel === 'project.current') await firstProject;
      return await askStudio(channel, input);
    } catch (error) {
      return refusal({ kind: 'internal', id: noteDefect(channel, error) });
    }
  };
}

/** In bytes; enough for two whole books, because a script dropped on the window is sent in a single request. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;
/** Requests in the contract are nested only a few levels deep. */
const MAX_INPUT_DEPTH = 16;
/** An edit with 100,000 changes has 400,000 values. */
const MAX_VALUES = 1_000_000;

/** Returns why an input is rejected before parsing; null if it is accepted. */
export function inputProblem(input: unknown): 'too-large' | 'too-deep' | 'forbidden-key' | null {
  let bytes = 0;
  let values = 0;
  const stack: { readonly value: unknown; readonly depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next;
    values += 1;
    bytes += bytesOf(value);
    if (values > MAX_VALUES || bytes > MAX_INPUT_BYTES) return 'too-large';
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (depth >= MAX_INPUT_DEPTH) return 'too-deep';
    if (Array.isArray(value)) {
      // Check the length first, because a sparse array can be long but empty.
      if (value.length > MAX_VALUES) return 'too-large';
      for (const member of value) stack.push({ value: member, depth: depth + 1 });
      continue;
    }
    for (const key of Object.keys(value)) {
      if (key === '__proto__') return 'forbidden-key';
      bytes += key.length * 2;
      stack.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1 });
    }
  }
  return null;
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  return ArrayBuffer.isView(value) ? value.byteLength : 8;
}

interface SenderFrame {
  readonly url: string;
  readonly parent: object | null;
}

/** The frame is null if it no longer exists. */
interface IpcSender {
  readonly sender: object;
  readonly senderFrame: SenderFrame | null;
}

/** Returns whether a request comes from the application's own page, in the top frame of its own window. */
export const isOwnPage = ({ sender, senderFrame }: IpcSender, ownContents: object | null): boolean =>
  sender === ownContents && senderFrame !== null && senderFrame.parent === null && isPageAddress(senderFrame.url);

export interface EventTarget {
  isDestroyed(): boolean;
  send(channel: string, ...values: unknown[]): void;
}

export interface Broadcast {
  emit<E extends EventName>(name: E, payload: EventOf<E>): void;
  /** Validates an event from another process and sends it to the window. Logs invalid events and returns null. */
  relay(name: string, payload: unknown): unknown;
}

/** `target` returns null while there is no window. `noteDefect` is never passed the payload. */
export function createBroadcast(
  target: () => EventTarget | null,
  noteDefect: (name: string, error: unknown) => void,
): Broadcast {
  const send = (name: string, payload: unknown) => {
    const page = target();
    if (page && !page.isDestroyed()) page.send(EVENT_CHANNEL, name, payload);
  };
  return {
    emit: send,
    relay(name, payload) {
      const schema: z.ZodType | null = Object.hasOwn(EVENTS, name) ? EVENTS[name as EventName] : null;
      const parsed = schema?.safeParse(payload);
      if (!parsed?.success) {
        noteDefect(name, parsed?.error ?? new Error('no such event'));
        return null;
      }
      send(name, parsed.data);
      return parsed.data;
    },
  };
}
