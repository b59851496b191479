// Whether an account can be used, asked in the cheapest way: one listing of voices, tried once.
import type { VoiceReading } from '@lectern/tts-protocol';
import type { ServiceClient } from './service-client.ts';
import { ServiceError, type ServiceProblem } from './service-error.ts';

/** The result of the check. `problem` is the reason, which `describeProblem` puts into words. */
export type ConnectionCheck =
  /** `voices`: as the service lists them, maybe none. */
  | { readonly kind: 'ok'; readonly voices: readonly VoiceReading[] }
  /** The key or the user id is wrong (401), or cannot be sent at all. */
  | { readonly kind: 'wrong-key'; readonly problem: ServiceProblem }
  /** Key and user id are known, and their plan has no access (403). */
  | { readonly kind: 'no-access'; readonly problem: ServiceProblem }
  /** Something answers that is not the service: a page, another path, a reply that is no list, another server's address. */
  | { readonly kind: 'not-the-service'; readonly problem: ServiceProblem }
  /** Nothing answers, or nothing was sent because it would not have been private. */
  | { readonly kind: 'unreachable'; readonly problem: ServiceProblem }
  /** The service is there and can't say at present: 429 or 5xx. Worth another try later. */
  | { readonly kind: 'not-now'; readonly problem: ServiceProblem };

/** What a problem says of the connection; also for what `createServiceClient` throws. */
export function connectionCheckOf(problem: ServiceProblem): Exclude<ConnectionCheck, { readonly kind: 'ok' }> {
  switch (problem.kind) {
    case 'unauthorized':
    case 'unusable-credentials':
      return { kind: 'wrong-key', problem };
    case 'unsupported-plan':
      return { kind: 'no-access', problem };
    case 'connection':
      // What answers, and not in HTTP, is there: it is another one.
      return { kind: problem.failure === 'malformed' ? 'not-the-service' : 'unreachable', problem };
    case 'insecure-address':
    case 'unusable-address':
      return { kind: 'unreachable', problem };
    case 'rate-limited':
    case 'server-error':
      return { kind: 'not-now', problem };
    default:
      return { kind: 'not-the-service', problem };
  }
}

/**
 * Asks the service whether it accepts the client's account.
 *
 * @throws the signal's reason once it is aborted
 */
export async function checkConnection(
  client: Pick<ServiceClient, 'listVoices'>,
  signal?: AbortSignal,
): Promise<ConnectionCheck> {
  try {
    return { kind: 'ok', voices: await client.listVoices(signal, 1) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ServiceError) return connectionCheckOf(error.problem);
    throw error;
  }
}
