// What is pushed to the window.
import { useEffect, useRef } from 'react';
import type { EventName, EventOf } from '../../shared/ipc/events.ts';
import { exposedBridge } from './exposed.ts';

/** Listens to an event until the returned function is called. */
export const onEvent = <E extends EventName>(name: E, listener: (payload: EventOf<E>) => void): (() => void) =>
  // The main process has parsed it by this event's schema before it left.
  exposedBridge().on(name, (payload) => listener(payload as EventOf<E>));

/** Listens while the component is there; the listener may change with each rendering. */
export function useEvent<E extends EventName>(name: E, listener: (payload: EventOf<E>) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onEvent(name, (payload) => latest.current(payload)), [name]);
}
