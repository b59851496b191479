// Time stamps of signatures (RFC 3161).
import { createHash, randomBytes } from 'node:crypto';

export interface TimeStampAuthority {
  readonly url: string;
  readonly fetch: typeof fetch;
}

/**
 * - `none`: no authority is configured.
 * - `unreachable`: the request failed.
 * - `timed-out`: the authority didn't answer within five seconds.
 * - `rejected`: the authority answered with an HTTP or RFC 3161 status other than success.
 * - `invalid`: the answer isn't a time stamp for this signature.
 * - `too-large`: the token doesn't fit into the manifest.
 */
export type TimeStampOutcome =
  | { readonly kind: 'none' | 'unreachable' | 'timed-out' | 'invalid' | 'too-large' }
  | { readonly kind: 'rejected'; readonly status: number }
  | { readonly kind: 'stamped'; readonly time: Date };

interface TimeStampAnswer {
  readonly outcome: TimeStampOutcome;
  readonly token: Uint8Array | null;
}

/** Time limit for the connection and the answer together, in milliseconds. */
const TIME_LIMIT_MS = 5000;
const MAX_ANSWER_BYTES = 64 * 1024;
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const NONCE_BYTES = 8;

/** Requests a time stamp. Never throws, and takes at most five seconds. */
export async function requestTimeStamp(authority: TimeStampAuthority, bytes: Uint8Array): Promise<TimeStampAnswer> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    return await ask(authority, bytes, signal);
  } catch {
    return withoutToken({ kind: signal.aborted ? 'timed-out' : 'unreachable' });
  }
}

const withoutToken = (outcome: TimeStampOutcome): TimeStampAnswer => ({ outcome, token: null });

async function ask(authority: TimeStampAuthority, bytes: Uint8Array, signal: AbortSignal): Promise<TimeStampAnswer> {
  const { AlgorithmIdentifier, MessageImprint, TimeStampReq } = await import('pkijs');
  const { Integer, Null, OctetString } = await import('asn1js');
  const imprint = createHash('sha256').update(bytes).digest();
  const nonce = randomBytes(NONCE_BYTES);
  // Positive and without leading zeros, so that DER encodes these bytes unchanged.
  nonce[0] = 0x40 | (nonce.readUInt8(0) & 0x3f);
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: imprint }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  const response = await authority.fetch(authority.url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(request.toSchema().toBER()),
    redirect: 'error',
    signal,
  });
  if (!response.ok) return withoutToken({ kind: 'rejected', status: response.status });
  const answer = await readLimited(response);
  return answer === null ? withoutToken({ kind: 'invalid' }) : parseAnswer(answer, imprint, nonce);
}

/** Returns the body, or null if it exceeds the limit. */
async function readLimited(response: Response): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** RFC 3161: 0 is `granted`, 1 is `grantedWithMods`. */
const MAX_GRANTED_STATUS = 1;

async function parseAnswer(answer: Uint8Array, imprint: Buffer, nonce: Buffer): Promise<TimeStampAnswer> {
  const { ContentInfo, SignedData, TimeStampResp, TSTInfo } = await import('pkijs');
  try {
    const { status, timeStampToken } = TimeStampResp.fromBER(new Uint8Array(answer));
    if (status.status > MAX_GRANTED_STATUS) return withoutToken({ kind: 'rejected', status: status.status });
    if (timeStampToken === undefined) return withoutToken({ kind: 'invalid' });
    const token = new Uint8Array(timeStampToken.toSchema().toBER());
    const signed = new SignedData({ schema: ContentInfo.fromBER(token).content });
    const content = signed.encapContentInfo.eContent?.getValue();
    if (content === undefined) return withoutToken({ kind: 'invalid' });
    const info = TSTInfo.fromBER(content);
    const isForThis =
      imprint.equals(info.messageImprint.hashedMessage.valueBlock.valueHexView) &&
      info.nonce !== undefined &&
      nonce.equals(info.nonce.valueBlock.valueHexView);
    if (!isForThis) return withoutToken({ kind: 'invalid' });
    return { outcome: { kind: 'stamped', time: info.genTime }, token };
  } catch {
    return withoutToken({ kind: 'invalid' });
  }
}
