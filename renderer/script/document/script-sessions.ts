// The documents of the open project. They stay while it is open, so that undo goes back to the beginning wherever one
// has been in the meantime.
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import { type SaveState, ScriptSession, type SessionPorts } from './script-session.ts';

type SharedPorts = Omit<SessionPorts, 'onSaveState' | 'onReopened'>;

export interface SessionsPorts extends SharedPorts {
  /** Of all documents together. */
  readonly onSaveState: (state: SaveState) => void;
  readonly chapterIds: () => Promise<readonly (number | null)[]>;
  readonly loadBriefs: (chapterId: number | null) => Promise<readonly LineBrief[]>;
}

export class ScriptSessions {
  readonly #ports: SessionsPorts;
  readonly #sessions = new Set<ScriptSession>();
  /** A chapter that is being opened is not opened twice. */
  readonly #opening = new Map<number | null, Promise<ScriptSession>>();
  #projectId: string | null = null;

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
  }

  /** Those of another project are closed. */
  enterProject(projectId: string | null): void {
    if (projectId === this.#projectId) return;
    this.#projectId = projectId;
    for (const session of this.#sessions) session.close();
    this.#sessions.clear();
    this.#opening.clear();
    this.#ports.onSaveState({ kind: 'saved' });
  }

  /**
   * The document in which a chapter stands, all of it, opened where it is not open. One that was emptied is where its
   * words were. @throws what the ports throw
   */
  async open(chapterId: number | null): Promise<ScriptSession> {
    const whole = this.#wholeOf(chapterId);
    if (whole !== null) return whole;
    const opening = this.#opening.get(chapterId) ?? this.#openWhole(chapterId);
    this.#opening.set(chapterId, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(chapterId);
    }
  }

  /** Every chapter of the script, once all edits are on the disk. @throws what the ports throw */
  async allChapterIds(): Promise<readonly (number | null)[]> {
    await this.flushed();
    return this.#ports.chapterIds();
  }

  /** The script changed by another way than the editor. */
  readAllAnew(): void {
    for (const session of this.#sessions) session.readAnew();
  }

  /** New states of lines; null: too many changed to be sent, so they are asked for. */
  async takeBriefs(briefs: readonly LineBrief[] | null): Promise<void> {
    for (const session of this.#sessions) {
      if (briefs !== null) session.takeBriefs(briefs);
      else for (const chapterId of session.chapterIds) session.takeBriefs(await this.#ports.loadBriefs(chapterId));
    }
  }

  /** Tries to save what waits for a later try. */
  retry(): void {
    for (const session of this.#sessions) session.retry();
  }

  /** Resolves once the disk has everything. @throws BridgeFailure */
  async flushed(): Promise<void> {
    await Promise.all(Array.from(this.#sessions, (session) => session.flushed()));
  }

  /** How the documents stand together: the worst of them. */
  get saveState(): SaveState {
    const states = Array.from(this.#sessions, ({ saveState }) => saveState);
    return states.find(({ kind }) => kind === 'unsaved') ?? states.find(({ kind }) => kind === 'saving') ?? SAVED;
  }

  #find(matches: (session: ScriptSession) => boolean): ScriptSession | null {
    for (const session of this.#sessions) if (matches(session)) return session;
    return null;
  }

  /** The one open document that has a chapter; null where it has to be seen which. */
  #wholeOf(chapterId: number | null): ScriptSession | null {
    // An edit on its way to the disk may bring words into a chapter, or take its heading.
    if (this.#find(({ isSaved }) => !isSaved) !== null) return null;
    const holders = this.#holders(chapterId);
    const [holder] = holders;
    return holders.length === 1 && holder?.hasChapterStart(chapterId) ? holder : null;
  }

  #holders(chapterId: number | null): ScriptSession[] {
    return Array.from(this.#sessions).filter(({ chapterIds }) => chapterIds.includes(chapterId));
  }

  /** Where a chapter's words stand in several documents, or in one without their heading, one has them all afterwards. */
  async #openWhole(chapterId: number | null): Promise<ScriptSession> {
    await this.#allSaved();
    const whole = this.#wholeOf(chapterId);
    if (whole !== null) return whole;
    const holders = this.#holders(chapterId).toSorted((a, b) => b.changedAt - a.changedAt);
    const [latest] = holders;
    if (latest === undefined) {
      const emptied = this.#find((one) => one.chapterIds.length === 0 && one.lastChapterIds.includes(chapterId));
      return emptied ?? this.#openNew(chapterId);
    }
    // What is on no disk can't be joined yet.
    if (holders.some(({ isSaved }) => !isSaved)) return holders.find((one) => one.hasChapterStart(chapterId)) ?? latest;
    const projectId = this.#projectId;
    const document = await this.#ports.open(chapterId);
    if (projectId !== this.#projectId) return latest;
    const same = holders.find(({ documentId }) => documentId === document.documentId);
    if (same !== undefined) return same;
    if (holders.some(({ isSaved }) => !isSaved)) return latest;
    latest.grow(document, chapterId);
    for (const other of holders) if (other !== latest) this.#drop(other);
    return latest;
  }

  #drop(session: ScriptSession): void {
    session.close();
    this.#sessions.delete(session);
  }

  /** Waits for the edits that are under way; what can't be saved stays unsaved. */
  async #allSaved(): Promise<void> {
    try {
      await this.flushed();
    } catch {
      // It is told where it happened, and tried again.
    }
  }

  async #openNew(chapterId: number | null): Promise<ScriptSession> {
    const projectId = this.#projectId;
    const document = await this.#ports.open(chapterId);
    const known = this.#find((session) => session.documentId === document.documentId);
    if (known !== null) return known;
    const session = new ScriptSession(document, {
      ...this.#ports,
      onSaveState: () => this.#ports.onSaveState(this.saveState),
    });
    if (projectId === this.#projectId) this.#sessions.add(session);
    else session.close();
    return session;
  }
}

const SAVED: SaveState = { kind: 'saved' };
