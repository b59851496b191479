// What the host does not have says so by name, instead of being quietly undefined.
import { EventEmitter } from 'node:events';

/** Asked of any object by promises, by modules and by inspectors: these get a plain undefined. */
const ASKED_OF_EVERYTHING = new Set(['then', 'toJSON', 'inspect', 'constructor', 'default', '__esModule', 'nodeType']);

/** The error for a part of Electron's interface that the host does not have, such as `app.dock`. */
export const notPart = (what: string): Error => new Error(`${what} is not part of the Chromium host`);

/** The object itself, but reading a member that it lacks throws an error with the member's name. */
export function strict<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || ASKED_OF_EVERYTHING.has(key)) {
        return Reflect.get(target, key, receiver);
      }
      throw notPart(`${name}.${key}`);
    },
  });
}

/**
 * A base class for the emitters of Electron's interface. Members that neither the emitter nor its subclass has throw
 * by name; so does listening to an event that is not in the list (null: any event, for channels).
 */
export function strictEmitter(name: string, events: readonly string[] | null) {
  const known = events && new Set([...events, 'newListener', 'removeListener', 'error']);
  const check = (event: string | symbol): void => {
    if (known && typeof event === 'string' && !known.has(event)) throw notPart(`The event '${event}' of ${name}`);
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
  // Own members are found before this prototype is asked, so private fields and subclasses work as ever.
  Object.setPrototypeOf(StrictEmitter.prototype, strict(name, EventEmitter.prototype));
  return StrictEmitter;
}

/** An object of the host where Electron's types want the whole interface: what it lacks throws by name. */
export const asElectron = <T>(part: object): T => part as T;
