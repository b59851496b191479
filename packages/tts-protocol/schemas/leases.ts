// Leases ("POST /api/v2/leases"): the record is not shown; this is what public documentation of such a service says.

/** Seconds between the epoch of Unix and that of a lease. */
export const LEASE_EPOCH_SECONDS = 1_519_257_480;
/** Bytes at its beginning that mean something only to the service that issued it. */
export const LEASE_OPAQUE_BYTES = 64;
/** Where the two 32-bit integers (big-endian) stand, and where the JSON begins. Bytes. */
export const LEASE_LAYOUT = {
  created: LEASE_OPAQUE_BYTES,
  duration: LEASE_OPAQUE_BYTES + 4,
  metadata: LEASE_OPAQUE_BYTES + 8,
} as const;
