import type { ServiceFailure } from '../../../shared/model/service-failure.ts';
import type { TransportFailure, TransportPhase } from '../ports.ts';

interface Answered {
  readonly status: number;
  /** The service's message without secrets, at most 300 characters, or null if there was none. */
  readonly message: string | null;
}

/** Kinds for the known statuses. The first three have identifiers in the interface ("Errors"). */
export type RefusalKind =
  | 'invalid-parameters'
  | 'unauthorized'
  | 'unsupported-plan'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-large'
  | 'unsupported-media-type';

export type ServiceProblem =
  | (Answered & { readonly kind: RefusalKind; readonly errorId: string | null })
  /** 429. `retryAfterMs` is at most 60,000, the interface's longest wait ("Errors"). */
  | (Answered & { readonly kind: 'rate-limited'; readonly retryAfterMs?: number })
  | (Answered & { readonly kind: 'server-error'; readonly retryAfterMs?: number })
  | (Answered & { readonly kind: 'unexpected-status' })
  /** 3xx, which is never followed with credentials. `origin` is the target, or null if missing. */
  | { readonly kind: 'redirected'; readonly status: number; readonly origin: string | null }
  | { readonly kind: 'not-the-service'; readonly status: number; readonly contentType: string | null }
  | { readonly kind: 'unreadable-reply'; readonly status: number; readonly detail: string }
  | { readonly kind: 'oversized-reply'; readonly status: number; readonly limit: ReplyLimit }
  | {
      readonly kind: 'connection';
      readonly phase: TransportPhase;
      readonly failure: TransportFailure;
      readonly origin: string;
      readonly code: string | null;
    }
  /** The audio file's address is no longer valid. Reading the child job again gives a new one. */
  | { readonly kind: 'address-expired'; readonly status: number }
  | { readonly kind: 'incomplete-download'; readonly receivedBytes: number; readonly expectedBytes: number | null }
  /** If `bound` is set, the file is larger than such audio can be. `bound.seconds` is null if it belongs to no text. */
  | {
      readonly kind: 'oversized-download';
      readonly limitBytes: number;
      readonly bound?: { readonly seconds: number | null };
    }
  /** A key would be sent over http to another machine, or audio would be redirected from https to http. */
  | { readonly kind: 'insecure-address'; readonly origin: string }
  /** An https service gave an http address for audio that is not available over https. */
  | { readonly kind: 'insecure-audio'; readonly origin: string }
  | { readonly kind: 'unusable-address' }
  | { readonly kind: 'unusable-credentials' }
  /** The service says that a single-generation job failed. `message` is as in `Answered`. */
  | { readonly kind: 'job-failed'; readonly message: string | null }
  /** Repeating the request could do it twice. `why` is null if the service didn't finish in time. */
  | {
      readonly kind: 'in-doubt';
      readonly what: DoubtfulThing;
      readonly why: ServiceProblem | null;
      readonly self: string | null;
    };

export interface ReplyLimit {
  readonly unit: 'bytes' | 'values' | 'levels' | 'entries';
  readonly most: number;
}

export type DoubtfulThing = 'generation' | 'clone' | 'deletion';

