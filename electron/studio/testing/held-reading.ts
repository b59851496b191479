import type { OpenLink } from '../../core/production/service-link.ts';

/** Links whose batches are not read before a test lets them be: `accepted` resolves when one is first to be read. */
export function heldReading() {
  const accepted = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const wrap =
    (open: OpenLink): OpenLink =>
    async (...args) => {
      const link = await open(...args);
      const readBatch: typeof link.client.readBatch = async (...what) => {
        accepted.resolve();
        await released.promise;
        return link.client.readBatch(...what);
      };
      return { ...link, client: { ...link.client, readBatch } };
    };
  return { wrap, accepted: accepted.promise, release: released.resolve };
}
