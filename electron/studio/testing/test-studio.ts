// Studios in temporary folders that use the real local service, for tests.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plan } from '@lectern/tts-protocol';
import type { ParsedRequestOf, ReplyOf, StudioChannel } from '../../../shared/ipc/contract.ts';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import { EVENTS, type EventName, type EventOf } from '../../../shared/ipc/events.ts';
import type {
  InternalName,
  InternalReplyOf,
  InternalRequestOf,
  StudioNotice,
} from '../../../shared/ipc/studio-protocol.ts';
import { createLinkOpener } from '../../compose.ts';
import type { OpenLink, ServiceLink } from '../../core/production/service-link.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { createStudio, type Studio } from '../serve.ts';
import { forgetSharedService, nameSharedService, type Speech } from './shared-service.ts';

const SAMPLES = fileURLToPath(new URL('../../../assets/samples', import.meta.url));

/** The beginning of a play, in which two roles take turns. */
export const EXCERPT = `# First Act

(Morning-room in Algernon's flat. The sound of a piano is heard.)

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: I'm sorry for that, for your sake.

# Second Act

LANE: Yes, sir.
`;

type Account = ParsedRequestOf<'connection.add'>;

/** A running studio, and the events it has sent. */
export class TestStudio {
  readonly notices: StudioNotice[] = [];
  readonly events: { readonly name: EventName; readonly payload: unknown }[] = [];
  readonly studio: Studio;
  readonly #watchers = new Set<() => void>();

  constructor(studio: Studio) {
    this.studio = studio;
    studio.onEvent((name, payload) => {
      EVENTS[name].parse(payload);
      this.events.push({ name, payload });
      for (const look of this.#watchers) look();
    });
  }

  /** Returns the reply's value. @throws Error if the reply is an error */
  async ask<C extends StudioChannel>(channel: C, input: ParsedRequestOf<C>): Promise<ReplyOf<C>> {
    const envelope = await this.studio.handle(channel, input);
    if (envelope.ok) return envelope.value;
    throw new Error(`${channel}: ${JSON.stringify(envelope.error)} ${JSON.stringify(this.notices.slice(-3))}`);
  }

  /** Returns the reply's error, or null if the reply is a value. */
  async refusal<C extends StudioChannel>(channel: C, input: ParsedRequestOf<C>): Promise<BridgeError | null> {
    const envelope = await this.studio.handle(channel, input);
    return envelope.ok ? null : envelope.error;
  }

  /** Undoes a change by the step in its reply. */
  undo({ step }: { readonly step: string | null }): Promise<ReplyOf<'undo.undo'>> {
    return this.ask('undo.undo', { step: step ?? '' });
  }

  async internal<N extends InternalName>(name: N, input: InternalRequestOf<N>): Promise<InternalReplyOf<N>> {
    const envelope = await this.studio.handleInternal(name, input);
    if (envelope.ok) return envelope.value;
    throw new Error(`${name}: ${JSON.stringify(envelope.error)}`);
  }

  /** Resolves with the first matching event, whether it was sent before or will be. */
  async until<E extends EventName>(name: E, fits: (payload: EventOf<E>) => boolean = () => true): Promise<EventOf<E>> {
    const { promise, resolve } = Promise.withResolvers<EventOf<E>>();
    const look = () => {
      const event = this.events.find((each) => each.name === name && fits(each.payload as EventOf<E>));
      if (event) resolve(event.payload as EventOf<E>);
    };
    this.#watchers.add(look);
    look();
    return promise.finally(() => this.#watchers.delete(look));
  }

  /** Clears the recorded events. */
  forget(): void {
    this.events.length = 0;
  }
}

/** Temporary folders of a test, and the studios that run in them. */
export class StudioWorkshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'lectern-studio-'));
  readonly home = join(this.folder, 'home');
  readonly projects = join(this.folder, 'projects');
  readonly #studios: TestStudio[] = [];
  readonly #links = new Set<ServiceLink>();
  readonly #speech: Speech;
  #isShared: boolean;

  /**
   * @param speech `silent` renders silence, which is fastest; `espeak` renders speech
   * @param service `shared` reuses the local service of earlier tests, unless a plan is given. Use `own` for tests that
   *   stop the service or check what it stores
   */
  constructor(speech: Speech = 'silent', service: 'shared' | 'own' = 'shared') {
    this.#speech = speech;
    this.#isShared = service === 'shared';
    mkdirSync(this.home);
    process.env['LECTERN_HOME'] = this.home;
  }

  /** @param wrap changes how links are opened */
  async open(wrap: (open: OpenLink) => OpenLink = (open) => open): Promise<TestStudio> {
    const opener = createLinkOpener({
      extraArguments: ['--speech', this.#speech, '--grace-ms', '50', '--log', 'error'],
    });
    const openLink: OpenLink = async (...args) => {
      if (args[0].baseUrl === null) await this.#nameService(args[0].plan);
      const link = await opener(...args);
      this.#links.add(link);
      return link;
    };
    const notices: StudioNotice[] = [];
    const studio = await createStudio({
      home: this.home,
      projectsFolder: this.projects,
      samplesFolder: SAMPLES,
      openLink: wrap(openLink),
      secretBox: { isAvailable: () => false, encrypt: () => new Uint8Array(), decrypt: () => '' },
      clock: systemClock,
      random: systemRandom,
      replies: 'exact',
      notice: (notice) => notices.push(notice),
    });
    const test = new TestStudio(studio);
    notices.push = (...told) => test.notices.push(...told);
    this.#studios.push(test);
    return test;
  }

  async #nameService(plan: Plan | null): Promise<void> {
    if (!this.#isShared) return;
    if (plan === null) return nameSharedService(this.home, this.#speech);
    this.#isShared = false;
    forgetSharedService(this.home);
  }

  /** Opens a studio with the local service and a new project. @param plan the service's limits */
  async openWith(text: string, name = 'Play', plan: Plan | null = null): Promise<TestStudio> {
    const studio = await this.open();
    await studio.ask('connection.useLocal', { plan });
    const { importId } = await studio.ask('project.previewImport', {
      name: 'play.txt',
      bytes: new TextEncoder().encode(text),
    });
    await studio.ask('project.createFromImport', { importId, name });
    return studio;
  }

  /** The local service, as an account of a service elsewhere; another studio keeps it alive. */
  async remoteAccount(changed: Partial<Account> = {}): Promise<Account> {
    const keeper = await this.open();
    await keeper.ask('connection.useLocal', { plan: null });
    const read = (name: string) => JSON.parse(readFileSync(join(this.home, 'service', name), 'utf8'));
    const { key, user } = read('account.json');
    return {
      name: 'Studio',
      baseUrl: read('running.json').address,
      userId: user,
      key,
      budget: { plan: 'growth', limits: {}, sharePercent: 50 },
      pricePerThousand: 0.2,
      currency: 'EUR',
      webhookUrl: null,
      inDoubtPolicy: 'ask',
      keyStorage: 'file',
      ...changed,
    };
  }

  async clear(): Promise<void> {
    for (const studio of this.#studios) await studio.internal('quit', {});
    for (const link of this.#links) await link.close();
    rmSync(this.folder, { recursive: true, force: true });
    delete process.env['LECTERN_HOME'];
  }
}
