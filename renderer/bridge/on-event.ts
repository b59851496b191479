import { useEffect, useRef } from 'react';
import type { EventName, EventOf } from '../../shared/ipc/events.ts';
import { exposedBridge } from './exposed.ts';

export const onEvent = <E extends EventName>(name: E, listener: (payload: EventOf<E>) => void): (() => void) =>
  // The main process has already validated the payload with this event's schema.
  exposedBridge().on(name, (payload) => listener(payload as EventOf<E>));

export function useEvent<E extends EventName>(name: E, listener: (payload: EventOf<E>) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onEvent(name, (payload) => latest.current(payload)), [name]);
}
