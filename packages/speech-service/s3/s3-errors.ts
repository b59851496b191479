// Explains errors of the AWS SDK without quoting the store's response.
import { StoreUnavailableError } from '../ports/objects.ts';
import { describeLocation, type S3Location } from './s3-address.ts';

/** The store didn't respond in time, or its response is unusable. The message is part of a sentence. */
export class BadAnswerError extends Error {
  override readonly name = 'BadAnswerError';
}

interface StoreError {
  readonly name: string;
  /** Error code of the operating system. */
  readonly code: string | undefined;
  readonly status: number | undefined;
}

function inspect(error: unknown): StoreError {
  // The SDK's errors have these fields, but its packages can be installed twice, so `instanceof` isn't reliable.
  const {
    name = '',
    code,
    $metadata,
  } = (error ?? {}) as {
    readonly name?: string;
    readonly code?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return { name, code: typeof code === 'string' ? code : undefined, status: $metadata?.httpStatusCode };
}

/** Status codes after which a request may succeed if it is repeated. */
const TEMPORARY: ReadonlySet<string> = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'BadDigest', 'SlowDown']);

/** Returns whether to retry after an error: no response, a broken connection, or an overloaded or failing store. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof BadAnswerError) return true;
  const { name, code, status } = inspect(error);
  if (status === undefined) return code !== undefined;
  return status >= 500 || status === 429 || status === 408 || TEMPORARY.has(name);
}

export function isMissingObject(error: unknown): boolean {
  const { name, status } = inspect(error);
  // HEAD responses have no body, so the SDK can't distinguish missing objects from missing buckets.
  return name === 'NoSuchKey' || (status === 404 && name !== 'NoSuchBucket');
}

const WRONG_REGION: ReadonlySet<string> = new Set(['PermanentRedirect', 'AuthorizationHeaderMalformed']);

function explain(error: unknown, { bucket }: S3Location): string {
  const { name, code, status } = inspect(error);
  if (error instanceof BadAnswerError) return `${error.message}. Check that it is running and not overloaded.`;
  if (name === 'CredentialsProviderError')
    return 'there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or configure an AWS profile.';
  if (error instanceof Error && error.message === 'Region is missing')
    return 'there is no region. Set “region” in the storage address, or AWS_REGION.';
  if (name === 'NoSuchBucket') return `there is no bucket “${bucket}”. Create it, or correct the storage address.`;
  if (status === 301 || WRONG_REGION.has(name))
    return `the bucket is in another region (${name}). Set “region” in the storage address.`;
  if (status === 401 || status === 403)
    return `it refused access (${status} ${name}). Check the credentials and their permissions for the bucket.`;
  if (status !== undefined) return `it responded with ${status} ${name}. Check its log.`;
  if (code === 'ECONNREFUSED') return 'no server is running there. Start the store, or correct “endpoint”.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `its host name can’t be resolved (${code}). Correct “endpoint” or “region”.`;
  return `the connection failed (${code ?? name}). Check the network, and that the store is running.`;
}

export const storeUnavailable = (error: unknown, location: S3Location): StoreUnavailableError =>
  new StoreUnavailableError(`The store ${describeLocation(location)} can’t be used: ${explain(error, location)}`);
