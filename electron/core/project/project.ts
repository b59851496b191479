import { isLocked } from '../../../node/sqlite/exclusive-lock.ts';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { ProjectNotice } from '../../../shared/model/problems/project-problem.ts';
import { DEFAULT_PROJECT_SETTINGS, type ProjectSettings } from '../../../shared/model/settings.ts';
import { detectLanguage } from '../../../shared/rules/detect-language.ts';
import type { Clock, Random } from '../ports.ts';
import { BookDocument } from './book/book-document.ts';
import { CastStore } from './cast/cast-store.ts';
import { RoleChanges } from './cast/role-changes.ts';
import { RoleEntries } from './cast/role-entries.ts';
import type { Database } from './folder/database.ts';
import type { DatabaseFile } from './folder/database-file.ts';
import {
  type FolderIdentity,
  identityOfFolder,
  isSameFile,
  isSameFolder,
  readFolderIdentity,
} from './folder/folder-identity.ts';
import { sealDatabase } from './folder/integrity.ts';
import type { LogDamage } from './folder/log-record.ts';
import { ProjectError } from './folder/project-error.ts';
import type { ProjectPaths } from './folder/project-paths.ts';
import { SettingsDocument } from './folder/settings-document.ts';
import { syncServiceOf } from './folder/synced-folder.ts';
import type { WriteAheadLog } from './folder/write-ahead-log.ts';
import type { WriterLock } from './folder/writing-process.ts';
import { LineStore } from './lines/line-store.ts';
import { RenderKeys } from './lines/render-key.ts';
import { ProofStore } from './proof/proof-store.ts';
import { ScriptStore } from './script/script-store.ts';
import { NoteStore } from './takes/note-store.ts';
import { TakeDecisionStore } from './takes/take-decisions.ts';
import { TakeStore } from './takes/take-store.ts';

export interface ProjectInfo {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly connection: ConnectionIdentity;
  /** Runs of a copied or moved project wait until its location is confirmed. */
  readonly moved: boolean;
  /**
   * True if the database is a different file: a copy, or moved to another drive. The original might have sent batches
   * since then.
   */
  readonly copied: boolean;
}

export interface ProjectParts {
  readonly paths: ProjectPaths;
  readonly db: Database;
  readonly mode: 'write' | 'read';
  readonly log: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock: WriterLock | null;
  readonly file: DatabaseFile;
  readonly writeAheadLog?: WriteAheadLog | null;
  readonly logDamage?: LogDamage | null;
}

/** Whether a setting affects how the script is parsed (and therefore the requests), only the requests, or neither. */
const SETTING_EFFECTS: Readonly<Record<keyof ProjectSettings, 'reading' | 'requests' | 'neither'>> = {
  version: 'neither',
  productionKind: 'neither',
  spokenNotes: 'neither',
  importedTexts: 'neither',
  masterFormat: 'requests',
  sampleRate: 'requests',
  quality: 'requests',
  language: 'requests',
  lineCharacters: 'reading',
  speakBrackets: 'reading',
  actOnDirections: 'requests',
  fineWords: 'neither',
  speakHeadings: 'reading',
  narrateHeadings: 'requests',
  roleMarks: 'reading',
  confirmedRoles: 'reading',
  characterCap: 'neither',
  moneyCap: 'neither',
  confirmPrice: 'neither',
  pauses: 'neither',
  cutSilentEnds: 'neither',
  followPunctuation: 'neither',
  proofTakes: 'neither',
  targets: 'neither',
  ownTargets: 'neither',
  credits: 'neither',
  disclosure: 'neither',
  spokenDisclosure: 'neither',
  watermark: 'neither',
  authorisedTargets: 'neither',
  consentDecisions: 'neither',
};

/** In UTF-16 code units. */
const DETECTION_LENGTH = 24_000;

interface ProjectRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly origin: string;
  readonly user_id: string;
  readonly place: string;
  readonly last_export: string | null;
}

