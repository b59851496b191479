// An installation's own certificates: a root, and a signing certificate that it has issued.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface InstallationIdentity {
  /** PEM. The signing key; the root's key is discarded after use. */
  readonly privateKey: string;
  /** PEM certificates for a `Signer`, without the root. */
  readonly certificates: readonly string[];
  /** PEM. Whoever adds this to their trust anchors trusts the files that this installation signs. */
  readonly root: string;
}

/**
 * Long, because without a time stamp, a signature is only valid as long as its certificate. Dates stay before 2050, when
 * their encoding in X.509 changes.
 */
const VALID_YEARS = 20;
/** Certificates are valid from this long before their creation, because the clocks of readers may be slow. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;
const SERIAL_BYTES = 16;

const OID = {
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
  ed25519: '1.3.101.112',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  emailProtection: '1.3.6.1.5.5.7.3.4',
} as const;

/** Bits of the key usage extension (RFC 5280, 4.2.1.3), the first in the highest position. */
const DIGITAL_SIGNATURE = 0x80;
const CERTIFICATE_AND_CRL_SIGNING = 0x06;

interface CertificateOrder {
  readonly organization: string;
  readonly issuerName: string;
  readonly subjectName: string;
  readonly publicKey: KeyObject;
  readonly issuerPublicKey: KeyObject;
  readonly issuerPrivateKey: KeyObject;
  readonly isRoot: boolean;
  readonly now: Date;
}

/**
 * Creates the identity of an installation, with new Ed25519 keys.
 * @param organization name that readers of signed files see as the signer, such as a publisher's
 */
export async function createInstallationIdentity(organization: string, now: Date): Promise<InstallationIdentity> {
  const root = generateKeyPairSync('ed25519');
  const leaf = generateKeyPairSync('ed25519');
  // Distinguishes the roots of installations with the same name.
  const rootName = `Lectern installation ${randomBytes(4).toString('hex')}`;
  const order = {
    organization,
    issuerName: rootName,
    issuerPublicKey: root.publicKey,
    issuerPrivateKey: root.privateKey,
    now,
  };
  const [rootCertificate, certificate] = await Promise.all([
    issue({ ...order, subjectName: rootName, publicKey: root.publicKey, isRoot: true }),
    issue({ ...order, subjectName: 'Lectern audio signing', publicKey: leaf.publicKey, isRoot: false }),
  ]);
  const privateKey = leaf.privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { privateKey: privateKey.toString(), certificates: [certificate], root: rootCertificate };
}

const keyId = (key: KeyObject): Buffer =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20);

async function issue(order: CertificateOrder): Promise<string> {
  const { AlgorithmIdentifier, Certificate, PublicKeyInfo } = await import('pkijs');
  const { BitString, Integer } = await import('asn1js');
  const { organization, issuerName, subjectName, publicKey, issuerPrivateKey, now } = order;
  const serial = randomBytes(SERIAL_BYTES);
  // Positive and without leading zeros, so that DER encodes these bytes unchanged.
  serial[0] = 0x40 | (serial.readUInt8(0) & 0x3f);
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: serial }),
    signature: new AlgorithmIdentifier({ algorithmId: OID.ed25519 }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.ed25519 }),
  });
  certificate.issuer = await nameOf(organization, issuerName);
  certificate.subject = await nameOf(organization, subjectName);
  certificate.notBefore.value = new Date(now.getTime() - CLOCK_TOLERANCE_MS);
  certificate.notAfter.value = new Date(now);
  certificate.notAfter.value.setUTCFullYear(now.getUTCFullYear() + VALID_YEARS);
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(publicKey.export({ type: 'spki', format: 'der' }));
  certificate.extensions = await extensionsOf(order);
  const signed = certificate.encodeTBS().toBER();
  certificate.tbsView = new Uint8Array(signed);
  certificate.signatureValue = new BitString({ valueHex: sign(null, Buffer.from(signed), issuerPrivateKey) });
  const base64 = Buffer.from(certificate.toSchema().toBER()).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
}

async function nameOf(organization: string, commonName: string) {
  const { AttributeTypeAndValue, RelativeDistinguishedNames } = await import('pkijs');
  const { Sequence, Set: AsnSet, Utf8String } = await import('asn1js');
  const parts = [
    new AttributeTypeAndValue({ type: OID.organization, value: new Utf8String({ value: organization }) }),
    new AttributeTypeAndValue({ type: OID.commonName, value: new Utf8String({ value: commonName }) }),
  ];
  // Encode the parts here, because pkijs would write them as a single part with two values.
  const name = new Sequence({ value: parts.map((part) => new AsnSet({ value: [part.toSchema()] })) });
  return RelativeDistinguishedNames.fromBER(name.toBER());
}

async function extensionsOf({ publicKey, issuerPublicKey, isRoot }: CertificateOrder) {
  const { AuthorityKeyIdentifier, BasicConstraints, ExtKeyUsage, Extension } = await import('pkijs');
  const { BitString, OctetString } = await import('asn1js');
  const usage = Uint8Array.of(isRoot ? CERTIFICATE_AND_CRL_SIGNING : DIGITAL_SIGNATURE);
  const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }) =>
    new Extension({ extnID, critical, extnValue: value.toBER() });
  const authority = new AuthorityKeyIdentifier({
    keyIdentifier: new OctetString({ valueHex: keyId(issuerPublicKey) }),
  });
  return [
    extension(OID.basicConstraints, true, new BasicConstraints({ cA: isRoot }).toSchema()),
    extension(OID.keyUsage, true, new BitString({ valueHex: usage, unusedBits: isRoot ? 1 : 7 })),
    ...(isRoot
      ? []
      : [extension(OID.extendedKeyUsage, true, new ExtKeyUsage({ keyPurposes: [OID.emailProtection] }).toSchema())]),
    extension(OID.subjectKeyId, false, new OctetString({ valueHex: keyId(publicKey) })),
    extension(OID.authorityKeyId, false, authority.toSchema()),
  ];
}
