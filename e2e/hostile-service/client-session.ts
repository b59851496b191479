import type { BatchCreation } from '@lectern/tts-protocol';
import { createNodeTransport } from '../../electron/core/api/node-transport.ts';
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from '../../electron/core/api/service-client.ts';
import { SkippingClock } from '../../electron/core/api/testing/skipping-clock.ts';
import type { HostileBehaviours } from './behaviours.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';

export interface HostileSession {
  readonly service: HostileService;
  readonly client: ServiceClient;
  readonly clock: SkippingClock;
  end(): Promise<void>;
}

/** Starts a hostile service, and a client that times out after a tenth of a second. */
export async function hostileSession(
  behaviours: HostileBehaviours,
  more: Partial<ServiceClientOptions> = {},
  seed = 1,
): Promise<HostileSession> {
  const service = await startHostileService({ seed, behaviours });
  const transport = createNodeTransport();
  const clock = new SkippingClock();
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    credentials: { key: service.key, userId: service.userId },
    transport,
    clock,
    random: { next: () => 0.5 },
    ...more,
  });
  const end = async () => {
    transport.close();
    await service.close();
  };
  return { service, client, clock, end };
}

export function batchOfLines(count: number): BatchCreation {
  const jobs = Array.from({ length: count }, (_, index) => ({
    voice_engine: 'SvcDialog' as const,
    text: `Line ${index} ${'goes on '.repeat(index % 7)}and ends.`,
    voice: 's3://voices/anna/manifest.json',
    custom_id: `line-${index}`,
    output_format: 'wav' as const,
  }));
  return { jobs };
}
