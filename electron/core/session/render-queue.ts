// Projects that render one after another. The application's data folder stores their order, so that the queue survives
// a restart; each project's journal stores its run.
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import type { RunSummary } from '../../../shared/ipc/production-requests.ts';
import {
  QUEUE_PRIORITIES,
  type QueueBudget,
  type QueueEntry,
  type QueuePriority,
  type QueueState,
  queueBudgetSchema,
  queueEntrySchema,
} from '../../../shared/ipc/queue-requests.ts';
import { type Price, priceOf } from '../../../shared/model/spending.ts';
import { idAt } from '../app/library/recent-projects.ts';
import { VersionedDocument } from '../app/versioned-document.ts';
import type { Emit } from '../bridge/handler-types.ts';
import { refuse, requireFound } from '../bridge/request-error.ts';
import type { Clock } from '../ports.ts';
import { type SharedCap, sharedRoom } from '../production/shared-cap.ts';
import type { Dispatcher, LanePosition } from '../scheduler/dispatcher.ts';
import { SerialQueue, Throttle } from '../timing.ts';
import type { ProjectSession } from './project-session.ts';
import type { Projects } from './projects.ts';

const storedEntrySchema = queueEntrySchema.omit({ isShown: true }).extend({
  path: z.string().min(1),
  /** Null before the run has started. Later runs of the project aren't part of the entry. */
  runId: z.int().nullable().default(null),
  /** The producer has accepted the price. */
  confirmed: z.boolean().default(false),
});
type StoredEntry = z.infer<typeof storedEntrySchema>;

const documentSchema = z.object({
  version: z.literal(1),
  entries: z.array(storedEntrySchema),
  budget: queueBudgetSchema.nullable(),
});
type QueueDocument = z.infer<typeof documentSchema>;

export interface RenderQueueParts {
  readonly document: VersionedDocument<QueueDocument>;
  readonly projects: Pick<Projects, 'session' | 'sessions' | 'openInBackground' | 'closeIfIdle'>;
  readonly dispatcher: () => Dispatcher | null;
  /** Null if the connection has no price. */
  readonly price: () => Price | null;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Logs unexpected errors. */
  readonly toError: (error: unknown) => BridgeError;
  readonly onDefect: (error: unknown) => unknown;
}

const PUSH_MS = 250;

export function openQueueDocument(dataFolder: string, clock: Clock): Promise<VersionedDocument<QueueDocument>> {
  const path = join(dataFolder, 'render-queue.json');
  return VersionedDocument.open({
    path,
    schema: documentSchema,
    initial: { version: 1, entries: [], budget: null },
    clock,
  });
}

const NO_FIGURES = { lines: 0, rendered: 0, failed: 0, inDoubt: 0, unsent: 0 } as const;
const NOT_STARTED = { ...NO_FIGURES, leftOut: [], runId: null, stop: null, confirmed: false } as const;
/** States in which a project doesn't delay those after it. */
const SETTLED: ReadonlySet<QueueEntry['state']> = new Set(['paused', 'stopped', 'done']);

export class RenderQueue implements SharedCap {
  readonly #parts: RenderQueueParts;
  readonly #throttle: Throttle;
  readonly #work = new SerialQueue();
  #entries: readonly StoredEntry[];
  #budget: QueueBudget | null;
  #isHeld: boolean;
  #isOverBudget = false;
  /** Folders of projects whose runs are about to be added. */
  readonly #expected = new Set<string>();
  /** The project that is being opened to start or stop its run. */
  #opening: string | null = null;

  constructor(parts: RenderQueueParts) {
    this.#parts = parts;
    const { entries, budget } = parts.document.value;
    // Like the run of a single project, the queue doesn't send anything after a restart until the producer resumes it.
    this.#entries = entries
      .filter(({ state }) => state !== 'done')
      .map((entry) => (entry.state === 'running' ? { ...entry, state: 'waiting' } : entry));
    this.#budget = budget;
    this.#isHeld = this.#entries.some(({ state }) => state === 'waiting');
    const push = () => parts.emit('queue-changed', { queue: this.state() });
    this.#throttle = new Throttle(parts.clock, PUSH_MS, push, parts.onDefect);
  }

  state(): QueueState {
    const shown = this.#parts.projects.session?.project.dir;
    return {
      entries: this.#entries.map(({ path, runId, confirmed, ...entry }) => ({ ...entry, isShown: path === shown })),
      isHeld: this.#isHeld,
      budget: this.#budget,
      isOverBudget: this.#isOverBudget,
    };
  }

