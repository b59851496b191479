// Makes missing parts of the API throw descriptive errors instead of being undefined.
import { EventEmitter } from 'node:events';

/** Properties that promises, modules and inspectors read from any object; they stay undefined. */
const COMMONLY_PROBED = new Set(['then', 'toJSON', 'inspect', 'constructor', 'default', '__esModule', 'nodeType']);

/** Returns the error for an unsupported part of Electron's API, such as `app.dock`. */
export const unsupported = (feature: string): Error => new Error(`${feature} is not part of the Chromium host`);

/** Returns a proxy that throws when a missing property is read. */
export function strict<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || COMMONLY_PROBED.has(key)) {
        return Reflect.get(target, key, receiver);
      }
      throw unsupported(`${name}.${key}`);
    },
  });
}

/**
 * Returns a base class for Electron's emitters. It throws when a missing member is read, or when a listener is added
 * for an event that isn't in `events`. Null allows any event, because IPC channels have arbitrary names.
 */
export function strictEmitter(name: string, events: readonly string[] | null) {
  const known = events && new Set([...events, 'newListener', 'removeListener', 'error']);
  const check = (event: string | symbol): void => {
    if (known && typeof event === 'string' && !known.has(event)) throw unsupported(`The event '${event}' of ${name}`);
  };
  class StrictEmitter extends EventEmitter {
    override on(event: string | symbol, listener: (...args: never[]) => void): this {
      check(event);
      return super.on(event, listener as (...args: unknown[]) => void);
    }
    override once(event: string | symbol, listener: (...args: never[]) => void): this {
      check(event);
      return super.once(event, listener as (...args: unknown[]) => void);
    }
  }
  // Make only the prototype strict: own members are found before it, so private fields and subclasses work as usual.
  Object.setPrototypeOf(StrictEmitter.prototype, strict(name, EventEmitter.prototype));
  return StrictEmitter;
}

/** Casts a host object to its Electron type; missing parts throw when used. */
export const asElectron = <T>(part: object): T => part as T;
