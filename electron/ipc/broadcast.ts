// Events to the window.
import type { z } from 'zod';
import { EVENT_CHANNEL } from '../../shared/ipc/contract.ts';
import { EVENTS, type EventName, type EventOf } from '../../shared/ipc/events.ts';

/** The page that is told. */
export interface EventTarget {
  isDestroyed(): boolean;
  send(channel: string, ...values: unknown[]): void;
}

export interface Broadcast {
  /** Pushes an event of our own. */
  emit<E extends EventName>(name: E, payload: EventOf<E>): void;
  /**
   * Pushes an event that came from elsewhere, where it is of the form that it has to have.
   * @returns the event's payload; null where it was not, which is noted
   */
  relay(name: string, payload: unknown): unknown;
}

/**
 * @param target the page; null while there is no window
 * @param noteDefect told of an event that is not of its form; it never gets the payload
 */
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
