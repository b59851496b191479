import type { SingleCreation } from '../../../shared/service/single-parameters.ts';
import type { Engine } from '../../../shared/service/vocabulary.ts';
import type { WholeClient } from '../api/service-client.ts';
import { ServiceError } from '../api/service-error.ts';

/**
 * Has words spoken by single generation, once, and fetches the file when it is done: for voices whose engine no stream takes.
 *
 * @throws ServiceError; the signal's reason
 */
export async function speakSingle(
  client: Pick<WholeClient, 'generate' | 'downloadBytes'>,
  parameters: Omit<SingleCreation, 'voice_engine'>,
  engine: Engine,
  signal: AbortSignal,
): Promise<Uint8Array> {
  for await (const event of client.generate({ ...parameters, voice_engine: engine }, { signal })) {
    if (event.kind !== 'completed') continue;
    return client.downloadBytes(event.url, { signal, ...(event.size === null ? {} : { sizeBytes: event.size }) });
  }
  throw new ServiceError({ kind: 'job-failed', message: null });
}
