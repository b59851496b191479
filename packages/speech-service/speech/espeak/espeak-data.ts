// eSpeak NG's data file of languages and voices: 24 MB, shared by all threads.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Worker, workerData } from 'node:worker_threads';

let read: SharedArrayBuffer | undefined;

export function espeakData(): SharedArrayBuffer {
  read ??=
    inheritedData() ?? readShared(new URL('espeak-ng.data', import.meta.resolve('@echogarden/espeak-ng-emscripten')));
  return read;
}

const inheritedData = (): SharedArrayBuffer | undefined =>
  workerData instanceof SharedArrayBuffer ? workerData : undefined;

/** Limit for a thread's young generation in megabytes; speech creates few short-lived objects. */
const YOUNG_GENERATION_MB = 6;

export function startSpeechThread(script: URL): Worker {
  return new Worker(script, {
    workerData: espeakData(),
    // Speech needs no environment variables, and they may contain keys.
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
}

function readShared(path: URL): SharedArrayBuffer {
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

/** Makes the data acceptable to the package, which requires a constructor named `ArrayBuffer`. */
export function asPackageBuffer(data: SharedArrayBuffer): SharedArrayBuffer {
  return Object.defineProperty(data, 'constructor', { value: ArrayBuffer, configurable: true });
}
