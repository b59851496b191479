import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { type MonotonicClock, SYSTEM_CLOCK } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import { checkObjectName, isObjectName, type ObjectStore, type OpenObject } from '../ports/objects.ts';
import type { S3Location } from './s3-address.ts';
import { BadAnswerError, isMissingObject, isTemporary, storeUnavailable } from './s3-errors.ts';

type S3Sdk = typeof import('@aws-sdk/client-s3');

const ignore = (): void => {};
const NO_LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Number of attempts at a request, including the first. */
const ATTEMPTS = 4;
const FIRST_DELAY_MS = 200;
const DELAY_FACTOR = 3;
/** Time limit for the start of a response. Uploads have more time, depending on their size. */
const ANSWER_MS = 5000;
/** Time limit for each chunk of a response. */
const IDLE_MS = 30_000;
/** Slower uploads time out. */
const SLOWEST_UPLOAD_BYTES_PER_MS = 64;

interface S3Options {
  readonly clock?: MonotonicClock;
  /** Objects per request when listing; at most 1000. */
  readonly pageSize?: number;
}

interface RequestLimits {
  readonly timeoutMs?: number;
  /** Aborts the request and its retries. */
  readonly signal?: AbortSignal;
}

interface ObjectRange {
  readonly key: string;
  readonly etag: string;
  /** Both inclusive. */
  readonly start: number;
  readonly end: number;
}

interface LocalFile {
  readonly size: number;
  readonly md5: string;
}

function ignoreMissingObject(error: unknown): undefined {
  if (!isMissingObject(error)) throw error;
}

/** Returns the MD5 of a file, with which the store checks the upload. */
async function inspectFile(path: string): Promise<LocalFile> {
  const hash = createHash('md5');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, md5: hash.digest('base64') };
}

/** Objects in a bucket of Amazon S3 or a compatible store. */
export class S3Objects implements ObjectStore {
  readonly #sdk: S3Sdk;
  readonly #client: S3Client;
  readonly #location: S3Location;
  readonly #clock: MonotonicClock;
  readonly #pageSize: number;

