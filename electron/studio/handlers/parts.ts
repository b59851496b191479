import type { FavouriteVoices } from '../../core/library/favourite-voices.ts';
import type { RecentProjects } from '../../core/library/recent-projects.ts';
import type { Audition } from '../audition.ts';
import type { ChosenFolders } from '../chosen-folders.ts';
import type { ConnectionManager } from '../connection-manager.ts';
import type { ExportDesk } from '../export-desk.ts';
import type { ImportDesk } from '../import-desk.ts';
import type { LibraryDesk } from '../library/library-desk.ts';
import type { Projects } from '../projects.ts';
import type { StudioPorts } from '../studio-ports.ts';

/** What handlers work with. */
export interface HandlerParts {
  readonly ports: StudioPorts;
  readonly projects: Projects;
  readonly connections: ConnectionManager;
  readonly recent: RecentProjects;
  readonly favourites: FavouriteVoices;
  readonly library: LibraryDesk;
  readonly castFolders: ChosenFolders;
  readonly imports: ImportDesk;
  readonly exports: ExportDesk;
  readonly audition: Audition;
}
