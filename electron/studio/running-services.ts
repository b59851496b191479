import type { ReadOnlyReason } from '../../shared/ipc/project-requests.ts';
import type { StudioNotice } from '../../shared/ipc/studio-protocol.ts';
import { priceOfConnection } from '../../shared/model/spending.ts';
import { createNodeTransport } from '../core/api/node-transport.ts';
import { ConsentRecords } from '../core/app/clones/consent-records.ts';
import { VoiceCloning } from '../core/app/clones/voice-cloning.ts';
import { ConnectionBook } from '../core/app/connections/connection-book.ts';
import { openConnectionKeys } from '../core/app/connections/connection-keys.ts';
import { ConnectionManager } from '../core/app/connections/connection-manager.ts';
import { VoiceEngines } from '../core/app/engines/voice-engines.ts';
import { FavouriteVoices } from '../core/app/favourite-voices.ts';
import { Library } from '../core/app/library/library.ts';
import { RecentProjects } from '../core/app/library/recent-projects.ts';
import { SignerFiles } from '../core/app/signing/signer-files.ts';
import { Signing } from '../core/app/signing/signing.ts';
import { FilesToVerify } from '../core/app/verification/files-to-verify.ts';
import { installedRecognisers, packsFolder } from '../core/app/voice-packs/installed-packs.ts';
import { PackDownloads } from '../core/app/voice-packs/pack-downloads.ts';
import { PackInstaller } from '../core/app/voice-packs/pack-installer.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { createProofWorkers } from '../core/audio/proof-workers.ts';
import { Audition } from '../core/audition/audition.ts';
import { AuditionCache } from '../core/audition/audition-cache.ts';
import { SpokenLines } from '../core/audition/spoken-lines.ts';
import type { Emit, Handlers, InternalHandlers } from '../core/bridge/handler-types.ts';
import { ChosenExportFolders } from '../core/export/chosen-folders.ts';
import { ExportController } from '../core/export/export-controller.ts';
import { BackgroundThread } from '../core/import/background-work.ts';
import { ChapterRecordings } from '../core/import/chapter-recordings.ts';
import { ImportController } from '../core/import/import-controller.ts';
import type { ImportContext } from '../core/import/read-script.ts';
import { ModelController } from '../core/language-model/model-controller.ts';
import { ModelSettings } from '../core/language-model/model-settings.ts';
import type { Clock } from '../core/ports.ts';
import { budgetOf } from '../core/production/requests.ts';
import { createVoiceLister, type KnownVoices } from '../core/production/voice-uses.ts';
import { ChosenFolders } from '../core/project/cast/chosen-folders.ts';
import { RoutineBackups } from '../core/project/folder/routine-backups.ts';
import type { Project } from '../core/project/project.ts';
import { TakeListener } from '../core/recognition/take-listener.ts';
import { ProjectSession } from '../core/session/project-session.ts';
import { Projects } from '../core/session/projects.ts';
import { openQueueDocument, RenderQueue } from '../core/session/render-queue.ts';
import type { StudioPorts } from '../core/session/studio-ports.ts';
import { Throttle } from '../core/timing.ts';
import { UndoLog } from '../core/undo/undo-log.ts';
import { internalHandlers } from './internal-requests.ts';
import { kindOf, stackLocations, toBridgeError } from './to-bridge-error.ts';
import { type StudioServices, windowHandlers } from './window-requests.ts';

const BUDGET_INTERVAL_MS = 1_000;

/** Opens the documents in the data folder and starts the services. */
export async function openServices(ports: StudioPorts, emit: Emit): Promise<RunningServices> {
  const { home, clock, random } = ports;
  const book = await ConnectionBook.open(home, { clock, random });
  const recent = await RecentProjects.open(home, clock);
  const favourites = await FavouriteVoices.open(home, clock);
  const consents = await ConsentRecords.open(home, { clock, random });
  const queue = await openQueueDocument(home, clock);
  const model = await ModelSettings.open(home, openConnectionKeys(home, ports.secretBox), clock);
  const services = new RunningServices(ports, emit, { book, recent, favourites, consents, model, queue });
  services.connections.begin();
  return services;
}

