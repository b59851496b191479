// A worker with a null engine for the service on several machines. Its jobs finish immediately and produce no files.
import { createLogger } from '../packages/speech-service/common/log.ts';
import { workOn } from '../packages/speech-service/host/shared-worker.ts';
import { Teardown } from '../packages/speech-service/host/teardown.ts';
import { openSharedDatabase } from '../packages/speech-service/postgres/open.ts';
import { SilentRenderer } from '../packages/speech-service/rendering/renderer.ts';

const [, , url = ''] = process.argv;
const log = createLogger('error', (row) => process.stderr.write(row));
const database = await openSharedDatabase(url, 'worker', log);
const silent = new SilentRenderer();
workOn(new Teardown(), database, {
  url,
  worker: `null-${process.pid}`,
  renderer: {
    voices: silent.voices,
    lanes: silent.lanes,
    laneOf: silent.laneOf,
    render: async () => ({ duration: 0, size: 0 }),
    stream: silent.stream,
    close: silent.close,
  },
  objects: { put: async () => {}, remove: async () => {} },
  audioFolder: '',
  drainSeconds: 0,
  log,
});
process.stdout.write('The worker is ready.\n');
