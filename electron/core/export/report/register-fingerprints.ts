import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import type { ExportNotice } from '../../../../shared/model/export/export.ts';
import type { ExportTargetId } from '../../../../shared/model/export/export-target.ts';
import { FingerprintRegister, type RegisterEntry } from '../../app/fingerprints/fingerprint-register.ts';
import type { Clock } from '../../ports.ts';
import type { FileOnDisk } from '../plan/export-plan.ts';
import type { FingerprintSink } from './measure-files.ts';

/** The manifest and the watermark of a registered file. */
export type FileMarks = Pick<RegisterEntry, 'manifest' | 'manifestId' | 'markId'>;

const NO_MARKS: FileMarks = { manifest: null, manifestId: null, markId: null };

interface RegisteringParts {
  /** The application's data folder; null if only the project keeps fingerprints. */
  readonly dataFolder: string | null;
  readonly project: { readonly id: string; readonly name: string; readonly dir: string };
  readonly target: ExportTargetId;
  readonly files: readonly FileOnDisk[];
  readonly clock: Pick<Clock, 'now'>;
  readonly marksOf?: (file: FileOnDisk) => Promise<FileMarks>;
}

interface Place {
  readonly path: string;
  readonly register: FingerprintRegister;
  failed: number;
  code: string;
}

/** Registers the fingerprints of exported files in the application and in the project. Failures don't stop the export. */
export class ExportFingerprints implements FingerprintSink {
  readonly #parts: RegisteringParts;
  readonly #files: ReadonlyMap<string, FileOnDisk>;
  readonly #places: readonly Place[];

  constructor(parts: RegisteringParts) {
    const { dataFolder, project } = parts;
    this.#parts = parts;
    this.#files = new Map(parts.files.map((file) => [file.file, file]));
    this.#places = [dataFolder, project.dir].flatMap((path) =>
      path === null ? [] : [{ path, register: new FingerprintRegister(path), failed: 0, code: '' }],
    );
  }

  async wants(name: string): Promise<boolean> {
    const file = this.#files.get(name);
    if (file === undefined) return false;
    for (const place of this.#places) if (!(await this.#isRegistered(place, file))) return true;
    return false;
  }

  async add(name: string, fingerprint: Uint32Array, durationSeconds: number): Promise<void> {
    const file = this.#files.get(name);
    if (file === undefined) return;
    const { project, target, clock, marksOf = async () => NO_MARKS } = this.#parts;
    const entry: RegisterEntry = {
      sha256: file.sha256,
      file: file.file,
      target,
      durationSeconds,
      title: project.name,
      projectId: project.id,
      addedAt: new Date(clock.now()).toISOString(),
      fingerprint,
      ...(await marksOf(file)),
    };
    for (const place of this.#places) {
      if (await this.#isRegistered(place, file)) continue;
      await place.register.add(entry).catch((error: unknown) => noteFailure(place, error));
    }
  }

  notices(): ExportNotice[] {
    const isInApplication = this.#places[0]?.failed === 0;
    return this.#places
      .filter(({ failed, code }) => failed > 0 && !(isInApplication && READ_ONLY_CODES.has(code)))
      .map(({ path, failed, code }) => ({ kind: 'not-registered', files: failed, folder: path, code }));
  }

  async #isRegistered({ register }: Place, { sha256 }: FileOnDisk): Promise<boolean> {
    // If the folder can't be read, adding the entry fails and is reported.
    return register.has({ sha256, projectId: this.#parts.project.id }).catch(() => false);
  }
}

/** Not reported for a read-only project if the application has the fingerprints. */
const READ_ONLY_CODES = new Set(['EROFS', 'EACCES', 'EPERM']);

function noteFailure(place: Place, error: unknown): void {
  const code = error instanceof UnsafeEntryError ? error.reason : errorCode(error);
  if (code === null) throw error;
  place.failed += 1;
  place.code = code;
}