/** Neither message nor fields ever contain the key. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly problem: ServiceProblem;

  constructor(problem: ServiceProblem) {
    super(describeProblem(problem));
    this.problem = problem;
  }
}

export function isTransient(problem: ServiceProblem): boolean {
  switch (problem.kind) {
    case 'rate-limited':
    case 'server-error':
    case 'unreadable-reply':
    case 'incomplete-download':
      return true;
    case 'oversized-download':
      // Audio that is longer than its text allows is not a transmission error.
      return problem.bound === undefined;
    case 'connection':
      return problem.failure !== 'aborted' && problem.failure !== 'insecure' && problem.failure !== 'tls';
    case 'not-the-service':
      // A page with a success status is a temporary proxy problem; one with an error status means a wrong address.
      return problem.status < 300;
    case 'unexpected-status':
      return problem.status === 408 || problem.status === 425;
    default:
      return false;
  }
}

const FAILURES: Readonly<Record<TransportFailure, string>> = {
  'refused-connection': 'nothing answers there; check the address and that the service runs',
  dns: 'the name is unknown; check the address and the network',
  tls: 'no trusted encrypted connection could be made; check the certificate and the clock',
  'connect-timeout': 'the connection took too long; check the network',
  timeout: 'it went silent; check the network and try again',
  'too-slow': 'it sent less than 1 KB a second for half a minute; check the network and try again',
  reset: 'it closed the connection without an answer; try again',
  'ended-early': 'it broke off in the middle of its answer; try again',
  malformed: 'it does not speak HTTP; check the address',
  aborted: 'the request was called off',
  insecure: 'the address is neither http nor https; check it',
  other: 'the connection failed; check the network and try again',
};

const REFUSALS: Readonly<Record<RefusalKind, string>> = {
  'invalid-parameters': 'The service refused the request as invalid',
  unauthorized: 'The service does not accept the API key or the user id; check both',
  'unsupported-plan': "The account's plan has no access to this",
  'not-found': 'The service does not know this address or job; check the base address',
  'method-not-allowed': 'The service does not offer this here; check the base address',
  'too-large': 'The service refused the request as too large; send fewer or shorter lines at once',
  'unsupported-media-type': 'The service refused the form of the request; check the base address',
};

const DOUBTS: Readonly<Record<DoubtfulThing, string>> = {
  generation: 'It is not certain whether the service made the audio, and asking again may be paid twice',
  clone: 'It is not certain whether the voice was made; look at the list of cloned voices before trying again',
  deletion: 'It is not certain whether the voice was deleted; look at the list of cloned voices',
};

function causeOf(problem: ServiceProblem | null): string {
  if (problem === null) return 'The service had not finished in time.';
  return describeProblem(problem).replace(/; (?:check|try|read|set|use|send) [^:.(]*?(?=[:.]| \()/, '');
}

export function describeProblem(problem: ServiceProblem): string {
  switch (problem.kind) {
    case 'rate-limited':
      return sentence('The service asks to wait: too many requests or characters in this minute (429)', problem);
    case 'server-error':
      return sentence(`The service failed (${problem.status}); try again later`, problem);
    case 'unexpected-status':
      return sentence(`The service gave an answer that is not in its interface (${problem.status})`, problem);
    case 'redirected':
      return `The service sent the request elsewhere (${problem.status}${problem.origin ? `, to ${problem.origin}` : ''}), which is never followed with a key; set the right base address.`;
    case 'not-the-service':
      return `What answered is not the text-to-speech service (status ${problem.status}, ${problem.contentType ?? 'no content type'}); check the base address.`;
    case 'unreadable-reply':
      return `The service's answer (${problem.status}) cannot be read: ${problem.detail}.`;
    case 'oversized-reply':
      return `The service's answer (${problem.status}) was not read: it has more than ${formatLimit(problem.limit)}; check the base address, or tell the service’s operator.`;
    case 'connection':
      return `No answer from ${problem.origin}: ${FAILURES[problem.failure]}${problem.code ? ` (${problem.code})` : ''}.`;
    case 'address-expired':
      return `The address of the audio file is no longer valid (${problem.status}); read the job again for a new one.`;
    case 'incomplete-download':
      return `The audio file arrived in part: ${problem.receivedBytes} of ${problem.expectedBytes ?? 'an unknown number of'} bytes; try again.`;
    case 'oversized-download':
      return tooLargeAudio(problem);
    case 'insecure-address':
      return `The connection to ${problem.origin} is not encrypted, so nothing was sent; use an https address.`;
    case 'insecure-audio':
      return `The service names the audio at ${problem.origin}, which is not encrypted, and it can't be had over https there, so it was not fetched; ask the service's operator for https addresses.`;
    case 'unusable-address':
      return 'The address is neither http nor https; check the base address.';
    case 'unusable-credentials':
      return 'The API key or the user id is empty or holds characters that cannot be sent; check both.';
    case 'job-failed':
      return sentence('The service could not make the audio', problem);
    case 'in-doubt':
      return `${DOUBTS[problem.what]}. ${causeOf(problem.why)}`;
    default:
      return sentence(REFUSALS[problem.kind], problem);
  }
}

function sentence(start: string, { message }: Pick<Answered, 'message'>): string {
  return message ? `${start}: ${message.replace(/(?<![.\s])[.\s]+$/, '')}.` : `${start}.`;
}

function formatLimit({ unit, most }: ReplyLimit): string {
  if (unit === 'bytes') return formatSize(most);
  return `${most.toLocaleString('en')} ${unit === 'levels' ? 'levels of nesting' : unit}`;
}

function tooLargeAudio({ limitBytes, bound }: Extract<ServiceProblem, { kind: 'oversized-download' }>): string {
  const size = formatSize(limitBytes);
  if (bound === undefined) return `The audio file is larger than announced or allowed (${size}); try again.`;
  const { seconds } = bound;
  if (seconds === null) {
    return `The audio file is larger than ${size}, the most that is read, and was not kept; tell the service’s operator.`;
  }
  const length = seconds < 120 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `The audio is longer than its text can last (${length}, or ${size}), so it was not kept; try it again later, or tell the service’s operator.`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a size in units of 1,024: `64 MB`, `1.5 GB`, `800 bytes`. */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1_024 ** step;
  return `${Number(size.toFixed(size < 10 ? 1 : 0))} ${UNITS[step]}`;
}

export function failureOf(problem: ServiceProblem): ServiceFailure {
  const status = 'status' in problem ? problem.status : null;
  return { kind: problem.kind, status, message: messageOf(problem), sentence: describeProblem(problem) };
}

/** Returns the service's own message, or the origin of an address. Null if there is neither. */
function messageOf(problem: ServiceProblem): string | null {
  if ('message' in problem) return problem.message;
  return 'origin' in problem ? problem.origin : null;
}
