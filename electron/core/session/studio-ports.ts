import type { StudioNotice } from '../../../shared/ipc/studio-protocol.ts';
import type { SecretBox } from '../app/connections/key-store.ts';
import type { Clock, Random } from '../ports.ts';
import type { OpenLink } from '../production/service-link.ts';

/** What the studio is given. */
export interface StudioPorts {
  /** Lectern's own folder: connections, keys, recent projects, limits. It exists. */
  readonly home: string;
  /** New projects are made in it; the producer may choose another one. */
  projectsFolder: string;
  /** Holds `earnest-scene.txt`. */
  readonly samplesFolder: string;
  readonly openLink: OpenLink;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * How replies are checked before they leave. By default they are parsed. `exact`: they must also hold nothing that the
   * contract doesn't name. `trusted`: they aren't checked, as in a release, where they have passed the tests.
   */
  readonly replies?: 'exact' | 'trusted' | undefined;
  /** For the main process: notifications, the task bar, the log. No key and no words of a script are ever in it. */
  readonly notice: (notice: StudioNotice) => void;
}
