import type { ConnectionManager } from '../app/connections/connection-manager.ts';
import type { FavouriteVoices } from '../app/favourite-voices.ts';
import type { Library } from '../app/library/library.ts';
import type { RecentProjects } from '../app/library/recent-projects.ts';
import type { Audition } from '../audition/audition.ts';
import type { ExportController } from '../export/export-controller.ts';
import type { ImportController } from '../import/import-controller.ts';
import type { ChosenFolders } from '../project/cast/chosen-folders.ts';
import type { UndoLog } from '../undo/undo-log.ts';
import type { Projects } from './projects.ts';
import type { StudioPorts } from './studio-ports.ts';

/** What handlers work with. */
export interface HandlerParts {
  readonly ports: StudioPorts;
  readonly projects: Projects;
  readonly connections: ConnectionManager;
  readonly recent: RecentProjects;
  readonly favourites: FavouriteVoices;
  readonly library: Library;
  readonly castFolders: ChosenFolders;
  readonly imports: ImportController;
  readonly exports: ExportController;
  readonly audition: Audition;
  readonly undo: UndoLog;
}
