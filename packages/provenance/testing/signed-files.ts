import { createInstallationIdentity } from '../certificates/issue-certificate.ts';
import type { ProvenanceClaim } from '../claim.ts';
import type { SigningOrder } from '../signing/sign-file.ts';
import { signingKeyFromPem } from '../signing/signer.ts';

export const CLAIM: ProvenanceClaim = {
  software: { name: 'Lectern', version: '0.1.0' },
  title: 'Kapitel 1 – Übung',
  created: new Date('2026-11-29T12:00:00Z'),
  voices: [
    { name: 'Anna', source: 'trained', licence: 'CC-BY-4.0' },
    { name: 'ベン', source: 'cloned', consentId: 'c-17' },
  ],
};

/** Returns a signing order with a new identity, and the identity's root. */
export async function signingOrder(): Promise<SigningOrder & { readonly root: string }> {
  const { privateKey, certificates, root } = await createInstallationIdentity('Verlag Muster', new Date());
  const key = signingKeyFromPem(privateKey);
  if (key === null) throw new Error('The key is not supported.');
  return { claim: CLAIM, signer: { key, certificates }, root };
}
