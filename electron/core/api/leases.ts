// Leases ("POST /api/v2/leases"). The record is not shown in the interface: its bytes are given as they are, and what
// public documentation makes of them only where they allow it.
import { LEASE_EPOCH_SECONDS, LEASE_LAYOUT } from '../../../shared/service/leases.ts';
import { PATHS } from '../../../shared/service/requests.ts';
import type { HttpReply } from '../ports.ts';
import { foreign, parsed } from './error-body.ts';
import { readBytes, readWithin } from './exchange.ts';
import { REPLY_BOUNDS } from './reply-bounds.ts';
import { failureOf, type SendContext, sendOnce } from './send-once.ts';
import { ServiceError } from './service-error.ts';

export interface Lease {
  /** As the service sent it. */
  readonly bytes: Uint8Array;
  /** Milliseconds since the epoch; null where the record is of another form. */
  readonly createdAt: number | null;
  /** Seconds; null where the record is of another form. */
  readonly durationSeconds: number | null;
  /** The JSON at its end, unread; null where there is none. */
  readonly metadata: unknown;
}

/** @throws ServiceError; the signal's reason once it is aborted */
export async function takeLease(signal: AbortSignal | undefined, context: SendContext): Promise<Lease> {
  const headers = { accept: 'application/octet-stream', 'content-type': 'application/json' };
  const order = { method: 'POST', path: PATHS.leases, scope: 'list', characters: 0, headers, body: '{}' } as const;
  const { reply } = await sendOnce(order, signal, context);
  try {
    const bytes = await readWithin(context.timeouts.exchangeMs, reply, () =>
      readBytes(reply, REPLY_BOUNDS.lease.bytes),
    );
    refusePage(bytes, reply, context);
    return leaseOf(bytes);
  } catch (error) {
    throw failureOf(error, signal);
  } finally {
    reply.discard();
  }
}

/** A lease may begin with any bytes, but hardly with these. */
const PAGE_START = /^\s*<(!doctype|html|\?xml)/i;

function refusePage(bytes: Uint8Array, { status, headers }: HttpReply, { scrubber }: SendContext): void {
  if (bytes.byteLength === 0) throw new ServiceError({ kind: 'unreadable-reply', status, detail: 'it is empty' });
  const text = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const isPage = PAGE_START.test(text) || /html/i.test(headers['content-type'] ?? '');
  if (isPage) throw new ServiceError(foreign({ status, headers, text }, scrubber));
}

/** Reads a record as public documentation describes it, as far as it goes. */
export function leaseOf(bytes: Uint8Array): Lease {
  const other = { bytes, createdAt: null, durationSeconds: null, metadata: null };
  if (bytes.byteLength < LEASE_LAYOUT.metadata) return other;
  const metadata = parsed(new TextDecoder().decode(bytes.subarray(LEASE_LAYOUT.metadata)));
  if (typeof metadata !== 'object' || metadata === null) return other;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const createdAt = (view.getUint32(LEASE_LAYOUT.created) + LEASE_EPOCH_SECONDS) * 1000;
  return { bytes, createdAt, durationSeconds: view.getUint32(LEASE_LAYOUT.duration), metadata };
}
