// Studios against hostile services, for tests of what comes of a run.
import type { HostileBehaviours } from '../hostile-service/behaviours.ts';
import { type HostileService, startHostileService } from '../hostile-service/hostile-service.ts';
import { temporaryFolder } from './processes.ts';
import { QuickClock } from './quick-clock.ts';
import { SilentExchanges } from './silent-exchanges.ts';
import { openStudio, type Studio } from './studio.ts';

// The listing is not what is tried here: its voices are known.
const VOICES = [{ id: 's3://voices/a/manifest.json' }, { id: 's3://voices/b/manifest.json' }];

/** Opens studios with services of their own, and closes them all with `clear`. */
export class StudioStage {
  readonly #opened: { readonly studio: Studio; readonly service: HostileService; readonly remove: () => void }[] = [];

  /** A studio with a script and a cast, on a clock that runs 200 times as fast, and the service that it sends to. */
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
