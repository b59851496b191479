// One request from the window: checked, parsed, handed to who answers it, and its answer parsed before it leaves.
import type { z } from 'zod';
import {
  type Channel,
  CONTRACT,
  type ParsedRequestOf,
  type ReplyOf,
  SHELL_REQUESTS,
  type ShellChannel,
  type StudioChannel,
} from '../../shared/ipc/contract.ts';
import { type BridgeError, type Envelope, envelopeOf } from '../../shared/ipc/envelope.ts';
import { inputProblem } from './input-size.ts';

/** An answer on its way to the window: an envelope, or one as JSON. */
export type CrossingReply = Envelope<unknown> | string;

/** Answers the requests that the main process answers itself. One that is missing does not compile. */
export type ShellHandlers = {
  readonly [C in ShellChannel]: (input: ParsedRequestOf<C>) => Promise<Envelope<ReplyOf<C>>>;
};

export interface DispatchOptions {
  readonly shell: ShellHandlers;
  /** Hands a parsed request on; its answer was parsed by the contract where it was made. Never fails. */
  readonly askStudio: (channel: StudioChannel, input: unknown) => Promise<CrossingReply>;
  /** Notes a defect of ours; answers the id under which it is in the log. It never holds what was asked or answered. */
  readonly noteDefect: (channel: string, error: unknown) => string;
}

const refusal = (error: BridgeError): Envelope<never> => ({ ok: false, error });

const isChannel = (name: unknown): name is Channel => typeof name === 'string' && Object.hasOwn(CONTRACT, name);
const isShellChannel = (channel: Channel): channel is ShellChannel => Object.hasOwn(SHELL_REQUESTS, channel);

/** @returns what answers a request; it never fails */
export function createDispatch({ shell, askStudio, noteDefect }: DispatchOptions) {
  const answerShell = async (channel: ShellChannel, input: unknown): Promise<Envelope<unknown>> => {
    // The input was parsed by this very channel's schema, which the compiler can't follow over a union of channels.
    const reply = await shell[channel](input as never);
    const output: z.ZodType = CONTRACT[channel].output;
    return envelopeOf(output).parse(reply) as Envelope<unknown>;
  };

  return async function dispatch(isAllowed: boolean, channel: unknown, input: unknown): Promise<CrossingReply> {
    if (!isAllowed) return refusal({ kind: 'forbidden' });
    if (!isChannel(channel)) return refusal({ kind: 'malformed-request', fields: ['channel'] });
    try {
      const problem = inputProblem(input);
      if (problem) return refusal({ kind: 'malformed-request', fields: [problem] });
      const parsed = CONTRACT[channel].input.safeParse(input);
      if (!parsed.success) return refusal({ kind: 'malformed-request', fields: pathsOf(parsed.error) });
      return await (isShellChannel(channel) ? answerShell(channel, parsed.data) : askStudio(channel, parsed.data));
    } catch (error) {
      return refusal({ kind: 'internal', id: noteDefect(channel, error) });
    }
  };
}

/** Paths of what is wrong, without the values: a key may be among them. */
const pathsOf = (error: z.ZodError): string[] =>
  [...new Set(error.issues.map(({ path }) => path.map(String).join('.') || 'input'))].slice(0, 20);
