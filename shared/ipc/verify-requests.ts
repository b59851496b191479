import { z } from 'zod';
import { verificationSchema } from '../model/verification.ts';
import { request } from './request.ts';
import { chosenFileSchema } from './signing-requests.ts';

/** A dropped file is copied, because the page doesn't know its path. Larger files can be chosen instead. */
export const MAX_DROPPED_BYTES = 2 * 1024 ** 3;
export const MAX_SIDECAR_BYTES = 32 * 1024 ** 2;
export const DROPPED_PART_BYTES = 4 * 1024 ** 2;

export const verifyRequests = {
  /** Announces a dropped file. */
  'verify.receive': request(z.object({}), z.object({ fileId: z.string() })),
  /** Sends the next bytes of a dropped file, or of the `.c2pa` file next to it. */
  'verify.receivePart': request(
    z.object({
      fileId: z.string(),
      part: z.enum(['audio', 'sidecar']),
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= DROPPED_PART_BYTES),
    }),
    z.null(),
  ),
  'verify.file': request(z.object({ fileId: z.string() }), verificationSchema),
  /** Cancels `verify.file`, which fails with `cancelled`, and closes all files. */
  'verify.clear': request(z.object({}), z.null()),
};

export const verifyShellRequests = {
  /** Asks for finished files. Empty if cancelled. */
  'dialog.finishedFiles': request(z.object({}), z.array(chosenFileSchema)),
};
