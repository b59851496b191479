// Sets up studios with hostile services, to test the outcomes of runs.
import type { HostileBehaviours } from '../hostile-service/behaviours.ts';
import { type HostileService, startHostileService } from '../hostile-service/hostile-service.ts';
import { temporaryFolder } from './processes.ts';
import { QuickClock } from './quick-clock.ts';
import { SilentExchanges } from './silent-exchanges.ts';
import { openStudio, type Studio } from './studio.ts';

// Fixed voices, because these tests aren't about the voice list.
const VOICES = [{ id: 's3://voices/a/manifest.json' }, { id: 's3://voices/b/manifest.json' }];

/** Opens studios, each with its own service. `clear` closes all of them. */
export class StudioStage {
  readonly #opened: { readonly studio: Studio; readonly service: HostileService; readonly remove: () => void }[] = [];

  /**
   * Starts a service, and opens a studio with a script, a cast, and a clock that runs 200 times faster than real time.
   */
  async open(script: string, behaviours: HostileBehaviours, seed = 1) {
    const silent = new SilentExchanges();
    const service = await startHostileService({ seed, behaviours: { ...behaviours, onSilence: silent.end } });
    const folder = temporaryFolder();
    const clock = new QuickClock(200);
    const studio = openStudio({
      folder: folder.path,
      baseUrl: new URL(service.baseUrl),
      key: service.key,
      userId: service.userId,
      clock,
      around: (transport) => clock.pauseDuringRequests(silent.wrapTransport(transport)),
    });
    this.#opened.push({ studio, service, remove: folder.remove });
    await studio.write(script, VOICES);
    return { studio, service };
  }

  async clear(): Promise<void> {
    for (const { studio, service, remove } of this.#opened.splice(0)) {
      studio.close();
      await service.close();
      remove();
    }
  }
}