  private constructor(sdk: S3Sdk, location: S3Location, { clock = SYSTEM_CLOCK, pageSize = 1000 }: S3Options) {
    const { endpoint, region, isPathStyle } = location;
    this.#sdk = sdk;
    this.#location = location;
    this.#clock = clock;
    this.#pageSize = pageSize;
    const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
    this.#client = new sdk.S3Client({
      ...(endpoint !== undefined && { endpoint }),
      ...(region !== undefined && { region }),
      forcePathStyle: isPathStyle,
      // The SDK doesn't retry uploads of streams, so this class retries all requests itself.
      maxAttempts: 1,
      // Many compatible stores don't support the SDK's default checksums, so uploads have a Content-MD5 instead.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // By default, the SDK writes warnings to the console.
      logger: NO_LOG,
      // Slow readers of audio must not keep uploads from getting a connection.
      requestHandler: { connectionTimeout: ANSWER_MS, httpAgent: agent, httpsAgent: agent },
    });
  }

  /**
   * Loads the SDK, which finds credentials in the environment, an AWS profile or the machine's role. Doesn't connect to the
   * store.
   */
  static async load(location: S3Location, options: S3Options = {}): Promise<S3Objects> {
    return new S3Objects(await import('@aws-sdk/client-s3'), location, options);
  }

  /** Checks that the bucket can be listed. @throws StoreUnavailableError */
  async check(): Promise<void> {
    await this.#listPage(undefined);
  }

  /**
   * Checks that objects can be written and removed, with an empty object.
   * @param scratch a folder for temporary files
   * @throws StoreUnavailableError
   */
  async checkWritable(scratch: string): Promise<void> {
    const name = newId('check-');
    const path = join(scratch, name);
    await writeFile(path, '');
    try {
      await this.put(name, path);
      await this.remove(name);
    } finally {
      await rm(path, { force: true });
    }
  }

  async put(name: string, path: string): Promise<void> {
    const key = this.#keyOf(name);
    const file = await inspectFile(path);
    const timeoutMs = IDLE_MS + file.size / SLOWEST_UPLOAD_BYTES_PER_MS;
    await this.#request((signal) => this.#upload(key, path, file, signal), { timeoutMs });
    await rm(path, { force: true });
  }

  async open(name: string): Promise<OpenObject | undefined> {
    const key = this.#keyOf(name);
    const head = new this.#sdk.HeadObjectCommand({ Bucket: this.#location.bucket, Key: key });
    const found = await this.#request((abortSignal) =>
      this.#client.send(head, { abortSignal }).catch(ignoreMissingObject),
    );
    if (found === undefined) return undefined;
    const { ContentLength: size = 0, ETag: etag = '' } = found;
    const stop = new AbortController();
    return {
      size,
      tag: etag.replace(/[^A-Za-z0-9-]/g, ''),
      read: (start, end) => this.#read({ key, etag, start, end }, stop),
      close: async () => stop.abort(),
    };
  }

  async remove(name: string): Promise<void> {
    const removal = new this.#sdk.DeleteObjectCommand({ Bucket: this.#location.bucket, Key: this.#keyOf(name) });
    await this.#request((abortSignal) => this.#client.send(removal, { abortSignal }).catch(ignoreMissingObject));
  }

  async *list(before: number): AsyncGenerator<string> {
    const { prefix } = this.#location;
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const page = await this.#listPage(token);
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const name = Key.slice(prefix.length);
        // Other programs may use the same bucket.
        if (isObjectName(name) && LastModified !== undefined && LastModified.getTime() < before) yield name;
      }
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    }
  }

  #keyOf(name: string): string {
    checkObjectName(name);
    return `${this.#location.prefix}${name}`;
  }

  async #upload(key: string, path: string, { size, md5 }: LocalFile, abortSignal: AbortSignal): Promise<void> {
    const Body = createReadStream(path);
    const failed = once(Body, 'error', { signal: abortSignal }).then(([error]) => Promise.reject(error));
    const { bucket: Bucket } = this.#location;
    const upload = new this.#sdk.PutObjectCommand({ Bucket, Key: key, Body, ContentLength: size, ContentMD5: md5 });
    try {
      await Promise.race([this.#client.send(upload, { abortSignal }), failed]);
    } finally {
      Body.destroy();
    }
  }

  #listPage(token: string | undefined): Promise<ListObjectsV2CommandOutput> {
    const page = new this.#sdk.ListObjectsV2Command({
      Bucket: this.#location.bucket,
      Prefix: this.#location.prefix,
      Delimiter: '/',
      ContinuationToken: token,
      MaxKeys: this.#pageSize,
    });
    return this.#request((abortSignal) => this.#client.send(page, { abortSignal }));
  }

  #read(range: ObjectRange, stop: AbortController): Readable {
    const chunks = this.#chunksOf(range, stop.signal);
    return new Readable({
      read() {
        chunks.next().then(
          ({ done, value }) => this.push(done === true ? null : value),
          (error) => this.destroy(error),
        );
      },
      destroy(error, callback) {
        stop.abort();
        callback(error);
      },
    });
  }

  async *#chunksOf({ key, etag, start, end }: ObjectRange, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { bucket: Bucket } = this.#location;
    const range = { Range: `bytes=${start}-${end}`, ...(etag !== '' && { IfMatch: etag }) };
    const get = new this.#sdk.GetObjectCommand({ Bucket, Key: key, ...range });
    const { Body } = await this.#request((abortSignal) => this.#client.send(get, { abortSignal }), { signal });
    // The SDK's type also includes the stream types of browsers.
    const body = Body as Readable;
    const drop = (): void => void body.destroy();
    signal.addEventListener('abort', drop, { once: true });
    try {
      const chunks: AsyncIterator<Uint8Array, undefined> = body[Symbol.asyncIterator]();
      let left = end - start + 1;
      for (;;) {
        const { value } = await this.#limit(() => chunks.next(), IDLE_MS, signal);
        if (value === undefined) break;
        left -= value.length;
        yield value;
      }
      if (left !== 0) throw new BadAnswerError('it sent a different number of bytes than requested');
    } catch (error) {
      throw storeUnavailable(error, this.#location);
    } finally {
      drop();
    }
  }

  /** Sends a request, and retries it after temporary failures. @throws StoreUnavailableError */
  async #request<T>(
    send: (signal: AbortSignal) => Promise<T>,
    { timeoutMs = ANSWER_MS, signal = new AbortController().signal }: RequestLimits = {},
  ): Promise<T> {
    for (let attempt = 1, delayMs = FIRST_DELAY_MS; ; attempt += 1, delayMs *= DELAY_FACTOR) {
      try {
        return await this.#limit(send, timeoutMs, signal);
      } catch (error) {
        if (attempt === ATTEMPTS || !isTemporary(error) || signal.aborted)
          throw storeUnavailable(error, this.#location);
      }
      await this.#clock.sleep(delayMs, signal);
    }
  }

  /** Runs `work` with a timeout. @throws BadAnswerError; errors of `work` */
  async #limit<T>(work: (signal: AbortSignal) => Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T> {
    const overdue = new AbortController();
    const ended = new AbortController();
    const timer = this.#clock.sleep(timeoutMs, ended.signal).then(() => {
      overdue.abort();
      throw new BadAnswerError(`it has not responded for ${Math.round(timeoutMs / 1000)} s`);
    });
    try {
      return await Promise.race([work(AbortSignal.any([overdue.signal, signal])), timer]);
    } finally {
      // The clock's promise rejects if its wait is aborted.
      timer.catch(() => {});
      ended.abort();
    }
  }
}
