// Interface between the service and the application's gateway (electron/gateway): jobs, files and the journal.
export type { Logger } from './common/log.ts';
export { type GatewayFigures, NO_FIGURES } from './host/gateway-health.ts';
export type { GatewayWork } from './host/gateway-work.ts';
export type { ClaimedJob, EndedJob, FinishedJob, StoredInput } from './ports/jobs.ts';
export { StoreUnavailableError } from './ports/objects.ts';
export {
  type CountedBatch,
  LeaseLostError,
  type NewUpstreamJob,
  type UpstreamBatch,
  type UpstreamJob,
} from './ports/upstream.ts';
export type { EngineVoice } from './voices/voice.ts';
