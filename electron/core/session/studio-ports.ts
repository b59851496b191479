import type { StudioNotice } from '../../../shared/ipc/studio-protocol.ts';
import type { SecretBox } from '../app/connections/key-store.ts';
import type { Clock, Random } from '../ports.ts';
import type { OpenLink } from '../production/service-link.ts';

export interface StudioPorts {
  /** Lectern's own folder for connections, keys, recent projects and limits. It exists. */
  readonly home: string;
  /** The default folder for new projects; the producer may choose another one. */
  projectsFolder: string;
  /** Contains `earnest-scene.txt`. */
  readonly samplesFolder: string;
  readonly openLink: OpenLink;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * How replies are validated. By default they are parsed. `exact` also rejects fields that the contract doesn't
   * define. `trusted` skips validation, for releases, in which the replies have passed the tests.
   */
  readonly replies?: 'exact' | 'trusted' | undefined;
  /**
   * Messages for the main process: notifications, the task bar, the log. They never contain a key or text from a
   * script.
   */
  readonly notice: (notice: StudioNotice) => void;
}
