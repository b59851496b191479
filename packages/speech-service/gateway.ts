// The entry point for the application's gateway (electron/gateway), which takes jobs of the service on several machines.
export { createLogger, type Logger, stackFrames } from './common/log.ts';
export { type GatewayWork, openGatewayWork } from './host/gateway-work.ts';
export { UsageError } from './host/options.ts';
export { type GatewayOptions, parseGatewayOptions } from './host/shared-options.ts';
export type { ClaimedJob, EndedJob, FinishedJob, StoredInput, WorkQueue } from './ports/jobs.ts';
export { type ObjectStore, StoreUnavailableError } from './ports/objects.ts';
export type { ProgressReporter } from './ports/progress.ts';
export {
  type CountedBatch,
  LeaseLostError,
  type NewUpstreamJob,
  type UpstreamBatch,
  type UpstreamJob,
  type UpstreamJournal,
} from './ports/upstream.ts';
export { SchemaError } from './postgres/migrate.ts';
export { StorageAddressError } from './s3/s3-address.ts';
export type { EngineVoice } from './voices/voice.ts';
