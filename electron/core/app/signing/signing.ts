// The certificates that finished files are signed with, and their keys.
import { createHash, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import {
  CertificateError,
  checkSigner,
  createInstallationIdentity,
  parseCertificates,
  type SignerProblem,
  type SigningKey,
  signingKeyFromPem,
} from '@lectern/provenance';
import { z } from 'zod';
import type { DocumentProblem } from '../../../../shared/model/problems/machine-problem.ts';
import {
  INITIAL_SIGNING,
  type SigningSettings,
  type StoredSignerProblem,
  signingSettingsSchema,
} from '../../../../shared/model/signing.ts';
import { parseJson } from '../../../../shared/rules/parse-json.ts';
import type { Clock } from '../../ports.ts';
import {
  createFileStore,
  createKeychainStore,
  KeychainUnavailableError,
  type SecretBox,
  type SecretStore,
} from '../secret-store.ts';
import { DocumentError, VersionedDocument } from '../versioned-document.ts';
import { FileSigner } from './file-signer.ts';

export interface SigningParts {
  /** Lectern's own folder. */
  readonly home: string;
  /** Null for programs without access to the keychain. */
  readonly secretBox: SecretBox | null;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
}

const documentSchema = signingSettingsSchema.extend({
  version: z.literal(1),
  /** The producer's own chain, in PEM. */
  chain: z.array(z.string()).nullable(),
  /** All root certificates made for this computer, in PEM: other programs may be unable to read the keychain. */
  roots: z.array(z.string()).default([]),
});
type SigningDocument = z.infer<typeof documentSchema>;

const INITIAL: SigningDocument = { version: 1, ...INITIAL_SIGNING, chain: null, roots: [] };

const identitySchema = z.object({
  privateKey: z.string(),
  certificates: z.array(z.string()),
  root: z.string(),
  organization: z.string(),
});
type InstallationSecret = z.infer<typeof identitySchema>;

const INSTALLATION = 'signing-installation';
const OWN = 'signing-own';
const UNNAMED = 'Lectern';

/** Why the producer's certificates and key were rejected. */
export class SignerError extends Error {
  override readonly name = 'SignerError';
  readonly problems: readonly StoredSignerProblem[];

  constructor(problems: readonly StoredSignerProblem[]) {
    super(problems.map(({ kind }) => kind).join(', '));
    this.problems = problems;
  }
}

export interface SigningOverview extends SigningSettings {
  /** Subject of the producer's own certificate, and when it expires; null if none is installed. */
  readonly own: {
    readonly name: string;
    readonly expires: number;
    readonly problem: StoredSignerProblem | null;
  } | null;
}

/**
 * If the settings are damaged, the first method that depends on them fails with DocumentError, and later ones use the
 * defaults.
 */
export class Signing {
  readonly #parts: SigningParts;
  readonly #stores: readonly SecretStore[];
  #problem: DocumentProblem | null = null;

  constructor(parts: SigningParts) {
    this.#parts = parts;
    const folder = join(parts.home, 'keys');
    const { secretBox } = parts;
    this.#stores = [...(secretBox ? [createKeychainStore(folder, secretBox)] : []), createFileStore(folder)];
  }

  /** @throws DocumentError */
  async overview(): Promise<SigningOverview> {
    const { value } = await this.#open();
    const { chain, version: _, roots: __, ...settings } = value;
    if (chain === null) return { ...settings, own: null };
    const own = await this.#ownSigner(chain);
    const problem = 'problem' in own ? own.problem : null;
    return { ...settings, own: { name: nameOf(chain), expires: expiryOf(chain), problem } };
  }

  /** @throws DocumentError */
  async change(settings: Partial<SigningSettings>): Promise<SigningOverview> {
    const document = await this.#open();
    await document.change((value) => ({ ...value, ...settings }));
    return this.overview();
  }

  /**
   * Installs the producer's own certificate, which is then used.
   * @param chain PEM certificates, the signer's first, each issued by the next
   * @throws SignerError; DocumentError; KeyFileError
   */
  async install(chain: string, privateKey: string): Promise<SigningOverview> {
    const certificates = parsedChain(chain);
    const problems = await this.#check(certificates, parsedKey(privateKey));
    if (problems.length > 0) throw new SignerError(problems);
    await this.#writeSecret(OWN, privateKey);
    return this.#changeChain(certificates, 'own');
  }

  /** Removes the producer's own certificate and its key. @throws DocumentError; KeyFileError */
  async uninstall(): Promise<SigningOverview> {
    const overview = await this.#changeChain(null, 'installation');
    for (const store of this.#stores) await store.delete(OWN);
    return overview;
  }

  /** Returns the root certificate of this installation, in PEM. Creates it if necessary. @throws DocumentError */
  async root(): Promise<string> {
    const { value } = await this.#open();
    return (await this.#installation(value.organization)).root;
  }

  /** Why `knownRoots` may be incomplete. */
  get problem(): DocumentProblem | null {
    return this.#problem;
  }

  /** Returns the root certificates that were made for this computer, in PEM. Creates none. */
  async knownRoots(): Promise<readonly string[]> {
    const { value } = await this.#read();
    const latest = identityOf(await this.#readSecret(INSTALLATION));
    return [...new Set([...value.roots, ...(latest ? [latest.root] : [])])];
  }

  /** Returns a signer for one export; null if signing is switched off. @throws DocumentError; KeyFileError */
  async signer(): Promise<FileSigner | null> {
    const { value } = await this.#open();
    const { isOn, organization, certificate, chain, timeStampUrl } = value;
    if (!isOn) return null;
    const { clock, fetch } = this.#parts;
    const common = { clock, timeStamps: timeStampUrl === null ? null : { url: timeStampUrl, fetch } };
    let ownCertificate: StoredSignerProblem | null = null;
    if (certificate === 'own') {
      const own = await this.#ownSigner(chain ?? []);
      if ('key' in own && chain !== null) {
        const identity = { certificates: chain, key: own.key };
        const signer = { certificate, name: nameOf(chain) };
        return new FileSigner({ ...common, identity, signer, key: hashOf(chain), ownCertificate });
      }
      ownCertificate = 'problem' in own ? own.problem : { kind: 'no-certificates' };
    }
    const { privateKey, certificates } = await this.#installation(organization);
    const key = signingKeyFromPem(privateKey);
    if (key === null) throw new Error('The key of the installation has the wrong type.');
    const signer = { certificate: 'installation', name: nameOf(certificates) } as const;
    // Files signed with an earlier certificate of this computer stay valid, so they needn't be rewritten.
    return new FileSigner({ ...common, identity: { certificates, key }, signer, key: 'installation', ownCertificate });
  }

  async #open(): Promise<VersionedDocument<SigningDocument>> {
    const document = await this.#read();
    const problem = this.#problem;
    this.#problem = null;
    // Signing with the default settings could differ from what the producer has chosen.
    if (problem) throw new DocumentError(problem);
    return document;
  }

  async #read(): Promise<VersionedDocument<SigningDocument>> {
    const { home, clock } = this.#parts;
    // Another program may have changed it.
    const document = await VersionedDocument.open({
      path: join(home, 'signing.json'),
      schema: documentSchema,
      initial: INITIAL,
      clock,
    });
    this.#problem = document.problem ?? this.#problem;
    return document;
  }

  async #changeChain(chain: readonly string[] | null, certificate: SigningSettings['certificate']) {
    const document = await this.#open();
    await document.change((value) => ({ ...value, chain: chain && [...chain], certificate }));
    return this.overview();
  }

  async #ownSigner(
    chain: readonly string[],
  ): Promise<{ readonly key: SigningKey } | { readonly problem: StoredSignerProblem }> {
    const pem = await this.#readSecret(OWN);
    if (pem === null) return { problem: { kind: 'no-key' } };
    try {
      const key = parsedKey(pem);
      const [problem] = await this.#check(chain, key);
      return problem ? { problem } : { key };
    } catch (error) {
      if (error instanceof SignerError && error.problems[0]) return { problem: error.problems[0] };
      throw error;
    }
  }

  async #check(certificates: readonly string[], key: SigningKey): Promise<StoredSignerProblem[]> {
    const problems = await checkSigner({ certificates, key }, new Date(this.#parts.clock.now()));
    return problems.map(stored);
  }

  /** Returns this computer's identity. Creates a new one if the organisation's name has changed. */
  async #installation(organization: string): Promise<InstallationSecret> {
    const known = identityOf(await this.#readSecret(INSTALLATION));
    if (known?.organization === organization) return known;
    const now = new Date(this.#parts.clock.now());
    const identity = { ...(await createInstallationIdentity(organization || UNNAMED, now)), organization };
    await this.#writeSecret(INSTALLATION, JSON.stringify(identity));
    const document = await this.#open();
    const roots = [...(known ? [known.root] : []), identity.root];
    await document.change((value) => ({ ...value, roots: [...new Set([...value.roots, ...roots])] }));
    return { ...identity, certificates: [...identity.certificates] };
  }

  async #readSecret(id: string): Promise<string | null> {
    for (const store of this.#stores) {
      const secret = await store.get(id);
      if (secret !== null) return secret;
    }
    return null;
  }

  /** Writes to the keychain or, without one, to a private file. */
  async #writeSecret(id: string, secret: string): Promise<void> {
    for (const store of this.#stores) {
      try {
        return await store.set(id, secret);
      } catch (error) {
        if (!(error instanceof KeychainUnavailableError)) throw error;
      }
    }
  }
}

