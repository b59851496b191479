// Worker thread that unpacks one archive; see unpack-tar.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { errorCode } from '../../../../node/files/file-errors.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import { type TarJob, unpackTarInThread } from './tar-files.ts';
import type { TarMessage } from './unpack-tar.ts';

const post = (content: TarMessage): void => parentPort?.postMessage(content);

unpackTarInThread(workerData as TarJob, (read) => post({ read })).then(
  (ready) => post({ ready }),
  (error: unknown) => {
    if (error instanceof PackError) return post({ problem: error.problem, where: error.where });
    post({ failed: error instanceof Error ? error.message : String(error), code: errorCode(error) });
  },
);
