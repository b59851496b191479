// Loaded before a utility process's module: implements process.parentPort on top of child_process messages.
import { EventEmitter } from 'node:events';
import { flushCompileCache } from 'node:module';

class ParentPort extends EventEmitter {
  readonly #early: unknown[] = [];

  constructor() {
    super();
    process.on('message', (data) => {
      if (this.listenerCount('message') > 0) this.emit('message', { data, ports: [] });
      else this.#early.push(data);
    });
    this.on('newListener', (event) => {
      if (event !== 'message') return;
      setImmediate(() => {
        for (const data of this.#early.splice(0)) this.emit('message', { data, ports: [] });
      });
    });
  }

  postMessage(data: unknown): void {
    process.send?.(data as object);
  }
}

Object.defineProperty(process, 'parentPort', { value: new ParentPort() });
Object.defineProperty(process, 'type', { value: 'utility' });
// Exit when the main process exits or crashes, as in Electron.
process.on('disconnect', () => process.exit(1));
// Save the compiled code early, because tests repeatedly restart this process and its threads.
setTimeout(() => flushCompileCache(), 3_000).unref();
