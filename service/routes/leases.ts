// Leases: what other clients of such a service fetch before they stream, to learn where.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LEASE_EPOCH_SECONDS, LEASE_LAYOUT, LEASE_OPAQUE_BYTES } from '../../shared/service/leases.ts';
import { PATHS } from '../../shared/service/requests.ts';
import { DECISIONS } from '../common/decisions.ts';
import { parsedBody } from './check-body.ts';
import { callerOf, originOf, type RouteContext } from './context.ts';

/** Nothing needs to be said; what is said is not known. */
export const leaseRequestSchema = z.strictObject({});

/**
 * A lease: opaque bytes, which mean nothing here, the moment and seconds for which it is good (32 bits each, big-endian),
 * and where to stream, as JSON in UTF-8.
 *
 * @param created seconds since the epoch of Unix
 * @param address of the endpoint for streams
 */
export function leaseOf(created: number, durationSeconds: number, address: string): Buffer {
  const head = Buffer.concat([
    randomBytes(LEASE_OPAQUE_BYTES),
    Buffer.alloc(LEASE_LAYOUT.metadata - LEASE_OPAQUE_BYTES),
  ]);
  head.writeUInt32BE(created - LEASE_EPOCH_SECONDS, LEASE_LAYOUT.created);
  head.writeUInt32BE(durationSeconds, LEASE_LAYOUT.duration);
  const metadata = { inference_address: address, premium_inference_address: address };
  return Buffer.concat([head, Buffer.from(JSON.stringify(metadata))]);
}

/** Registers `POST /api/v2/leases`. */
export function registerLeases(app: FastifyInstance, { limits, now }: RouteContext): void {
  app.post(PATHS.leases, (request, reply) => {
    const account = callerOf(request);
    parsedBody(leaseRequestSchema, request.body ?? {});
    limits.count(account, 'list');
    const lease = leaseOf(Math.floor(now() / 1000), DECISIONS.leaseSeconds, `${originOf(request)}${PATHS.stream}`);
    return reply.code(201).type('application/octet-stream').header('cache-control', 'no-store').send(lease);
  });
}
