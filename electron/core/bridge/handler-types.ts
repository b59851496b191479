import type { ParsedRequestOf, ReplyOf, StudioChannel } from '../../../shared/ipc/contract.ts';
import type { EventName, EventOf } from '../../../shared/ipc/events.ts';
import type { InternalName, InternalReplyOf, InternalRequestOf } from '../../../shared/ipc/studio-protocol.ts';
import type { Awaitable } from '../ports.ts';

/** Pushes an event to the window. */
export type Emit = <E extends EventName>(name: E, payload: EventOf<E>) => void;

/** Answers some requests of the contract. What it throws is made an error of the bridge elsewhere. */
export type HandlersOf<C extends StudioChannel> = {
  readonly [Name in C]: (input: ParsedRequestOf<Name>) => Awaitable<ReplyOf<Name>>;
};

/** Answers all of them: one that is missing does not compile. */
export type Handlers = HandlersOf<StudioChannel>;

/** Answers what only the main process may ask. */
export type InternalHandlers = {
  readonly [Name in InternalName]: (input: InternalRequestOf<Name>) => Awaitable<InternalReplyOf<Name>>;
};

/** The channels whose names begin with one of these words and a dot. */
export type ChannelsOf<Area extends string> = Extract<StudioChannel, `${Area}.${string}`>;
