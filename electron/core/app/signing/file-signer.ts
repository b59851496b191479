import type { FileHandle } from 'node:fs/promises';
import {
  type Ingredient,
  type ProvenanceClaim,
  ProvenanceError,
  readIngredient,
  type Signer,
  type SigningOrder,
  type SigningProblem,
  signCopy,
  signSidecar,
  type TimeStampOutcome,
} from '@lectern/provenance';
import { packageVersion } from '../../../../node/package-version.ts';
import type { ExportSigning, FileSignature, TimeStampKind } from '../../../../shared/model/export/signature.ts';
import type { Clock } from '../../ports.ts';

/** The content of a file's manifest, except for the software. */
export interface FileClaim extends Pick<ProvenanceClaim, 'title' | 'voices' | 'softBinding'> {
  /** When the audio was created, in milliseconds since the epoch; null for the current time. */
  readonly createdMs: number | null;
}

export interface FileSignerParts extends Pick<ExportSigning, 'signer' | 'ownCertificate'> {
  readonly identity: Signer;
  /** Identifies the certificate. The same for all certificates made for this computer. */
  readonly key: string;
  /** Null if no authority is configured. */
  readonly timeStamps: SigningOrder['timeStamps'] | null;
  readonly clock: Pick<Clock, 'now'>;
}

/** Signs the files of one export. */
export class FileSigner {
  readonly #parts: FileSignerParts;
  /** Set once the authority can't be reached, so that the export doesn't wait for it again. */
  #lostAuthority: TimeStampKind | null = null;

  constructor(parts: FileSignerParts) {
    this.#parts = parts;
  }

  get about(): Pick<ExportSigning, 'signer' | 'ownCertificate'> & { readonly asksForTimeStamps: boolean } {
    const { signer, ownCertificate, timeStamps } = this.#parts;
    return { signer, ownCertificate, asksForTimeStamps: timeStamps !== null };
  }

  /** Part of the cache keys of exported files, which are rewritten when it changes. */
  get key(): string {
    return this.#parts.key;
  }

  /**
   * Writes a signed copy of an open file to an empty file. The copy is incomplete if the result is `unsigned`.
   * @param takes paths of the takes in the file, whose own manifests are kept
   * @throws file system errors
   */
  async sign(
    source: FileHandle,
    target: FileHandle,
    claim: FileClaim,
    takes: readonly string[],
  ): Promise<FileSignature> {
    const { ingredients, ...missing } = await readIngredients(takes);
    try {
      const { timeStamp } = await signCopy(source, target, this.#order({ ...claim, ingredients }));
      return { kind: 'embedded', timeStamp: this.#note(timeStamp), ...missing };
    } catch (error) {
      if (!(error instanceof ProvenanceError)) throw error;
      return { kind: 'unsigned', reason: reasonOf(error.problem) };
    }
  }

  /** @param sha256 hash of the file, in hexadecimal */
  async signSidecar(
    sha256: string,
    claim: FileClaim,
    takes: readonly string[],
  ): Promise<{ readonly bytes: Uint8Array; readonly signature: FileSignature }> {
    const { ingredients, ...missing } = await readIngredients(takes);
    const { bytes, timeStamp } = await signSidecar(Buffer.from(sha256, 'hex'), this.#order({ ...claim, ingredients }));
    const signature = { kind: 'sidecar', timeStamp: this.#note(timeStamp), ...missing } as const;
    return { bytes, signature };
  }

  #order({ createdMs, ...claim }: FileClaim & Pick<ProvenanceClaim, 'ingredients'>): SigningOrder {
    const { identity, timeStamps, clock } = this.#parts;
    return {
      signer: identity,
      claim: {
        ...claim,
        software: { name: 'Lectern', version: packageVersion() },
        created: new Date(createdMs ?? clock.now()),
      },
      ...(timeStamps && this.#lostAuthority === null && { timeStamps }),
    };
  }

  #note({ kind }: TimeStampOutcome): TimeStampKind {
    if (kind === 'unreachable' || kind === 'timed-out') this.#lostAuthority = kind;
    return kind === 'none' ? (this.#lostAuthority ?? kind) : kind;
  }
}

type MissingIngredients = Pick<Extract<FileSignature, { readonly timeStamp: unknown }>, 'leftOut' | 'unusable'>;

/** Limits the growth of files with many signed takes, whose manifests usually take several kilobytes each. */
const MAX_INGREDIENT_BYTES = 1024 ** 2;

/** Reads the takes' own manifests. */
async function readIngredients(
  takes: readonly string[],
): Promise<MissingIngredients & { readonly ingredients: readonly Ingredient[] }> {
  const found = new Map<string, Ingredient>();
  let leftOut = 0;
  let unusable = 0;
  let room = MAX_INGREDIENT_BYTES;
  for (const path of new Set(takes)) {
    const ingredient = await readIngredient(path, room);
    if (ingredient === 'too-large') leftOut += 1;
    else if (ingredient === 'unusable') unusable += 1;
    else if (ingredient !== null && !found.has(ingredient.label)) {
      found.set(ingredient.label, ingredient);
      room -= ingredient.manifests.reduce((sum, { bytes }) => sum + bytes.length, 0);
    }
  }
  return { ingredients: [...found.values()], ...(leftOut > 0 && { leftOut }), ...(unusable > 0 && { unusable }) };
}

function reasonOf(problem: SigningProblem): Extract<FileSignature, { kind: 'unsigned' }>['reason'] {
  if (problem.kind === 'too-large') return 'too-large';
  return problem.kind === 'unsupported-file' && problem.feature === 'rf64' ? 'rf64' : 'other';
}
