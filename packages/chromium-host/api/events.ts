import type { EventEmitter } from 'node:events';

export interface HostEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function createHostEvent<T extends object>(members: T): HostEvent & T {
  return {
    defaultPrevented: false,
    preventDefault(): void {
      this.defaultPrevented = true;
    },
    ...members,
  };
}

/** Emits an event and returns false if a listener prevented it. */
export function emitPreventable(
  emitter: EventEmitter,
  name: string,
  members: object = {},
  ...args: unknown[]
): boolean {
  const event = createHostEvent(members);
  emitter.emit(name, event, ...args);
  return !event.defaultPrevented;
}
