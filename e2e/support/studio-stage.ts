// Studios connected to hostile services, for tests of a run's outcome.
import type { HostileBehaviours } from '../hostile-service/behaviours.ts';
import { type HostileService, startHostileService } from '../hostile-service/hostile-service.ts';
import { temporaryFolder } from './processes.ts';
import { QuickClock } from './quick-clock.ts';
import { SilentExchanges } from './silent-exchanges.ts';
import { openStudio, type Studio } from './studio.ts';

// Fixed voices, because the voice list isn't under test.
const VOICES = [{ id: 's3://voices/a/manifest.json' }, { id: 's3://voices/b/manifest.json' }];

/** Opens studios with their own services; `clear` closes them all. */
export class StudioStage {
  readonly #opened: { readonly studio: Studio; readonly service: HostileService; readonly remove: () => void }[] = [];

  /** Opens a studio with a script and a cast, on a clock 200 times as fast, and its service. */
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
      around: (transport) => clock.stoppedBy(silent.endedIn(transport)),
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
