// Addresses of S3 buckets: s3://BUCKET/PREFIX?endpoint=http://HOST:PORT&region=REGION&path-style=true

export interface S3Location {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** The origin of an S3-compatible store. Undefined for Amazon S3. */
  readonly endpoint: string | undefined;
  /** Undefined if the environment or the AWS configuration file determines the region. */
  readonly region: string | undefined;
  /** Whether the bucket is part of the path (`http://host/bucket/name`) instead of the host name. */
  readonly isPathStyle: boolean;
}

/** An invalid address. The message says what's wrong and what to do. */
export class StorageAddressError extends Error {
  override readonly name = 'StorageAddressError';
}

const EXAMPLE = 's3://takes/audio?endpoint=http://127.0.0.1:9000';
const OPTIONS: ReadonlySet<string> = new Set(['endpoint', 'region', 'path-style']);
/** Bucket naming rules: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const REGION = /^[a-z0-9-]{1,64}$/;
/** Default region for stores other than Amazon S3. They ignore it, but signatures must include one. */
const DEFAULT_REGION = 'us-east-1';

function fail(problem: string): never {
  throw new StorageAddressError(`The storage address ${problem}`);
}

/** Returns whether an address contains credentials. Such addresses must not appear in messages, because these are logged. */
const hasCredentials = (address: string): boolean => /^[a-z0-9]+:\/\/[^/?#]*@/i.test(address);

function readEndpoint(endpoint: string): string {
  if (hasCredentials(endpoint))
    fail('has credentials in “endpoint”: put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    fail(`has an invalid “endpoint” (${endpoint}): use a URL such as http://127.0.0.1:9000.`);
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    fail(
      `has more than a host and a port in “endpoint” (${endpoint}): use ${url.origin}, and put the bucket after s3://.`,
    );
  }
  return url.origin;
}

function readPathStyle(value: string): boolean {
  if (value !== 'true' && value !== 'false') fail(`has an invalid “path-style” (${value}): use true or false.`);
  return value === 'true';
}

function readRegion(region: string): string {
  if (!REGION.test(region)) fail(`has an invalid “region” (${region}): use a name such as eu-central-1.`);
  return region;
}

function readOptions(query: URLSearchParams): Map<string, string> {
  const options = new Map<string, string>();
  for (const [name, value] of query) {
    if (!OPTIONS.has(name)) {
      // Leave out the value, because it could be a secret.
      fail(`has an unknown option “${name}”: use ${[...OPTIONS].join(', ')}. Credentials come from the environment.`);
    }
    if (options.has(name)) fail(`sets “${name}” more than once.`);
    options.set(name, value);
  }
  return options;
}

export const isS3Address = (address: string): boolean => /^s3:/i.test(address);

/**
 * Parses the address of a bucket. By default, `path-style` is true if there is an `endpoint`.
 * @throws StorageAddressError
 */
export function parseS3Address(address: string): S3Location {
  if (hasCredentials(address)) fail('contains credentials: put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  // Don't parse the address as a URL, because URL paths treat `..` and percent signs specially.
  const parts = /^s3:\/\/(?<bucket>[^/?#]*)(?:\/(?<prefix>[^?#]*))?(?:\?(?<query>[^#]*))?$/i.exec(address)?.groups;
  if (parts === undefined) fail(`${address} is invalid: use s3://BUCKET/PREFIX, for example ${EXAMPLE}.`);
  const { bucket = '', query = '' } = parts;
  if (bucket === '') fail(`has no bucket: use s3://BUCKET/PREFIX, for example ${EXAMPLE}.`);
  if (!BUCKET.test(bucket)) {
    fail(`has an invalid bucket (${bucket}): bucket names have 3 to 63 lowercase letters, digits, dots and dashes.`);
  }
  const prefix = (parts['prefix'] ?? '').replace(/\/$/, '');
  if (prefix !== '' && !PREFIX.test(prefix)) {
    fail(
      `has an invalid prefix (${prefix}): use letters, digits, dots, dashes and underscores, with slashes between folders.`,
    );
  }
  const options = readOptions(new URLSearchParams(query));
  const [endpoint, region, pathStyle] = ['endpoint', 'region', 'path-style'].map((name) => options.get(name));
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: endpoint === undefined ? undefined : readEndpoint(endpoint),
    region: region === undefined ? (endpoint === undefined ? undefined : DEFAULT_REGION) : readRegion(region),
    isPathStyle: pathStyle === undefined ? endpoint !== undefined : readPathStyle(pathStyle),
  };
}

/** Returns the address without options, for messages. */
export const describeLocation = ({ bucket, prefix, endpoint }: S3Location): string =>
  `s3://${bucket}/${prefix}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
