// Projects, the render queue and a simulated service, on a clock that the test controls.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAudio } from '@lectern/audio/meters';
import { DEFAULT_PROJECT_SETTINGS } from '../../../../shared/model/settings.ts';
import type { Price } from '../../../../shared/model/spending.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import { RecentProjects } from '../../app/library/recent-projects.ts';
import type { AudioWorkers } from '../../audio/audio-workers.ts';
import type { ProofWorkers, SoundWorkers } from '../../audio/proof-workers.ts';
import { RequestError } from '../../bridge/request-error.ts';
import type { ServiceLink } from '../../production/service-link.ts';
import { BENCH_CONNECTION, ObedientService } from '../../production/testing/run-bench.ts';
import { ProjectError } from '../../project/folder/project-error.ts';
import type { Project } from '../../project/project.ts';
import { createProject, openProject } from '../../project/project-folder.ts';
import type { TakeListener } from '../../recognition/take-listener.ts';
import { Dispatcher } from '../../scheduler/dispatcher.ts';
import { LimitsStore } from '../../scheduler/limits-store.ts';
import { RateBudget } from '../../scheduler/rate-budget.ts';
import { systemRandom } from '../../system.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { ProjectSession } from '../project-session.ts';
import { Projects, type ProjectsParts } from '../projects.ts';
import { openQueueDocument, RenderQueue } from '../render-queue.ts';

interface QueueStudio {
  readonly projects: Projects;
  readonly queue: RenderQueue;
  /** Simulates a crash: nothing more is recorded, but the projects' locks are released. */
  crash(): Promise<void>;
}

/** Lines per batch: few, so that tests are quick. */
const BENCH_BATCH = 5;

export class QueueBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'lectern-queue-'));
  readonly clock = new FakeClock();
  readonly service = new ObedientService();
  price: Price | null = null;
  readonly #limits = new LimitsStore(join(this.folder, 'limits.db'), { clock: this.clock });
  readonly #link: ServiceLink;
  #studio: QueueStudio | null = null;

  /** @param requests the requests that the service takes per minute */
  constructor(requests?: number) {
    const { clock } = this;
    const limits = requests === undefined ? {} : { batch: { requests } };
    const settings = { plan: 'enterprise' as const, limits, sharePercent: 100 };
    const budget = new RateBudget({ store: this.#limits, clock, account: BENCH_CONNECTION, settings });
    this.#link = {
      identity: BENCH_CONNECTION,
      client: this.service as unknown as ServiceLink['client'],
      budget,
      settings,
      dispatcher: new Dispatcher({ budget, clock, requestTimeoutMs: 60_000, linesPerBatch: BENCH_BATCH }),
      readsPerMinute: () => null,
      close: async () => {},
    };
  }

  /** Creates a project whose lines contain its name. @returns its folder */
  write(name: string, lines: number): string {
    const dir = join(this.folder, `${name}.lectern`);
    const { clock } = this;
    const project = createProject(dir, {
      name,
      connection: BENCH_CONNECTION,
      settings: { proofTakes: false },
      clock,
      random: systemRandom,
    });
    const text = Array.from({ length: lines }, (_, line) => `Line number ${line} of the book ${name}.`).join('\n\n');
    project.script.saveScript(parseScript(text, DEFAULT_PROJECT_SETTINGS));
    project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: 'v' })));
    project.close();
    return dir;
  }

  /** Changes a project that isn't open. */
  edit(dir: string, change: (project: Project) => void): void {
    const project = openProject(dir, { mode: 'write', clock: this.clock, random: systemRandom });
    try {
      change(project);
    } finally {
      project.close();
    }
  }

  /** The names of the books whose lines were sent, in batch order. */
  get sent(): string[] {
    return this.service.submissions.map(
      ({ jobs }) => /book (?<name>\w+)/.exec(jobs[0]?.text ?? '')?.groups?.['name'] ?? '',
    );
  }

  get sentCharacters(): number {
    return this.service.submissions.flatMap(({ jobs }) => jobs).reduce((sum, { text }) => sum + text.length, 0);
  }

  async start(): Promise<QueueStudio> {
    const { clock } = this;
    const home = join(this.folder, 'home');
    mkdirSync(home, { recursive: true });
    const document = await openQueueDocument(home, clock);
    const onDefect = (error: unknown): string => {
      throw error;
    };
    const projects: Projects = new Projects({
      // The bench opens projects, and never creates any.
      ports: { clock, random: systemRandom } as unknown as ProjectsParts['ports'],
      connections: null as unknown as ProjectsParts['connections'],
      imports: null as unknown as ProjectsParts['imports'],
      undo: { forget: () => {} } as unknown as ProjectsParts['undo'],
      recent: await RecentProjects.open(home, clock),
      thread: { perform: () => Promise.reject(new Error('no thread')) },
      backups: { begin: () => {}, end: async () => {} } as unknown as ProjectsParts['backups'],
      emit: () => {},
      beforeClose: async () => {},
      onBackground: (session) => queue.note(session),
      makeSession: (project, readOnlyBecause) => {
        const session = new ProjectSession({
          project,
          readOnlyBecause,
          knownConsents: async () => ({ records: [], clones: [], now: clock.now() }),
          workers: { checkAudio, analyse: () => new Promise(() => {}) } as unknown as AudioWorkers,
          proofWorkers: null as unknown as ProofWorkers & SoundWorkers,
          listener: null as unknown as TakeListener,
          clock,
          random: systemRandom,
          emit: () => {},
          link: () => this.#link,
          voices: () => [],
          presentVoices: () => [],
          consentOf: () => null,
          requireLink: async () => this.#link,
          terms: () => ({ price: this.price, webhookUrl: null, inDoubtPolicy: 'ask' }),
          sharedCap: queue,
          onRunUpdated: (session, run) => queue.runChanged(session, run),
          onRunFinished: (session, run) => queue.runChanged(session, run),
          onDefect,
          onThreadTrouble: () => {},
        });
        // A thread would take real time.
        return Object.assign(session, { reader: Object.assign(session.reader, { query: session.reader.queryHere }) });
      },
      onError: onDefect,
    });
    const queue: RenderQueue = new RenderQueue({
      document,
      projects,
      dispatcher: () => this.#link.dispatcher,
      price: () => this.price,
      clock,
      emit: () => {},
      toError(error) {
        if (error instanceof RequestError) return error.error;
        if (error instanceof ProjectError) return { kind: 'project', problem: error.problem };
        throw error;
      },
      onDefect,
    });
    queue.linkChanged();
    this.#studio = {
      projects,
      queue,
      crash: async () => {
        await projects.closeAll();
        this.#studio = null;
      },
    };
    return this.#studio;
  }

  /** Lets time pass until something is true. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await this.clock.advance(1_000);
  }

  async clear(): Promise<void> {
    await this.#studio?.queue.close();
    await this.#studio?.projects.closeAll();
    this.#limits.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
