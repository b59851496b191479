// Checks an account with the cheapest request: listing the voices, without retries.
import type { LenientVoice } from '@lectern/tts-protocol';
import type { ServiceClient } from './service-client.ts';
import { ServiceError, type ServiceProblem } from './service-error.ts';

export type ConnectionCheck =
  | { readonly kind: 'ok'; readonly voices: readonly LenientVoice[] }
  | { readonly kind: 'wrong-key'; readonly problem: ServiceProblem }
  | { readonly kind: 'no-access'; readonly problem: ServiceProblem }
  /**
   * The reply isn't from the service: it is an HTML page, isn't a list, or comes from a wrong path or another server.
   */
  | { readonly kind: 'not-the-service'; readonly problem: ServiceProblem }
  /** There was no reply, or nothing was sent because the connection wouldn't have been private. */
  | { readonly kind: 'unreachable'; readonly problem: ServiceProblem }
  /** The service can't answer right now (429 or 5xx). It is worth trying again later. */
  | { readonly kind: 'not-now'; readonly problem: ServiceProblem };

export function toConnectionCheck(problem: ServiceProblem): Exclude<ConnectionCheck, { readonly kind: 'ok' }> {
  switch (problem.kind) {
    case 'unauthorized':
    case 'unusable-credentials':
      return { kind: 'wrong-key', problem };
    case 'unsupported-plan':
      return { kind: 'no-access', problem };
    case 'connection':
      // A server that replies but doesn't speak HTTP is reachable; it just isn't the service.
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

export async function checkConnection(
  client: Pick<ServiceClient, 'listVoices'>,
  signal?: AbortSignal,
): Promise<ConnectionCheck> {
  try {
    return { kind: 'ok', voices: await client.listVoices(signal, 1) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ServiceError) return toConnectionCheck(error.problem);
    throw error;
  }
}
