// "POST /api/v2/leases". The record isn't specified, so it follows the public documentation of a similar service.

export const LEASE_EPOCH_SECONDS = 1_519_257_480;
/** Length of the opaque bytes at the start, which only the issuing service can interpret. */
export const LEASE_OPAQUE_BYTES = 64;
/** Byte offsets of the two big-endian 32-bit integers and of the JSON. */
export const LEASE_LAYOUT = {
  created: LEASE_OPAQUE_BYTES,
  duration: LEASE_OPAQUE_BYTES + 4,
  metadata: LEASE_OPAQUE_BYTES + 8,
} as const;
