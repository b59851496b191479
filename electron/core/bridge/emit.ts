import type { EventName, EventOf } from '../../../shared/ipc/events.ts';

/** Pushes an event to the window. */
export type Emit = <E extends EventName>(name: E, payload: EventOf<E>) => void;