/** An open project. All writes to its folder go through this class. */
export class Project {
  readonly dir: string;
  readonly db: Database;
  readonly script: ScriptStore;
  readonly cast: CastStore;
  readonly lines: LineStore;
  readonly takes: TakeStore;
  readonly book: BookDocument;
  readonly keys: RenderKeys;
  readonly decisions: TakeDecisionStore;
  readonly notes: NoteStore;
  readonly proofs: ProofStore;
  readonly roleChanges: RoleChanges;
  readonly roleEntries: RoleEntries;
  readonly #parts: ProjectParts;
  readonly #settings: SettingsDocument;
  #detected: string | null | undefined = undefined;
  #closed = false;

  constructor(parts: ProjectParts) {
    const { db, paths, clock } = parts;
    this.#parts = parts;
    this.dir = paths.folder;
    this.db = db;
    this.#settings = new SettingsDocument(db, paths.folder, clock);
    this.book = new BookDocument(db, clock);
    this.cast = new CastStore(db, (concerned) => this.keys.rekey(concerned));
    this.keys = new RenderKeys(db, () => ({ ...this.cast.snapshot(), settings: this.#settings.read() }));
    this.script = new ScriptStore({
      db,
      clock,
      cast: this.cast,
      keys: this.keys,
      options: () => this.#settings.read(),
    });
    const roleParts = {
      db,
      clock,
      cast: this.cast,
      keys: this.keys,
      settings: this.#settings,
      reparse: () => void this.script.reparse(),
      scriptChanged: () => this.script.documents.scriptChanged(),
    };
    this.roleChanges = new RoleChanges(roleParts);
    this.roleEntries = new RoleEntries(roleParts);
    this.lines = new LineStore(db, this.keys);
    this.decisions = new TakeDecisionStore(db);
    this.notes = new NoteStore(db, clock);
    this.proofs = new ProofStore(db, clock, () => this.book.read().language ?? this.#detectedLanguage());
    this.takes = new TakeStore(db, paths, parts.mode === 'write', () => parts.file.check());
  }

  info(): ProjectInfo {
    const row = this.#row();
    return {
      id: row.id,
      name: row.name,
      createdAt: row.created_at,
      connection: { origin: row.origin, userId: row.user_id },
      ...this.#locationState(readFolderIdentity(row.place)),
    };
  }

  get file(): DatabaseFile {
    return this.#parts.file;
  }

  /** True if another thread can read the project while this one writes it, without waiting. */
  get allowsConcurrentReads(): boolean {
    return this.#parts.mode === 'write' && this.#parts.log;
  }

  /**
   * Set if the log is missing or has been changed since an improper close. The journal might then lack the latest
   * submissions.
   */
  get logDamage(): LogDamage | null {
    return this.#parts.logDamage ?? null;
  }

  notices(): Extract<ProjectNotice, { kind: 'no-log' | 'synced' }>[] {
    const { dir } = this;
    const by = syncServiceOf(dir);
    return [
      ...(this.#parts.log ? [] : [{ kind: 'no-log' as const, path: dir }]),
      ...(by === null ? [] : [{ kind: 'synced' as const, path: dir, by }]),
    ];
  }

  rename(name: string): void {
    this.db.durably(() => this.db.prepare('UPDATE project SET name = ?').run(name));
  }

  /**
   * Confirms the location, so that runs can continue. Earlier batches stay marked as shared with the other location.
   */
  confirmPlace(): void {
    this.#parts.file.check();
    const here = identityOfFolder(this.dir);
    this.db.durably(() => {
      if (isSameFolder(readFolderIdentity(this.#row().place), here)) return;
      const { id } = this.db
        .prepare<{ readonly id: number }>('SELECT coalesce(max(id), 0) AS id FROM batches')
        .get() ?? {
        id: 0,
      };
      const place = JSON.stringify({ ...here, sharedBatches: id });
      this.#setPlace(place);
    });
  }

  revokePlace(): void {
    this.db.durably(() => this.#setPlace(JSON.stringify(null)));
  }

  #setPlace(place: string): void {
    this.db.prepare('UPDATE project SET place = ?').run(place);
  }

  /** Sets the connection for future batches. Batches that have already been submitted keep the previous connection. */
  adoptConnection({ origin, userId }: ConnectionIdentity): void {
    this.db.durably(() => this.db.prepare('UPDATE project SET origin = ?, user_id = ?').run(origin, userId));
  }

  settings(): ProjectSettings {
    return this.#settings.read();
  }

  /**
   * Updates settings. If they affect parsing, the script is parsed again, but text with takes remains split into the
   * same lines.
   */
  updateSettings(patch: Partial<Omit<ProjectSettings, 'version'>>): boolean {
    const before = this.#settings.read();
    const after = { ...before, ...patch };
    const concerned = new Set(
      (Object.keys(SETTING_EFFECTS) as (keyof ProjectSettings)[])
        .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
        .map((name) => SETTING_EFFECTS[name]),
    );
    if (concerned.size === 0) return false;
    this.db.durably(() => {
      this.#settings.write(after);
      if (concerned.has('reading')) this.script.reparse();
      if (concerned.has('reading') || concerned.has('requests')) this.keys.rekey();
    });
    return concerned.has('reading') || concerned.has('requests');
  }

  /** The script's language, detected only once so that edits don't outdate comparisons. */
  #detectedLanguage(): string | null {
    if (this.#detected === undefined) {
      const text = this.script.text();
      if (text !== '') this.#detected = detectLanguage(text.slice(0, DETECTION_LENGTH));
    }
    return this.#detected ?? null;
  }

  resetSettings(settings: ProjectSettings = DEFAULT_PROJECT_SETTINGS): void {
    this.db.durably(() => {
      this.#settings.replaceUnreadable(settings);
      this.script.reparse();
      this.keys.rekey();
    });
  }

  /**
   * Returns the last value passed to `setLastExport`. Returns the stored text if it can't be parsed; null if there is
   * none.
   */
  lastExport(): unknown {
    const text = this.#row().last_export;
    if (text === null) return null;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }

  setLastExport(value: unknown): void {
    const document = JSON.stringify(value ?? null);
    this.db.transaction(() => this.db.prepare('UPDATE project SET last_export = ?').run(document));
  }

  isBeingWritten(): boolean {
    return this.#parts.lock !== null || isLocked(this.#parts.paths.files, this.#parts.paths.lock);
  }

  /**
   * Copies the log into the file and closes the project. If the disk is full or the folder has been moved, the log
   * remains, so nothing is lost.
   */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const { lock, paths, writeAheadLog, file } = this.#parts;
    const isInPlace = file.isInPlace();
    try {
      if (lock && isInPlace) this.db.markClosed();
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
    } finally {
      // Always release the lock; otherwise, the project would remain in use until this process exits.
      try {
        this.db.close();
      } finally {
        writeAheadLog?.release(isInPlace);
        if (lock) {
          if (isInPlace) trySealing(paths);
          lock.release();
        }
      }
    }
  }

  #locationState(confirmed: FolderIdentity | null): { readonly moved: boolean; readonly copied: boolean } {
    try {
      const here = identityOfFolder(this.dir);
      const moved = !isSameFolder(confirmed, here);
      return { moved, copied: moved && !isSameFile(confirmed, here) };
    } catch {
      // The folder was moved while the project was open.
      return { moved: true, copied: false };
    }
  }

  #row(): ProjectRow {
    const row = this.db
      .prepare<ProjectRow>('SELECT id, name, created_at, origin, user_id, place, last_export FROM project')
      .get();
    if (!row)
      throw new ProjectError({
        kind: 'damaged',
        path: this.dir,
        damage: { kind: 'no-project-row' },
        backup: null,
      });
    return row;
  }
}

// Without the seal, the whole file is checked the next time it is opened, which is slower but harmless.
function trySealing(paths: ProjectPaths): void {
  try {
    sealDatabase(paths);
  } catch {
    // The disk is full or the folder has become read-only.
  }
}