  /**
   * Interactive work of the project shown goes first, and then lines that the producer has ordered one by one. All
   * other work follows the queue.
   */
  readonly positionOf: LanePosition = (lane, kind) => {
    if (kind === 'interactive' && this.#parts.projects.session?.project.dir === lane) return -2;
    const at = this.#entries.findIndex(({ path, state }) => path === lane && state !== 'done');
    return at === -1 && this.#expected.has(lane) ? this.#entries.length : at;
  };

  /** What `add` would render. @throws ProjectError */
  plan(path: string): Promise<ReplyOf<'queue.plan'>> {
    return this.#work.run(async () => {
      const price = this.#parts.price();
      const plan = await this.#withSession({ path }, ({ reader }) => reader.query('countedPlan', price));
      return { ...plan, price: price && { amount: priceOf(plan.characters, price), currency: price.currency } };
    });
  }

  /** Adds a project to render all lines that aren't fresh. It starts when its turn comes. */
  add(path: string, name: string, confirmed = false): Promise<QueueState> {
    return this.#change(async () => {
      const id = await idAt(path);
      const known = this.#entries.find((entry) => entry.id === id);
      if (known && !SETTLED.has(known.state)) return;
      const priority = known?.priority ?? 'normal';
      this.#put({ ...NOT_STARTED, id, path: known?.path ?? path, name, priority, confirmed, state: 'waiting' });
    });
  }

  /**
   * The characters of each line of other projects that is sent first. For a project that isn't in the queue, as if its
   * run were added.
   */
  linesAhead(lane: string): readonly number[] {
    const at = this.positionOf(lane, 'bulk');
    return this.#parts.dispatcher()?.linesBefore(at < 0 ? Number.POSITIVE_INFINITY : at) ?? [];
  }

  /** Call this before a run starts, so that its lines don't overtake the queue until `note` has added it. */
  expect(session: ProjectSession): void {
    this.#expected.add(session.project.dir);
  }

  /** Adds the run that the producer has started in a project, or that continues in the background. */
  note(session: ProjectSession): void {
    this.#change(async () => {
      const path = session.project.dir;
      const id = await idAt(path);
      this.#expected.delete(path);
      if (!session.run.isUnderWay) return;
      const known = this.#entries.find((entry) => entry.id === id);
      const { priority } = known ?? { priority: 'normal' as const };
      const run = session.feed.summary();
      const name = session.project.info().name;
      const started = { id, path, name, priority, runId: run.runId, state: 'running' as const };
      if (!known || known.state === 'done') this.#put({ ...NOT_STARTED, ...started });
      else this.#update(id, { ...started, stop: null });
      this.#follow(session, run);
    }).catch(this.#parts.onDefect);
  }

  move(id: string, to: number): Promise<QueueState> {
    return this.#change(() => {
      const entry = this.#entry(id);
      const others = this.#entries.filter((other) => other !== entry);
      const at = Math.min(to, others.length);
      const ranks = [others[at - 1], others[at]].map((other) => other && rankOf(other));
      const rank = Math.min(Math.max(rankOf(entry), ranks[0] ?? 0), ranks[1] ?? QUEUE_PRIORITIES.length - 1);
      const priority = QUEUE_PRIORITIES[rank] ?? entry.priority;
      this.#set(others.toSpliced(at, 0, { ...entry, priority }));
    });
  }

  /** Makes the entry the last one with this priority. */
  setPriority(id: string, priority: QueuePriority): Promise<QueueState> {
    return this.#change(() => this.#put({ ...this.#entry(id), priority }));
  }

  pause(id: string): Promise<QueueState> {
    return this.#change(() => {
      const entry = this.#entry(id);
      if (entry.state === 'done' || entry.state === 'stopped') return;
      this.#update(id, { state: 'paused' });
      const session = this.#sessionOf(entry);
      if (session) this.#follow(session, session.run.pause());
    });
  }

  /** Resumes or starts the run when its turn comes. */
  resume(id: string, confirmed = false): Promise<QueueState> {
    return this.#change(() => {
      const entry = this.#entry(id);
      if (SETTLED.has(entry.state)) this.#update(id, { state: 'waiting', stop: null, confirmed });
    });
  }

  /** Cancels the unsent lines. @returns a function that reverts this */
  async stop(id: string): Promise<() => Promise<void>> {
    const before = this.#entry(id);
    await this.#change(async () => {
      this.#update(id, { state: 'stopped', stop: { kind: 'cancelled' } });
      if (before.runId === null) return;
      await this.#withSession(before, async (session) => this.#follow(session, session.run.cancel()));
    });
    return async () => {
      await this.#change(async () => {
        const { runId, state } = this.#entry(id);
        if (state !== 'stopped' || runId !== before.runId) refuse({ kind: 'not-found', what: 'batch' });
        const isAwaited = before.state === 'waiting' || runId === null;
        this.#update(id, { state: isAwaited ? 'waiting' : before.state, stop: null });
        if (runId === null) return;
        await this.#withSession(before, async ({ run }) => void (await run.undoCancel(runId)));
      });
    };
  }

  /** @returns a function that puts the entry back @throws RequestError `busy` */
  remove(id: string): Promise<() => Promise<void>> {
    return this.#work.run(async () => {
      const entry = this.#entry(id);
      if (entry.state === 'running') refuse({ kind: 'busy', what: 'run' });
      const at = this.#entries.indexOf(entry);
      this.#set(this.#entries.filter((other) => other !== entry));
      await this.#save();
      return async () => {
        await this.#change(() => {
          if (!this.#entries.some((other) => other.id === id)) this.#set(this.#entries.toSpliced(at, 0, entry));
        });
      };
    });
  }

  clearDone(): Promise<QueueState> {
    return this.#change(() => this.#set(this.#entries.filter(({ state }) => state !== 'done')));
  }

  /** Pauses all runs of the queue until `continue`. */
  hold(): Promise<QueueState> {
    return this.#change(() => {
      this.#isHeld = true;
      for (const entry of this.#entries) {
        if (entry.state !== 'running') continue;
        this.#update(entry.id, { state: 'waiting' });
        const session = this.#sessionOf(entry);
        if (session) this.#follow(session, session.run.pause());
      }
    });
  }

  continue(): Promise<QueueState> {
    return this.#change(() => {
      this.#isHeld = false;
    });
  }

  /** Keeps the amount spent, unless there was no budget. Resumes a queue that the previous budget has stopped. */
  setBudget(budget: Omit<QueueBudget, 'spent'> | null): Promise<QueueState> {
    return this.#change(() => {
      this.#budget = budget && { ...budget, spent: this.#budget?.spent ?? { characters: 0, amount: 0 } };
      this.#isOverBudget = false;
      for (const { id, stop } of this.#entries) {
        const isCapped = stop?.kind === 'run' && stop.stop.kind === 'capped' && stop.stop.by === 'queue';
        if (isCapped) this.#update(id, { state: 'waiting', stop: null });
      }
    });
  }

  room(price: Price | null): number {
    return this.#isOverBudget ? 0 : sharedRoom(this.#budget, price);
  }

  async spend(characters: number, price: Price | null): Promise<void> {
    if (!this.#budget) return;
    const { spent } = this.#budget;
    // A batch that comes back may have been sent before the budget was set.
    const amount = Math.max(0, spent.amount + (characters / 1_000) * (price?.perThousand ?? 0));
    this.#budget = { ...this.#budget, spent: { characters: Math.max(0, spent.characters + characters), amount } };
    this.#throttle.request();
    await this.#save();
  }

  exhausted(): void {
    this.#isOverBudget = true;
    this.#throttle.request();
  }

  /** The number of projects that will start automatically. */
  get waiting(): number {
    return this.#isHeld || this.#isOverBudget ? 0 : this.#entries.filter(({ state }) => state === 'waiting').length;
  }

  /** Call this when a project's run has changed. */
  runChanged(session: ProjectSession, run: RunSummary): void {
    this.#follow(session, run);
    if (session.isShown || session.run.isUnderWay || session.project.dir === this.#opening) return;
    this.#parts.projects.closeIfIdle(session).catch(this.#parts.onDefect);
  }

  /** Call this when a dispatcher has been created for a new connection. */
  linkChanged(): void {
    this.#parts.dispatcher()?.arrange(this.positionOf);
    this.#change(() => {}).catch(this.#parts.onDefect);
  }

  /** Resolves when the queue is stored. */
  async close(): Promise<void> {
    this.#isHeld = true;
    this.#throttle.stop();
    await this.#work.run(() => this.#save());
  }

  #follow(session: ProjectSession, run: RunSummary): void {
    const entry = this.#entries.find(({ path }) => path === session.project.dir);
    if (!entry || run.runId === null || run.runId !== entry.runId) return;
    const { lines, rendered, failed, inDoubt, lost, waiting: unsent } = run;
    const figures = { lines, rendered, failed, inDoubt: inDoubt + lost, unsent };
    const state = stateOf(session, run);
    // The run resumes when its turn comes.
    const isAwaited = entry.state === 'waiting' && (state.state === 'paused' || state.stop?.kind === 'run');
    const wasSending = entry.state === 'running' && entry.unsent > 0;
    this.#update(entry.id, { ...figures, ...(isAwaited ? {} : state) });
    const isOver = wasSending && (unsent === 0 || state.state !== 'running');
    if (isAwaited || isOver || state.state !== entry.state) this.#change(() => {}).catch(this.#parts.onDefect);
  }

  /** Starts what can be started after a change, without waiting for it. */
  #change(work: () => void | Promise<void>): Promise<QueueState> {
    return this.#work.run(async () => {
      await work();
      this.#parts.dispatcher()?.reorder();
      this.#throttle.request();
      await this.#save();
      this.#work.run(() => this.#advance()).catch(this.#parts.onDefect);
      return this.state();
    });
  }

  /** Starts the first project that waits, unless lines of a project before it are still to be sent. */
  async #advance(): Promise<void> {
    for (const { id } of this.#entries) {
      if (this.#isHeld || this.#isOverBudget) return;
      const entry = this.#entry(id);
      if (entry.state === 'waiting' && !(await this.#begin(entry))) return;
      const { state, unsent } = this.#entry(id);
      if (state === 'running' && unsent > 0) return;
    }
  }

  /** Returns false if the project's previous run is still ending. */
  async #begin(entry: StoredEntry): Promise<boolean> {
    let hasBegun = true;
    try {
      await this.#withSession(entry, async (session) => {
        hasBegun = session.run.state !== 'running' && session.run.state !== 'stopping';
        if (hasBegun) await this.#beginRun(entry, session);
      });
    } catch (error) {
      this.#update(entry.id, { state: 'stopped', stop: { kind: 'error', error: this.#parts.toError(error) } });
    }
    await this.#save();
    return hasBegun;
  }

  async #beginRun({ id, confirmed }: StoredEntry, session: ProjectSession): Promise<void> {
    const { run, project, feed, reader } = session;
    this.#update(id, { path: project.dir, name: project.info().name, state: 'running', confirmed: false });
    const { leftOut } = await reader.query('countedPlan', this.#parts.price());
    this.#update(id, { leftOut });
    const { runId: before } = feed.summary();
    const isPaused = run.state === 'paused';
    const summary = isPaused ? await run.resume() : (await run.start({ confirmed })).run;
    if (isPaused || summary.runId !== before || run.isUnderWay) {
      this.#update(id, { runId: summary.runId });
      this.#follow(session, summary);
    } else this.#update(id, { ...NO_FIGURES, state: 'done' });
  }

  /** Keeps the project open during the work. @throws ProjectError */
  async #withSession<T>(
    { path }: Pick<StoredEntry, 'path'>,
    work: (session: ProjectSession) => Promise<T>,
  ): Promise<T> {
    const { projects } = this.#parts;
    this.#opening = resolve(path);
    try {
      const session = await projects.openInBackground(path);
      return await work(session).finally(() => projects.closeIfIdle(session));
    } finally {
      this.#opening = null;
    }
  }

  #sessionOf({ path }: StoredEntry): ProjectSession | null {
    return this.#parts.projects.sessions.find(({ project }) => project.dir === path) ?? null;
  }

  #entry(id: string): StoredEntry {
    return requireFound(
      this.#entries.find((entry) => entry.id === id),
      'project',
    );
  }

  /** Adds an entry, or moves it, to the end of its priority. */
  #put(entry: StoredEntry): void {
    this.#set([...this.#entries.filter(({ id }) => id !== entry.id), entry]);
  }

  #update(id: string, changed: Partial<StoredEntry>): void {
    this.#set(this.#entries.map((entry) => (entry.id === id ? { ...entry, ...changed } : entry)));
  }

  #set(entries: readonly StoredEntry[]): void {
    this.#entries = entries.toSorted((a, b) => rankOf(a) - rankOf(b));
    this.#throttle.request();
  }

  /** A queue that can't be stored still works until the application exits. */
  async #save(): Promise<void> {
    const { document, onDefect } = this.#parts;
    const [entries, budget] = [[...this.#entries], this.#budget];
    await document.change(() => ({ version: 1, entries, budget })).catch(onDefect);
  }
}

const rankOf = ({ priority }: Pick<QueueEntry, 'priority'>): number => QUEUE_PRIORITIES.indexOf(priority);

function stateOf({ run: controller }: ProjectSession, run: RunSummary): Pick<QueueEntry, 'state' | 'stop'> {
  if (run.isCancelled) return { state: 'stopped', stop: { kind: 'cancelled' } };
  if (run.stopped) return { state: 'stopped', stop: { kind: 'run', stop: run.stopped } };
  if (run.state === 'paused' && controller.isHeld) return { state: 'paused', stop: null };
  return { state: controller.isUnderWay ? 'running' : 'done', stop: null };
}
