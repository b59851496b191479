import type { z } from 'zod';
import { EVENT_CHANNEL } from '../../shared/ipc/contract.ts';
import { EVENTS, type EventName, type EventOf } from '../../shared/ipc/events.ts';

export interface EventTarget {
  isDestroyed(): boolean;
  send(channel: string, ...values: unknown[]): void;
}

export interface Broadcast {
  emit<E extends EventName>(name: E, payload: EventOf<E>): void;
  /**
   * Validates an event from another process and sends it. Returns null if it is invalid, in which case it is logged.
   */
  relay(name: string, payload: unknown): unknown;
}

/** `target` returns null while there is no window. `noteDefect` never receives the payload. */
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
