import { countCharacters } from '../../../shared/rules/characters.ts';
import { audioLimitOf } from '../../../shared/rules/longest-speech.ts';
import type { SingleCreation } from '../../../shared/service/single-parameters.ts';
import type { Engine } from '../../../shared/service/vocabulary.ts';
import type { DownloadSink } from '../api/download.ts';
import type { WholeClient } from '../api/service-client.ts';
import { ServiceError } from '../api/service-error.ts';

/**
 * Has words spoken by single generation, once, and downloads the file when it is done: for voices whose engine no stream takes.
 *
 * @throws ServiceError; the signal's reason
 */
export async function speakSingle(
  client: Pick<WholeClient, 'generate' | 'download'>,
  parameters: Omit<SingleCreation, 'voice_engine'>,
  engine: Engine,
  { to, signal }: { readonly to: DownloadSink; readonly signal: AbortSignal },
): Promise<void> {
  const limit = audioLimitOf({ characters: countCharacters(parameters.text), speed: parameters.speed });
  for await (const event of client.generate({ ...parameters, voice_engine: engine }, { signal })) {
    if (event.kind !== 'completed') continue;
    return client.download(event.url, { to, limit, signal, sizeBytes: event.size ?? undefined });
  }
  throw new ServiceError({ kind: 'job-failed', message: null });
}
