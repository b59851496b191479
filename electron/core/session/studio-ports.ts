import type { StudioNotice } from '../../../shared/ipc/studio-protocol.ts';
import type { SecretBox } from '../app/secret-store.ts';
import type { Clock, Random } from '../ports.ts';
import type { OpenLink } from '../production/service-link.ts';

export interface StudioPorts {
  /** An existing folder in which to store connections, keys, recent projects and limits. */
  readonly home: string;
  /** The default folder. The producer can choose another one. */
  projectsFolder: string;
  /** Contains `earnest-scene.txt`. */
  readonly samplesFolder: string;
  readonly openLink: OpenLink;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * By default, replies are parsed. `exact` also rejects undefined fields; `trusted` skips validation, for tested
   * releases.
   */
  readonly replies?: 'exact' | 'trusted' | undefined;
  /** Messages never contain a key or text from a script. */
  readonly notice: (notice: StudioNotice) => void;
}
