// Loaded before a utility process's own module: process.parentPort over the channel of child_process.
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
// The main process has gone, by whatever signal: so does this one, as Electron's does.
process.on('disconnect', () => process.exit(1));
// Tests kill it and its threads, and start them again and again: what was compiled by then is kept for the next start.
setTimeout(() => flushCompileCache(), 3_000).unref();
