// The file of languages and voices that eSpeak NG comes with: 24 MB, of which all threads can share one copy.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Worker, workerData } from 'node:worker_threads';

let read: SharedArrayBuffer | undefined;

/** Its bytes, which are never changed: those that the thread was started with (`startSpeechThread`), or read once. */
export function espeakData(): SharedArrayBuffer {
  read ??= given() ?? readWhole(new URL('espeak-ng.data', import.meta.resolve('@echogarden/espeak-ng-emscripten')));
  return read;
}

const given = (): SharedArrayBuffer | undefined => (workerData instanceof SharedArrayBuffer ? workerData : undefined);

/** Most megabytes that a thread keeps for what it has only just made: short-lived things, which speech makes few of. */
const YOUNG_MEGABYTES = 6;

/** Starts a thread that speaks, without a copy of the data of its own. */
export function startSpeechThread(script: URL): Worker {
  return new Worker(script, {
    workerData: espeakData(),
    // It needs nothing of it, and keys may be in it.
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
}

function readWhole(path: URL): SharedArrayBuffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const data = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(data);
    for (let at = 0; at < size; ) {
      const count = readSync(file, bytes, at, size - at, at);
      if (count === 0) throw new Error('The data of eSpeak NG is cut short.');
      at += count;
    }
    return data;
  } finally {
    closeSync(file);
  }
}

/** The bytes as the package accepts them: it checks that their constructor's name is `ArrayBuffer`. */
export function asPackage(data: SharedArrayBuffer): SharedArrayBuffer {
  return Object.defineProperty(data, 'constructor', { value: ArrayBuffer, configurable: true });
}