function identityOf(secret: string | null): InstallationSecret | null {
  return identitySchema.safeParse(parseJson(secret ?? '')).data ?? null;
}

function parsedChain(pem: string): readonly string[] {
  try {
    return parseCertificates(pem);
  } catch (error) {
    if (error instanceof CertificateError) throw new SignerError([{ kind: 'unreadable-certificates' }]);
    throw error;
  }
}

function parsedKey(pem: string): SigningKey {
  let key: SigningKey | null;
  try {
    key = signingKeyFromPem(pem);
  } catch {
    throw new SignerError([{ kind: 'unreadable-key' }]);
  }
  if (key === null) throw new SignerError([{ kind: 'unsupported-key' }]);
  return key;
}

const stored = (problem: SignerProblem): StoredSignerProblem =>
  'date' in problem ? { kind: problem.kind, date: problem.date.getTime() } : problem;

const hashOf = (chain: readonly string[]): string => createHash('sha256').update(chain.join('')).digest('hex');

/** Returns the organisation and common name of the first certificate's subject. */
function nameOf([leaf = '']: readonly string[]): string {
  const fields = new X509Certificate(leaf).toLegacyObject().subject;
  return [fields.O, fields.CN].flatMap((part) => part ?? []).join(' · ');
}

const expiryOf = ([leaf = '']: readonly string[]): number => new X509Certificate(leaf).validToDate.getTime();
