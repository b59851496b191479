import type { LenientVoice } from '@lectern/tts-protocol';
import { invertChanges, type RowChange } from '../../../node/sqlite/row-changes.ts';
import type { RunSummary } from '../../../shared/ipc/production-requests.ts';
import type { ProjectFigures, ProjectSummary, ReadOnlyReason } from '../../../shared/ipc/project-requests.ts';
import type { LineBrief, TextChange } from '../../../shared/ipc/script-requests.ts';
import type { KnownConsents, VoiceConsent } from '../../../shared/model/consent.ts';
import type { NameComparison } from '../../../shared/model/name-sounds.ts';
import type { ProjectNotice } from '../../../shared/model/problems/project-problem.ts';
import { castChanges } from '../../../shared/rules/cast/cast-changes.ts';
import { castRoles } from '../../../shared/rules/cast/default-cast.ts';
import { append } from '../../../shared/rules/lists.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { ProofWorkers, SoundWorkers } from '../audio/proof-workers.ts';
import type { Emit } from '../bridge/handler-types.ts';
import { RequestError, refuse } from '../bridge/request-error.ts';
import type { ExportScope } from '../export/plan/select-lines.ts';
import { ALL_TAKES } from '../export/voice-consents.ts';
import type { Clock, Random } from '../ports.ts';
import { compareNames } from '../production/compare-names.ts';
import { recoverJournal, settleConnection } from '../production/reopen-project.ts';
import type { ServiceLink } from '../production/service-link.ts';
import type { SharedCap } from '../production/shared-cap.ts';
import { TakeAnalyser } from '../production/take-analyser.ts';
import { TakeProofer } from '../production/take-proofer.ts';
import type { KnownVoices } from '../production/voice-uses.ts';
import { WebhookWatch } from '../production/webhook-watch.ts';
import { updateSpokenDisclosure } from '../project/book/credits-in-script.ts';
import { FolderWatch } from '../project/folder/database-file.ts';
import { applyChanges, ChangedSinceError } from '../project/history/apply-changes.ts';
import { StoredSteps } from '../project/history/stored-steps.ts';
import type { Journal } from '../project/journal/journal.ts';
import type { JournalReports } from '../project/journal/journal-reports.ts';
import { batchWebhook } from '../project/journal/webhook-results.ts';
import type { LinePositions } from '../project/lines/line-positions.ts';
import type { Project } from '../project/project.ts';
import type { DocumentEditResult } from '../project/script/document-replies.ts';
import { ReviewStore } from '../project/takes/review-store.ts';
import type { TakeListener } from '../recognition/take-listener.ts';
import { Throttle } from '../timing.ts';
import type { Inverse } from '../undo/undo-log.ts';
import { PaidWork } from './paid-work.ts';
import { createQueryContext } from './queries.ts';
import { ReaderThread } from './reader-thread.ts';
import { RunController } from './run-controller.ts';
import { RunFeed } from './run-feed.ts';
import type { ConnectionTerms } from './run-planner.ts';
import { ScriptViews } from './script-views.ts';

export interface SessionParts {
  readonly project: Project;
  readonly readOnlyBecause: ReadOnlyReason | null;
  readonly workers: AudioWorkers;
  readonly proofWorkers: ProofWorkers & SoundWorkers;
  readonly listener: TakeListener;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  readonly link: () => ServiceLink | null;
  readonly voices: () => readonly LenientVoice[];
  /** Never fails. */
  readonly presentVoices: KnownVoices['voices'];
  readonly consentOf: (voice: string) => string | null;
  readonly knownConsents: () => Promise<KnownConsents>;
  /** Waits for an open link. @throws RequestError */
  readonly requireLink: () => Promise<ServiceLink>;
  readonly terms: () => ConnectionTerms;
  readonly sharedCap?: SharedCap | undefined;
  readonly linesAhead?: (folder: string) => readonly number[];
  readonly onRunUpdated: (session: ProjectSession, run: RunSummary) => void;
  readonly onRunFinished: (session: ProjectSession, run: RunSummary) => void;
  readonly onDefect: (error: unknown) => string;
  /** The thread that reads the project has failed, so its work was done on this thread. */
  readonly onThreadTrouble: (error: unknown) => void;
}