interface DataDocuments {
  readonly book: ConnectionBook;
  readonly recent: RecentProjects;
  readonly favourites: FavouriteVoices;
  readonly consents: ConsentRecords;
  readonly model: ModelSettings;
  readonly queue: Awaited<ReturnType<typeof openQueueDocument>>;
}

/** The core for one window, with one connection. It shows one project, and runs of other projects continue. */
export class RunningServices {
  readonly handlers: Handlers;
  readonly internal: InternalHandlers;
  readonly connections: ConnectionManager;
  readonly projects: Projects;
  readonly queue: RenderQueue;
  readonly #ports: StudioPorts;
  readonly #emit: Emit;
  readonly #workers = createAudioWorkers();
  readonly #proofWorkers = createProofWorkers();
  readonly #listener: TakeListener;
  readonly #side = new BackgroundThread();
  readonly #presentVoices: KnownVoices['voices'];
  readonly #exports: ExportController;
  readonly #audition: Audition;
  readonly #kept: AuditionCache;
  readonly #recordings: ChapterRecordings;
  readonly #spoken: SpokenLines;
  readonly #model: ModelController;
  readonly #packDownloads: PackDownloads;
  readonly #clones: VoiceCloning;
  readonly #budget: Throttle;
  #defects = 0;

  constructor(ports: StudioPorts, emit: Emit, documents: DataDocuments) {
    const { book, recent, favourites, consents, model } = documents;
    this.#ports = ports;
    this.#emit = emit;
    const { home, clock, random } = ports;
    const undo = new UndoLog({ clock, random });
    this.#listener = this.#takeListener();
    this.connections = this.#connectionManager(book);
    this.#presentVoices = createVoiceLister(async () => {
      // For an account, use the voices listed earlier, because its requests count towards the rate limit.
      const isLocal = this.connections.current?.kind === 'local';
      if (isLocal && (await this.connections.relistVoices().catch(() => false))) emit('voices-changed', {});
      return this.connections.knownVoices;
    }, clock);
    const imports = new ImportController({
      clock,
      random,
      thread: this.#side,
      importContext: () => this.#importContext(),
      onProgress: (file, progress) => emit('import-progress', { file, progress }),
    });
    this.#model = new ModelController({ settings: model, imports, emit, home, clock, random });
    this.projects = new Projects({
      ports,
      recent,
      connections: this.connections,
      imports,
      thread: this.#side,
      undo,
      emit,
      beforeClose: async () => {
        this.#audition.stop();
        this.#kept.clear();
        this.#spoken.clear();
        await this.#recordings.close();
        await this.#exports.end();
      },
      onBackground: (session) => this.queue.note(session),
      backups: this.#routineBackups(clock),
      makeSession: (project, readOnlyBecause) => this.#session(project, readOnlyBecause),
      onError: (error) => this.#log('warning', `closing a project: ${kindOf(error)}`),
    });
    this.queue = new RenderQueue({
      document: documents.queue,
      projects: this.projects,
      dispatcher: () => this.connections.link?.dispatcher ?? null,
      price: () => priceOfConnection(this.connections.current),
      clock,
      emit,
      toError: (error) => toBridgeError(error) ?? { kind: 'internal', id: this.defect('the render queue: ', error) },
      onDefect: (error) => this.defect('the render queue: ', error),
    });
    this.#audition = new Audition(random);
    this.#kept = new AuditionCache(random, this.#workers);
    this.#recordings = new ChapterRecordings(random);
    this.#spoken = new SpokenLines(ports, this.#workers);
    const signing = new Signing({ home, secretBox: ports.secretBox, clock, fetch });
    this.#exports = new ExportController({
      signing,
      chosen: new ChosenExportFolders(home),
      dataFolder: home,
      workers: this.#workers,
      clock,
      random,
      emit,
      notice: ports.notice,
      knownConsents: () => this.#clones.knownConsents(),
      onDefect: (error) => this.defect('an export: ', error),
    });
    this.#clones = this.#cloning(consents, emit);
    if (documents.queue.problem) this.#log('warning', `render-queue.json: ${documents.queue.problem.kind}`);
    if (consents.problem) this.#log('warning', `consents.json: ${consents.problem.kind}`);
    this.#budget = new Throttle(
      clock,
      BUDGET_INTERVAL_MS,
      () => this.#emitBudget(),
      (error) => this.defect('the budget: ', error),
    );
    const connections = this.connections;
    const library = new Library({ ports, recent, projects: this.projects, thread: this.#side, undo, emit });
    const packs = this.#packInstaller(emit);
    this.#packDownloads = this.#downloadsOf(packs, emit);
    const services: StudioServices = {
      ports,
      recent,
      favourites,
      castFolders: new ChosenFolders(random),
      library,
      projects: this.projects,
      queue: this.queue,
      connections,
      imports,
      recordings: this.#recordings,
      model: this.#model,
      exports: this.#exports,
      packs,
      packDownloads: this.#packDownloads,
      engines: new VoiceEngines({ ports, connections, emit }),
      clones: this.#clones,
      signing,
      signerFiles: new SignerFiles(random),
      filesToVerify: new FilesToVerify(signing, random, () => [
        home,
        ...this.projects.sessions.map(({ project }) => project.dir),
      ]),
      audition: this.#audition,
      kept: this.#kept,
      checkAudio: (input, expected) => this.#workers.checkAudio(input, expected),
      spoken: this.#spoken,
      undo,
      emit,
    };
    this.handlers = windowHandlers(services);
    this.internal = internalHandlers(services, () => this.#close());
  }

  #connectionManager(book: ConnectionBook): ConnectionManager {
    const { home, clock } = this.#ports;
    return new ConnectionManager({
      book,
      keys: openConnectionKeys(home, this.#ports.secretBox),
      openLink: this.#ports.openLink,
      clock,
      onChange: () => this.#connectionChanged(),
      onRelease: async () => {
        this.#audition.stop();
        this.#kept.clear();
        await Promise.all(this.projects.sessions.map((session) => session.releaseLink()));
      },
      onLimitsProblem: ({ kind, reason }) => this.#log('warning', `the record of limits: ${kind} (${reason ?? ''})`),
      onDefect: (error) => this.defect('a connection: ', error),
    });
  }

  #cloning(consents: ConsentRecords, emit: Emit): VoiceCloning {
    const { clock, random } = this.#ports;
    return new VoiceCloning({
      connections: this.connections,
      consents,
      workers: this.#workers,
      clock,
      random,
      emit,
      session: () => this.projects.session,
    });
  }

  #packInstaller(emit: Emit): PackInstaller {
    const { home, clock } = this.#ports;
    const onDefect = (error: unknown) => void this.defect('a voice pack: ', error);
    const onChange = () => this.#recognisersChanged();
    return new PackInstaller({ home, clock, emit, connections: this.connections, onChange, onDefect });
  }

  #takeListener(): TakeListener {
    const { home } = this.#ports;
    return new TakeListener({
      installed: () => installedRecognisers(packsFolder(home)),
      onProblem: ({ kind, pack }) => this.#log('warning', `the recogniser ${pack}: ${kind}`),
      onDefect: (error) => this.defect('a recogniser: ', error),
    });
  }

  #recognisersChanged(): void {
    this.#listener.refresh();
    for (const session of this.projects.sessions) session.recognisersChanged();
  }

  #downloadsOf(packs: PackInstaller, emit: Emit): PackDownloads {
    const { home, clock, random } = this.#ports;
    const fetch = { clock, random };
    const openNetwork = () => createNodeTransport();
    const onDefect = (error: unknown) => this.defect('fetching a voice pack: ', error);
    return new PackDownloads({ home, fetch, openNetwork, clock, emit, packs, onDefect });
  }

  #emitBudget(): void {
    const { link } = this.connections;
    this.#emit('budget-changed', { budget: link && budgetOf(link.budget.state('batch')) });
  }

  #routineBackups(clock: Clock): RoutineBackups {
    const onError = (error: unknown) =>
      this.#log('warning', `a backup: ${error instanceof Error ? error.message : ''}`);
    return new RoutineBackups({ clock, onError });
  }

  #session(project: Project, readOnlyBecause: ReadOnlyReason | null): ProjectSession {
    const { clock, random, notice } = this.#ports;
    return new ProjectSession({
      project,
      readOnlyBecause,
      workers: this.#workers,
      proofWorkers: this.#proofWorkers,
      listener: this.#listener,
      clock,
      random,
      emit: this.#emit,
      link: () => this.connections.link,
      voices: () => this.connections.knownVoices,
      presentVoices: this.#presentVoices,
      consentOf: (voice) => this.#clones.consentOf(voice),
      knownConsents: () => this.#clones.knownConsents(),
      requireLink: () => this.connections.requireLink(),
      terms: () => {
        const { current } = this.connections;
        return {
          price: priceOfConnection(current),
          webhookUrl: current?.webhookUrl ?? null,
          inDoubtPolicy: current?.inDoubtPolicy ?? 'ask',
        };
      },
      sharedCap: this.queue,
      linesAhead: (folder) => this.queue.linesAhead(folder),
      onRunUpdated: (session, run) => {
        this.#budget.request();
        notice(progressOf(this.projects.sessions));
        this.queue.runChanged(session, run);
      },
      onRunFinished: (session, run) => {
        const { rendered, failed, inDoubt, lost, stopped, isCancelled } = run;
        const { name } = session.project.info();
        const running = this.projects.sessions.filter((other) => other !== session && other.run.isUnderWay);
        const others = running.length + this.queue.waiting;
        const figures = { rendered, failed, inDoubt, lost, stopped, isCancelled };
        notice({ kind: 'run-finished', project: name, ...figures, others });
        this.queue.runChanged(session, run);
      },
      onDefect: (error) => this.defect('a run: ', error),
      onThreadTrouble: (error) =>
        this.#log('warning', `the thread that reads the project: ${error instanceof Error ? error.message : ''}`),
    });
  }

  #importContext(): ImportContext {
    const { link, current, knownVoices } = this.connections;
    return {
      voices: knownVoices,
      outlook: link?.budget.outlook('batch') ?? null,
      pricePerThousand: current?.pricePerThousand ?? null,
      currency: current?.currency ?? 'USD',
      now: this.#ports.clock.now(),
    };
  }

  #connectionChanged(): void {
    this.#emit('connection-changed', { status: this.connections.status() });
    this.#budget.request();
    this.#clones.linkChanged();
    this.queue.linkChanged();
    for (const session of this.projects.sessions) {
      try {
        session.linkChanged();
      } catch (error) {
        this.defect('taking a project up: ', error);
      }
    }
  }

  async #close(): Promise<void> {
    await this.#model.cancel();
    await this.#packDownloads.pause();
    await this.queue.close();
    await this.projects.closeAll();
    await this.connections.close();
    this.#budget.stop();
    await this.#side.close();
    await this.#workers.close();
    await this.#proofWorkers.close();
    this.#listener.close();
  }

  /** Logs an unexpected error and returns its id. */
  defect(where: string, error: unknown): string {
    this.#defects += 1;
    const id = `${this.#ports.random.id().slice(0, 8)}-${this.#defects}`;
    // Logs only the location, because the message might contain script text.
    const stack = error instanceof Error ? `${error.name}${stackLocations(error)}` : typeof error;
    this.#log('error', `${id} ${where}${stack}`);
    return id;
  }

  #log(level: 'warning' | 'error', message: string): void {
    this.#ports.notice({ kind: 'log', level, message });
  }
}

/** Adds up the runs of all open projects. The fraction is null if none is active. */
function progressOf(sessions: readonly ProjectSession[]): Extract<StudioNotice, { kind: 'progress' }> {
  const active = sessions.filter(({ run }) => run.state === 'running' || run.state === 'stopping');
  let [lines, ended] = [0, 0];
  for (const { feed } of active) {
    const counts = feed.progress?.counts();
    if (!counts) continue;
    lines += counts.lines;
    ended += counts.rendered + counts.failed + counts.inDoubt + counts.lost;
  }
  return { kind: 'progress', runs: active.length, fraction: lines === 0 ? null : Math.min(1, ended / lines) };
}
