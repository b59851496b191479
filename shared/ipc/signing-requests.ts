import { z } from 'zod';
import { signerProblemSchema, signingSettingsSchema } from '../model/signing.ts';
import { request } from './request.ts';

const signingStateSchema = signingSettingsSchema.extend({
  /** The producer's own certificate: its subject and when it expires. Null if none is installed. */
  own: z.object({ name: z.string(), expires: z.number(), problem: signerProblemSchema.nullable() }).nullable(),
});
export type SigningState = z.infer<typeof signingStateSchema>;

const { isOn, organization, certificate, timeStampUrl } = signingSettingsSchema.shape;
const signingChangeSchema = z.object({
  isOn: isOn.exactOptional(),
  organization: organization.exactOptional(),
  certificate: certificate.exactOptional(),
  timeStampUrl: timeStampUrl.exactOptional(),
});

export const chosenFileSchema = z.object({ fileId: z.string(), name: z.string() });
export type ChosenFile = z.infer<typeof chosenFileSchema>;

export const signingRequests = {
  'signing.state': request(z.object({}), signingStateSchema),
  'signing.change': request(signingChangeSchema, signingStateSchema),
  /** Installs the producer's own certificate, replacing another, and uses it. Takes ids of `dialog.signerFile`. */
  'signing.install': request(
    z.object({ certificateId: z.string(), keyId: z.string() }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), state: signingStateSchema }),
      z.object({ ok: z.literal(false), problems: z.array(signerProblemSchema) }),
    ]),
  ),
  /** Removes the producer's own certificate and its key. */
  'signing.uninstall': request(z.object({}), signingStateSchema),
  /** Returns the root certificate of this computer, in PEM. Creates it if necessary. */
  'signing.root': request(z.object({}), z.object({ pem: z.string() })),
};

export const signingShellRequests = {
  /** Asks for a PEM file. Null if cancelled. */
  'dialog.signerFile': request(z.object({ part: z.enum(['certificate', 'key']) }), chosenFileSchema.nullable()),
};