/** Tables that determine what is sent for a line. */
const AFFECTS_REQUESTS = new Set(['project', 'paragraphs', 'lines', 'roles', 'pronunciation_rules']);
const SUMMARY_MS = 1_000;
/** Keeps updates within 200 ms of a change. */
const PUSH_MS = 100;
/** If more than this many lines have changed, the notification doesn't list them. */
const MAX_NAMED = 500;

export type CountedSummary = ProjectSummary & { readonly figures: ProjectFigures };

export class ProjectSession {
  readonly project: Project;
  readonly journal: Journal;
  readonly reports: JournalReports;
  readonly review: ReviewStore;
  readonly places: LinePositions;
  readonly reader: ReaderThread;
  readonly views: ScriptViews;
  readonly feed: RunFeed;
  readonly run: RunController;
  readonly readOnly: boolean;
  readonly analyser: TakeAnalyser;
  readonly proofer: TakeProofer;
  readonly steps: StoredSteps;
  /** Whether the window shows this project. Otherwise, only its run continues, and it emits no events. */
  isShown = true;
  readonly #parts: SessionParts;
  readonly #emit: Emit = (name, payload) => {
    if (this.isShown) this.#parts.emit(name, payload);
  };
  readonly #summaries: Throttle;
  #comparingNames: { readonly end: AbortController; readonly result: Promise<NameComparison> } | null = null;
  readonly #told: ProjectNotice[];
  readonly #lineEvents: LineEvents;
  readonly #folderWatch: FolderWatch;
  readonly #paidWork: PaidWork;
  #webhooks: { readonly link: ServiceLink; readonly watch: WebhookWatch } | null = null;
  #isClosed = false;

  constructor(parts: SessionParts) {
    const { project, clock, random, workers } = parts;
    this.#parts = parts;
    const emit = this.#emit;
    this.project = project;
    this.readOnly = parts.readOnlyBecause !== null;
    this.review = new ReviewStore(project.db);
    this.steps = new StoredSteps(project.db, parts.onDefect);
    const context = createQueryContext(project, this.review);
    this.journal = context.journal;
    this.reports = context.reports;
    this.places = context.places;
    this.reader = new ReaderThread({ context, clock, onError: parts.onThreadTrouble });
    this.views = new ScriptViews({ ...context, reader: this.reader });
    this.#told = project.notices();
    const { onDefect } = parts;
    const emitSummary = async () => {
      await this.#trySummary();
      if (!this.#isClosed) emit('chapters-changed', {});
    };
    this.#summaries = new Throttle(clock, SUMMARY_MS, emitSummary, onDefect);
    this.#lineEvents = new LineEvents(clock, emit, (ids) => this.views.briefs({ lineIds: ids }), onDefect);
    this.analyser = new TakeAnalyser({
      project,
      workers,
      clock,
      onTakes: (lineIds) => this.#lineEvents.takes(lineIds),
      onDefect: parts.onDefect,
    });
    this.proofer = new TakeProofer({
      project,
      workers: parts.proofWorkers,
      listener: parts.listener,
      clock,
      isBusy: () => this.run.isDownloading,
      onTakes: (lineIds) => this.takesChanged(lineIds),
      onDefect: parts.onDefect,
    });
    this.feed = new RunFeed({
      clock,
      emit,
      places: this.places,
      isShown: () => this.isShown,
      state: () => this.run.state,
      outlook: () => this.#currentLink()?.budget.outlook('batch') ?? null,
      ahead: () => this.linesAhead(),
      load: () => this.#currentLink()?.dispatcher.load.state ?? null,
      onUpdate: (run) => parts.onRunUpdated(this, run),
      onLines: (lineIds) => this.linesChanged(lineIds),
      onTakes: (lineIds) => {
        this.takesChanged(lineIds);
        if (!this.readOnly) this.proofer.takesArrived(lineIds);
      },
      onDefect,
    });
    this.run = new RunController({
      project,
      journal: this.journal,
      reports: this.reports,
      places: this.places,
      reader: this.reader,
      workers,
      clock,
      random,
      feed: this.feed,
      known: { voices: parts.presentVoices, consentOf: parts.consentOf },
      linkAtHand: () => this.#currentLink(),
      requireServiceLink: () => this.#requireServiceLink(),
      terms: parts.terms,
      knownConsents: parts.knownConsents,
      sharedCap: parts.sharedCap,
      checkPaidFiles: () => this.checkPaidFiles(),
      updateDisclosure: () => this.updateDisclosure(),
      onEvent: (event) => {
        this.feed.handleEvent(event);
        if (event.kind === 'batch-done') this.#webhooks?.watch.watch(event.batchId);
      },
      onFinished: (run) => {
        this.emitSummarySoon();
        parts.onRunFinished(this, run);
      },
      onDefect: parts.onDefect,
    });
    this.#paidWork = new PaidWork({
      project,
      reader: this.reader,
      clock,
      readOnly: this.readOnly,
      onChange: (notice) => {
        if (notice !== null) this.#told.push(notice);
        this.linesChanged(null);
      },
      onDefect: parts.onDefect,
    });
    this.#folderWatch = new FolderWatch({ file: project.file, clock, onChange: () => this.emitSummarySoon() });
    project.script.documents.onChange(() => {
      this.scriptChanged();
      emit('documents-changed', {});
    });
  }

  /** Continues the work of an earlier process. @throws ProjectError */
  begin(): void {
    const { clock } = this.#parts;
    if (!this.readOnly) {
      const lines = recoverJournal(this.journal, clock.now());
      if (lines > 0) this.#told.push({ kind: 'doubtful', lines });
    }
    this.run.loadLatestRun();
    this.#folderWatch.begin();
    this.#paidWork.begin();
    if (!this.readOnly) {
      this.analyser.begin();
      this.proofer.begin();
    }
  }

  linkChanged(): void {
    this.#adoptProject();
    this.#watchWebhooks();
    this.run.linkChanged();
  }

  /** The link is about to be closed. */
  async releaseLink(): Promise<void> {
    const webhooks = this.#webhooks;
    this.#webhooks = null;
    await Promise.all([this.run.releaseLink(), webhooks?.watch.stop()]);
  }

  #watchWebhooks(): void {
    const link = this.#currentLink();
    if (this.#webhooks?.link === link) return;
    this.#webhooks?.watch.stop().catch(this.#parts.onDefect);
    this.#webhooks = link && {
      link,
      watch: new WebhookWatch({
        db: this.project.db,
        client: link.client,
        connection: link.identity,
        clock: this.#parts.clock,
        onRead: (batchId, lineIds) => {
          this.feed.updateWebhook(batchId, batchWebhook(this.project.db, batchId));
          if (lineIds.length > 0) this.#lineEvents.takes(lineIds);
        },
        onDefect: this.#parts.onDefect,
      }),
    };
  }

  async summary(): Promise<CountedSummary> {
    const figures = await this.views.totals();
    return { ...this.#summaryWithoutFigures(), figures };
  }

  /** Doesn't wait. If the project has just been opened, there might not be any totals yet. */
  async currentSummary(): Promise<ProjectSummary> {
    return this.views.isCounted ? this.summary() : this.#summaryWithoutFigures();
  }

  #summaryWithoutFigures(): ProjectSummary {
    const { id, name, connection, moved } = this.project.info();
    const { file } = this.project;
    return {
      id,
      name,
      path: this.project.dir,
      connection,
      moved,
      away: file.isInPlace() ? null : { foundAt: file.currentFolder() },
      readOnly: this.readOnly,
      readOnlyBecause: this.#parts.readOnlyBecause,
      firstChapterId: this.project.script.firstChapterId(),
      figures: null,
      // The window doesn't need the hashes, which are long.
      settings: { ...this.project.settings(), importedTexts: null },
      notices: this.#told,
    };
  }

  /** Changes to the text, cast or settings affect lines or their requests. */
  scriptChanged(): void {
    this.places.forget();
    this.statesChanged();
    this.#emit('chapters-changed', {});
  }

  bookChanged(): void {
    this.#emit('book-changed', {});
  }

  /** Updates the spoken line about synthetic voices after a change of what it depends on. @throws ProjectError */
  updateDisclosure(): void {
    const { spokenDisclosure: former } = this.project.settings();
    if (!updateSpokenDisclosure(this.project, this.#parts.consentOf)) return;
    this.#emit('disclosure-changed', { former, sentence: this.project.settings().spokenDisclosure });
    this.castNewRoles();
    this.castChanged();
    this.scriptChanged();
    this.bookChanged();
  }

  consentOf(voice: string): string | null {
    return this.#parts.consentOf(voice);
  }

  /** Returns the cloned voices in the takes; by default, in the takes of all lines. */
  async voiceConsents(scope: ExportScope = ALL_TAKES): Promise<VoiceConsent[]> {
    return this.reader.query('voiceConsents', { scope, known: await this.#parts.knownConsents() });
  }

  castChanged(): void {
    this.linesChanged(null);
    this.#emit('chapters-changed', {});
  }

  /** Call after changing rows of any kind. */
  everythingChanged(): void {
    this.castChanged();
    this.scriptChanged();
    this.bookChanged();
    this.project.script.documents.scriptChanged();
    this.#emit('takes-changed', { lineIds: null });
  }

  /** Returns an inverse that reverts recorded changes, unless their rows have changed since. */
  inverseOf(changes: readonly RowChange[]): Inverse {
    return () => {
      const { db, keys } = this.project;
      try {
        const made = db.durably(() => {
          const reverted = applyChanges(db, invertChanges(changes), this.#parts.clock.now());
          if (reverted.some(({ table }) => AFFECTS_REQUESTS.has(table))) keys.rekey();
          return reverted;
        });
        this.everythingChanged();
        return this.inverseOf(made);
      } catch (error) {
        if (error instanceof ChangedSinceError) refuse({ kind: 'outdated', reason: 'changed' });
        throw error;
      }
    };
  }

  /** Saves the edit durably. @throws ScriptDocumentError, ProjectError */
  edit(documentId: number, revision: number, changes: readonly TextChange[]): DocumentEditResult {
    const edited = this.project.script.documents.edit(documentId, revision, changes);
    const { added, removed, revived } = edited.counts;
    if (edited.chaptersChanged || added + removed + revived > 0) this.places.forget();
    if (edited.rolesChanged) this.castNewRoles();
    this.statesChanged();
    if (edited.chaptersChanged || edited.rolesChanged) this.#emit('chapters-changed', {});
    return edited;
  }

  /** New roles get a default voice, so that their lines can be rendered. Other roles keep their voices. */
  castNewRoles(): void {
    const { cast, book, script } = this.project;
    const { language } = this.project.settings();
    const before = cast.roles();
    const voices = this.#parts.voices();
    const roles = castRoles(before, voices, language, () => script.text(), book.read().language);
    cast.saveRoles(roles);
    const known = new Map(
      before.flatMap(({ name, voice }) => (voice === null ? [] : [[name, { id: voice, name: null }]])),
    );
    const changes = castChanges(known, roles, voices);
    if (changes.length > 0) this.#parts.emit('roles-cast', { changes });
  }

  linesChanged(lineIds: Iterable<number> | null): void {
    this.#lineEvents.lines(lineIds);
    this.statesChanged();
  }

  takesChanged(lineIds: Iterable<number>): void {
    this.#lineEvents.takes(lineIds);
    this.statesChanged();
  }

  /** Recognisers have been installed or removed, so takes have to be compared again. */
  recognisersChanged(): void {
    if (this.readOnly) return;
    this.proofer.restart();
    this.takesRejudged();
  }

  /** Findings were accepted or withdrawn, which can concern any number of takes. */
  takesRejudged(): void {
    this.#emit('takes-changed', { lineIds: null });
    this.statesChanged();
  }

  /** The characters of each line of other projects that is sent before this project's. */
  linesAhead(): readonly number[] {
    return this.#parts.linesAhead?.(this.project.dir) ?? [];
  }

  spendingChanged(): void {
    this.#emit('spending-changed', {});
  }

  /** @throws ProjectError */
  checkPaidFiles(): Promise<void> {
    return this.#paidWork.check();
  }

  emitSummarySoon(): void {
    this.#summaries.request();
  }

  statesChanged(): void {
    this.views.forget();
    this.#summaries.request();
  }

  async emitSummary(): Promise<CountedSummary> {
    const project = await this.summary();
    if (!this.#isClosed) this.#emit('project-changed', { project });
    return project;
  }

  /** Compares how names sound in the exported takes. A second call waits for the same result. @throws as `compareNames` */
  compareNames(): Promise<NameComparison> {
    if (this.#comparingNames) return this.#comparingNames.result;
    const { project } = this;
    const { proofWorkers: workers } = this.#parts;
    const end = new AbortController();
    let percent = -1;
    const onProgress = (done: number, total: number) => {
      if (Math.floor((100 * done) / total) === percent) return;
      percent = Math.floor((100 * done) / total);
      this.#emit('names-progress', { done, total });
    };
    const result = compareNames({ project, workers, signal: end.signal, onProgress }).finally(() => {
      if (this.#comparingNames?.end === end) this.#comparingNames = null;
    });
    this.#comparingNames = { end, result };
    return result;
  }

  cancelNames(): void {
    this.#comparingNames?.end.abort(new RequestError({ kind: 'cancelled' }));
    this.#comparingNames = null;
  }

  /** Records everything in flight. @throws the first error; the project is closed in any case */
  async close(): Promise<void> {
    const webhooks = this.#webhooks;
    this.#webhooks = null;
    this.#folderWatch.stop();
    const steps = [
      () => Promise.allSettled([this.run.close(), webhooks?.watch.stop(), this.#paidWork.close()]).then(rethrow),
      async () => this.cancelNames(),
      async () => this.proofer.close(),
      () => this.analyser.close(),
      async () => {
        this.#isClosed = true;
        for (const part of [this.feed, this.#lineEvents, this.#summaries]) part.stop();
      },
      () => this.reader.close(),
      async () => this.project.close(),
    ];
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const step of steps) append(outcomes, await Promise.allSettled([Promise.resolve().then(step)]));
    rethrow(outcomes);
  }

  /** Reports errors instead of throwing them. */
  async #trySummary(): Promise<void> {
    try {
      await this.emitSummary();
    } catch (error) {
      if (!this.#isClosed) this.#parts.onDefect(error);
    }
  }

  #currentLink(): ServiceLink | null {
    const link = this.#parts.link();
    if (!link || this.readOnly || this.project.info().moved) return null;
    const { origin, userId } = this.project.info().connection;
    return origin === link.identity.origin && userId === link.identity.userId ? link : null;
  }

  async #requireServiceLink(): Promise<ServiceLink> {
    if (this.readOnly) refuse({ kind: 'project', problem: { kind: 'read-only', path: this.project.dir } });
    if (this.project.info().moved) refuse({ kind: 'invalid', field: 'place', reason: 'moved' });
    const link = await this.#parts.requireLink();
    const { kind, own } = settleConnection(this.project, link.identity, this.#parts.clock.now());
    if (kind === 'other') {
      refuse({ kind: 'other-connection', projectOrigin: own.origin, connectedOrigin: link.identity.origin });
    }
    return link;
  }

  /** Switches a project from another machine's local service to the one on this machine. */
  #adoptProject(): void {
    const link = this.#parts.link();
    if (!link || this.readOnly || this.project.info().moved) return;
    const { kind } = settleConnection(this.project, link.identity, this.#parts.clock.now());
    if (kind === 'adopted') {
      this.run.refresh();
      void this.#trySummary();
    }
  }
}

/** Collects changed lines and takes, to emit them in one event. */
class LineEvents {
  readonly #throttle: Throttle;
  #lines = new Set<number>();
  #takes = new Set<number>();
  #all = false;

  constructor(
    clock: Clock,
    emit: Emit,
    briefsOf: (lineIds: readonly number[]) => LineBrief[],
    onDefect: (error: unknown) => unknown,
  ) {
    const push = () => {
      const [lines, takes, all] = [[...this.#lines], [...this.#takes], this.#all];
      this.#lines = new Set();
      this.#takes = new Set();
      this.#all = false;
      if (all || lines.length > MAX_NAMED) emit('lines-changed', { lines: null });
      else if (lines.length > 0) emit('lines-changed', { lines: briefsOf(lines) });
      if (takes.length > MAX_NAMED) emit('takes-changed', { lineIds: null });
      else if (takes.length > 0) emit('takes-changed', { lineIds: takes });
    };
    this.#throttle = new Throttle(clock, PUSH_MS, push, onDefect);
  }

  /** Null for too many lines to list. */
  lines(lineIds: Iterable<number> | null): void {
    if (lineIds === null) this.#all = true;
    else for (const lineId of lineIds) this.#lines.add(lineId);
    this.#throttle.request();
  }

  takes(lineIds: Iterable<number>): void {
    for (const lineId of lineIds) {
      this.#takes.add(lineId);
      this.#lines.add(lineId);
    }
    this.#throttle.request();
  }

  stop(): void {
    this.#throttle.stop();
  }
}

function rethrow(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
