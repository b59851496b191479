import type { ParsedRequestOf, ReplyOf, StudioChannel } from '../../../shared/ipc/contract.ts';
import type { EventName, EventOf } from '../../../shared/ipc/events.ts';
import type { InternalName, InternalReplyOf, InternalRequestOf } from '../../../shared/ipc/studio-protocol.ts';
import type { Awaitable } from '../ports.ts';

export type Emit = <E extends EventName>(name: E, payload: EventOf<E>) => void;

/** Handles some of the requests. Callers convert exceptions to bridge errors. */
export type HandlersOf<C extends StudioChannel> = {
  readonly [Name in C]: (input: ParsedRequestOf<Name>) => Awaitable<ReplyOf<Name>>;
};

export type Handlers = HandlersOf<StudioChannel>;

export type InternalHandlers = {
  readonly [Name in InternalName]: (input: InternalRequestOf<Name>) => Awaitable<InternalReplyOf<Name>>;
};

/** Selects the channels of an area, such as `take` for `take.pick`. */
export type ChannelsOf<Area extends string> = Extract<StudioChannel, `${Area}.${string}`>;
