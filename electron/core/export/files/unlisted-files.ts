// Files that aren't in a list replace any file with the same name, because sessions refer to their audio by name.
import { createHash } from 'node:crypto';
import { writeAll } from '../../../../node/files/durable-write.ts';
import type {
  BytesContent,
  FailedFile,
  MadeFiles,
  PlannedFile,
  SummaryFile,
  TakeContent,
} from '../plan/export-plan.ts';
import { inParallel } from './disk.ts';
import type { ExportFolder, OwnedFile } from './export-folder.ts';
import type { FileStore, NamedFile, NamedFiles, NewFile } from './file-store.ts';
import type { LineSources } from './line-audio.ts';
import { type CopiedTake, copyTake } from './take-copy.ts';

type UnlistedContent = TakeContent | BytesContent;

export type TakeSources = Pick<LineSources, 'openAudio'>;

class UnreadableTakeError extends Error {
  override readonly name = 'UnreadableTakeError';
}

function throwUnreadableTake(cause: unknown): never {
  throw new UnreadableTakeError('unreadable', { cause });
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export class UnlistedFileStore implements FileStore<OwnedFile, UnlistedContent> {
  readonly concurrency = 4;
  readonly replaces = true;
  readonly #folder: ExportFolder;
  readonly #summary: SummaryFile | null;
  readonly #sources: TakeSources;

  constructor(folder: ExportFolder, summary: SummaryFile | null, sources: TakeSources) {
    this.#folder = folder;
    this.#summary = summary;
    this.#sources = sources;
  }

  open(): Promise<void> {
    return this.#folder.sweepPartials();
  }

  async nameFiles(files: readonly PlannedFile<UnlistedContent>[]): Promise<NamedFiles<OwnedFile, UnlistedContent>> {
    const found = new Map<PlannedFile<UnlistedContent>, OwnedFile>();
    await inParallel(files, this.concurrency, async (planned) => {
      const { name: file, content } = planned;
      const sha256 = content.kind === 'bytes' ? sha256Of(content.bytes) : content.audio.audioHash;
      const row = await this.#existing(file, sha256);
      if (row) found.set(planned, row);
    });
    return {
      files: files.map((planned) => ({ planned, file: planned.name, row: found.get(planned) ?? null })),
      notices: [],
    };
  }

  async #existing(file: string, sha256: string): Promise<OwnedFile | null> {
    const entry = await this.#folder.disk.stat(this.#folder.at(file));
    if (entry?.kind !== 'file' || (await this.#folder.hashOf(file)) !== sha256) return null;
    return { file, sha256, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedMs };
  }

  async begin(): Promise<void> {}

  async beforePlacing(): Promise<void> {}

  async afterPlacing(): Promise<void> {}

  describe(row: OwnedFile): OwnedFile {
    return row;
  }

  async make({ planned: { content }, file }: NamedFile<OwnedFile, UnlistedContent>): Promise<NewFile<OwnedFile>> {
    if (content.kind === 'take') return this.#copyTake(content, file);
    const partial = await this.#folder.writePartial(content.bytes);
    return { partial, row: { file, sha256: sha256Of(content.bytes), sizeBytes: 0, modifiedMs: 0 } };
  }

  async #copyTake({ audio }: TakeContent, file: string): Promise<NewFile<OwnedFile>> {
    const source = await this.#sources.openAudio(audio).catch(throwUnreadableTake);
    let copied: CopiedTake | undefined;
    const partial = await this.#folder
      .writePartial(async (target) => {
        copied = await copyTake(source, (bytes) => writeAll(target, bytes), throwUnreadableTake);
      })
      .finally(() => source.close());
    // A copy of the take with a corrected header might already be in place.
    const sha256 = copied?.sourceHash === audio.audioHash ? copied.hash : null;
    const existing = sha256 === null ? null : await this.#existing(file, sha256);
    if (sha256 !== null && !existing) return { partial, row: { file, sha256, sizeBytes: 0, modifiedMs: 0 } };
    await this.#folder.discard(partial);
    return existing ? { partial: null, row: existing } : throwUnreadableTake(null);
  }

  failureOf(
    error: unknown,
    { planned: { lines } }: NamedFile<OwnedFile, UnlistedContent>,
  ): Omit<FailedFile, 'file' | 'lines'> | null {
    if (!(error instanceof UnreadableTakeError)) return null;
    return { lineId: lines[0] ?? null, reason: { kind: 'audio-damaged' }, damagedAudio: null };
  }

  lastFiles(made: MadeFiles): PlannedFile<UnlistedContent>[] {
    if (!this.#summary) return [];
    const { name, write } = this.#summary;
    return [{ name, lines: [], content: { kind: 'bytes', bytes: write(made) } }];
  }

  notices(): [] {
    return [];
  }

  async close(): Promise<void> {
    try {
      await this.#folder.flush();
    } finally {
      await this.#folder.close().catch(() => {});
    }
  }
}
