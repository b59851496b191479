import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ClipSearch, FoundClip } from '@lectern/audio/fingerprint';
import { z } from 'zod';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { exportTargetIdSchema } from '../../../../shared/model/export/export-target.ts';
import { parseJson } from '../../../../shared/rules/parse-json.ts';

/** The fingerprint's algorithm: Chromaprint's default, as 32-bit integers. */
export const FINGERPRINT_ALGORITHM = 'example.lectern.chromaprint.2';

const fileSchema = z.object({
  /** SHA-256 of the finished file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Path in the export folder, with slashes. */
  file: z.string(),
  target: exportTargetIdSchema,
  durationSeconds: z.number().min(0),
  /** Name of the project. */
  title: z.string(),
  projectId: z.string(),
  /** As in RFC 3339. */
  addedAt: z.string(),
  manifestId: z.string().nullable(),
  /** The 32-bit identifier of the file's watermark. */
  markId: z.int().min(0).max(0xffff_ffff).nullable(),
});
export type RegisteredFile = z.infer<typeof fileSchema>;

export interface RegisterEntry extends RegisteredFile {
  readonly fingerprint: Uint32Array;
  /** The file's C2PA manifest store, so that it can be found again after it has been stripped from the file. */
  readonly manifest: Uint8Array | null;
}

const headSchema = fileSchema.extend({
  lectern: z.literal('fingerprint'),
  version: z.literal(1),
  algorithm: z.literal(FINGERPRINT_ALGORITHM),
  fingerprintBytes: z.int().min(0),
  manifestBytes: z.int().min(0).nullable(),
  /** SHA-256 of everything after the first line. */
  contentSha256: z.string(),
});

export interface RecognisedFile extends FoundClip {
  readonly entry: RegisterEntry;
}

export interface Recognition {
  /** The file with the fewest differing bits; null if the clip isn't in any file. */
  readonly match: RecognisedFile | null;
  readonly filesSearched: number;
  /** Paths of entries that are damaged, or that a newer version wrote. */
  readonly unreadable: readonly string[];
}

/** A hundred hours of fingerprints, and the largest manifest that Lectern reads. */
const MAX_ENTRY_BYTES = 48 * 1024 ** 2;
const FOLDER = 'fingerprints';
const ENTRY_NAME = /^[0-9a-f]{64}-[0-9a-f]{16}\.fingerprint$/;
const LINE_FEED = 0x0a;

/**
 * The fingerprints of finished files, with one file for each entry. Processes can add entries at the same time, and a
 * damaged entry doesn't affect the others. Each hour of audio takes 113 KiB.
 */
export class FingerprintRegister {
  readonly #folder: UntrustedFolder;
  readonly #path: string;

  /** @param parent the application's data folder, or a project's folder, whose content is untrusted */
  constructor(parent: string) {
    this.#folder = new UntrustedFolder(parent);
    this.#path = join(this.#folder.path, FOLDER);
  }

  /** Returns whether a file exported by the project is registered. @throws UnsafeEntryError; system errors */
  async has({ sha256, projectId }: Pick<RegisteredFile, 'sha256' | 'projectId'>): Promise<boolean> {
    return (await this.#folder.stat(this.#pathOf(sha256, projectId)))?.isFile() ?? false;
  }

  /** Replaces an entry of the same project for the same bytes. @throws UnsafeEntryError; system errors */
  async add({ fingerprint, manifest, ...file }: RegisterEntry): Promise<void> {
    const items = Buffer.alloc(fingerprint.length * 4);
    for (const [index, item] of fingerprint.entries()) items.writeUInt32LE(item, index * 4);
    const content = Buffer.concat([items, manifest ?? new Uint8Array(0)]);
    const head: z.infer<typeof headSchema> = {
      lectern: 'fingerprint',
      version: 1,
      algorithm: FINGERPRINT_ALGORITHM,
      ...file,
      fingerprintBytes: items.length,
      manifestBytes: manifest?.length ?? null,
      contentSha256: sha256Of(content),
    };
    await this.#folder.makeFolder(this.#path);
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), content]);
    await this.#folder.replace(this.#pathOf(file.sha256, file.projectId), bytes);
  }

  /** Searches all entries for a clip, reading one at a time. @throws UnsafeEntryError; system errors */
  async recognise(clip: ClipSearch): Promise<Recognition> {
    const unreadable: string[] = [];
    let filesSearched = 0;
    let match: RecognisedFile | null = null;
    if (clip.isUnrecognisable) return { match, filesSearched, unreadable };
    for (const name of (await this.#folder.list(this.#path)).filter((name) => ENTRY_NAME.test(name)).sort()) {
      const path = join(this.#path, name);
      const entry = await this.#read(path);
      if (entry === null) {
        unreadable.push(path);
        continue;
      }
      filesSearched += 1;
      const found = clip.findIn(entry.fingerprint);
      if (found && (match === null || found.difference < match.difference)) match = { ...found, entry };
    }
    return { match, filesSearched, unreadable };
  }

  #pathOf(sha256: string, projectId: string): string {
    return join(this.#path, `${sha256}-${sha256Of(Buffer.from(projectId)).slice(0, 16)}.fingerprint`);
  }

  /** Returns null if an entry is damaged, not a file, or of a newer version. */
  async #read(path: string): Promise<RegisterEntry | null> {
    try {
      return parseEntry(await this.#folder.read(path, MAX_ENTRY_BYTES));
    } catch (error) {
      if (error instanceof UnsafeEntryError || UNREADABLE_CODES.has(errorCode(error) ?? '')) return null;
      throw error;
    }
  }
}

const UNREADABLE_CODES = new Set(['ENOENT', 'EACCES', 'EPERM', 'EIO']);

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function parseEntry(bytes: Buffer): RegisterEntry | null {
  const end = bytes.indexOf(LINE_FEED);
  const head = headSchema.safeParse(end === -1 ? undefined : parseJson(bytes.toString('utf8', 0, end)));
  if (!head.success) return null;
  const { lectern, version, algorithm, fingerprintBytes, manifestBytes, contentSha256, ...file } = head.data;
  const content = bytes.subarray(end + 1);
  if (content.length !== fingerprintBytes + (manifestBytes ?? 0) || fingerprintBytes % 4 !== 0) return null;
  if (sha256Of(content) !== contentSha256) return null;
  const fingerprint = Uint32Array.from({ length: fingerprintBytes / 4 }, (_, index) => content.readUInt32LE(index * 4));
  return { ...file, fingerprint, manifest: manifestBytes === null ? null : content.subarray(fingerprintBytes) };
}
