// Validates manifest stores with the C2PA library. Runs in a separate thread, because a malicious store can make the
// library hang or crash.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import type { StoreReport, ValidationJob } from './validate-store.ts';

/** Names of the errors that invalid instructions, invalid memory accesses and stack overflows cause. */
const TRAPS = ['RuntimeError', 'RangeError'];

async function validate({ store, anchors }: ValidationJob): Promise<StoreReport> {
  const settings = {
    // The library rejects an empty list.
    ...(anchors === '' ? {} : { trust: { trust_anchors: anchors } }),
    verify: { verify_trust: true, remote_manifest_fetch: false, ocsp_fetch: false },
  };
  try {
    const reader = await WasmReader.fromBytes('application/c2pa', store, JSON.stringify(settings));
    const report = reader.json();
    reader.free();
    return report;
  } catch (error) {
    // After a trap, the library's memory is in an undefined state, so end the thread.
    if (error instanceof Error && TRAPS.includes(error.name)) throw error;
    return null;
  }
}

initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });

parentPort?.on('message', (job: ValidationJob) => {
  void validate(job).then((result) => {
    const reply: WorkerReply<StoreReport> = { ok: true, result };
    parentPort?.postMessage(reply);
  });
});
