// One request from the window: its sender and its size are checked. Requests that the main process answers itself are parsed
// here. All others go to the studio, which has their schemas: it parses them, and refuses unknown channels.
import type { z } from 'zod';
import { type ParsedRequestOf, type ReplyOf, SHELL_REQUESTS, type ShellChannel } from '../../shared/ipc/contract.ts';
import { type BridgeError, type CrossingReply, type Envelope, envelopeOf } from '../../shared/ipc/envelope.ts';
import { malformed, parseRequest } from '../../shared/ipc/parse-request.ts';
import { isPageAddress } from '../platform/page-address.ts';

/** Answers the requests that the main process answers itself. One that is missing does not compile. */
export type ShellHandlers = {
  readonly [C in ShellChannel]: (input: ParsedRequestOf<C>) => Promise<Envelope<ReplyOf<C>>>;
};

export interface DispatchOptions {
  readonly shell: ShellHandlers;
  /** Hands a request on to the studio, which parses it, its channel included. Never fails. */
  readonly askStudio: (channel: string, input: unknown) => Promise<CrossingReply>;
  /** In a release, whose replies have passed the tests: they are not parsed. */
  readonly trustsReplies?: boolean;
  /** Notes a defect of ours; answers the id under which it is in the log. It never holds what was asked or answered. */
  readonly noteDefect: (channel: string, error: unknown) => string;
}

const refusal = (error: BridgeError): Envelope<never> => ({ ok: false, error });

const isShellChannel = (channel: string): channel is ShellChannel => Object.hasOwn(SHELL_REQUESTS, channel);

/** @returns what answers a request; it never fails */
export function createDispatch({ shell, askStudio, trustsReplies, noteDefect }: DispatchOptions) {
  const answerShell = async (channel: ShellChannel, input: unknown): Promise<Envelope<unknown>> => {
    const parsed = parseRequest(SHELL_REQUESTS[channel], input);
    if (!parsed.ok) return parsed;
    // The input was parsed by this very channel's schema, which the compiler can't follow over a union of channels.
    const reply = await shell[channel](parsed.value as never);
    if (trustsReplies) return reply;
    const output: z.ZodType = SHELL_REQUESTS[channel].output;
    return envelopeOf(output).parse(reply) as Envelope<unknown>;
  };

  return async function dispatch(isAllowed: boolean, channel: unknown, input: unknown): Promise<CrossingReply> {
    if (!isAllowed) return refusal({ kind: 'forbidden' });
    if (typeof channel !== 'string') return malformed(['channel']);
    try {
      const problem = inputProblem(input);
      if (problem) return malformed([problem]);
      return await (isShellChannel(channel) ? answerShell(channel, input) : askStudio(channel, input));
    } catch (error) {
      return refusal({ kind: 'internal', id: noteDefect(channel, error) });
    }
  };
}

// A guard before anything is parsed: what a page may send at most, and what it may never send.

/** A whole book, twice over; a script that is dropped on the window crosses in one piece. Bytes. */
const LARGEST_INPUT_BYTES = 64 * 1024 * 1024;
/** No request of the contract is nested deeper than a few levels. */
const DEEPEST_INPUT = 16;
/** An edit of 100,000 changes has 400,000 values. */
const MOST_VALUES = 1_000_000;

/** Why an input is refused before it is parsed; null: it is not. */
export function inputProblem(input: unknown): 'too-large' | 'too-deep' | 'forbidden-key' | null {
  let bytes = 0;
  let values = 0;
  const stack: { readonly value: unknown; readonly depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next;
    values += 1;
    bytes += bytesOf(value);
    if (values > MOST_VALUES || bytes > LARGEST_INPUT_BYTES) return 'too-large';
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (depth >= DEEPEST_INPUT) return 'too-deep';
    if (Array.isArray(value)) {
      // Asked before it is walked through: an array may say that it is long without holding anything.
      if (value.length > MOST_VALUES) return 'too-large';
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

// Who may send requests: only the application's own page, in the top frame of its own window.

/** What is looked at of the frame that a request came from. */
interface SenderFrame {
  readonly url: string;
  readonly parent: object | null;
}

/** Where a request came from, as Electron tells it. The frame is null where it has gone in the meantime. */
interface IpcSender {
  readonly sender: object;
  readonly senderFrame: SenderFrame | null;
}

/** Whether a request came from the page of this window. */
export const isOwnPage = ({ sender, senderFrame }: IpcSender, ownContents: object | null): boolean =>
  sender === ownContents && senderFrame !== null && senderFrame.parent === null && isPageAddress(senderFrame.url);
