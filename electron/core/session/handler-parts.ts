import type { CastOutlook } from '../../../shared/ipc/cast-requests.ts';
import { priceOf, priceOfConnection } from '../../../shared/model/spending.ts';
import type { ConnectionManager } from '../app/connections/connection-manager.ts';
import type { FavouriteVoices } from '../app/favourite-voices.ts';
import type { Library } from '../app/library/library.ts';
import type { RecentProjects } from '../app/library/recent-projects.ts';
import type { PackDownloads } from '../app/voice-packs/pack-downloads.ts';
import type { PackInstaller } from '../app/voice-packs/pack-installer.ts';
import type { Audition } from '../audition/audition.ts';
import type { AuditionCache } from '../audition/kept-auditions.ts';
import type { SpokenLines } from '../audition/spoken-lines.ts';
import { found, refuse } from '../bridge/request-error.ts';
import type { ExportController } from '../export/export-controller.ts';
import type { ModelController } from '../language-model/model-controller.ts';
import type { ServiceLink } from '../production/service-link.ts';
import type { CastChange } from '../project/cast/cast-outlook.ts';
import type { ChosenFolders } from '../project/cast/chosen-folders.ts';
import type { Project } from '../project/project.ts';
import type { UndoLog } from '../undo/undo-log.ts';
import type { ImportController } from './import-controller.ts';
import type { ProjectSession } from './project-session.ts';
import type { Projects } from './projects.ts';
import type { StudioPorts } from './studio-ports.ts';

/**
 * Refuses a connection to another service than the project's, which wouldn't know any of its voices.
 *
 * @throws RequestError `other-connection`
 */
export function refuseOtherService(project: Project, { identity }: Pick<ServiceLink, 'identity'>): void {
  const { origin } = project.info().connection;
  if (origin === identity.origin) return;
  refuse({ kind: 'other-connection', projectOrigin: origin, connectedOrigin: identity.origin });
}

export async function outlookOf(
  session: ProjectSession,
  { connections }: { readonly connections: Pick<ConnectionManager, 'current'> },
  change: CastChange,
): Promise<CastOutlook> {
  const outlook = await session.reader.ask('castOutlook', change);
  return { ...outlook, price: costOf(outlook.characters, connections) };
}

export function costOf(characters: number, connections: Pick<ConnectionManager, 'current'>) {
  const price = priceOfConnection(connections.current);
  return price && { amount: priceOf(characters, price), currency: price.currency };
}

/**
 * Returns the current link and one of its voices, for an audition with text of the open project.
 *
 * @throws RequestError `no-project`, `other-connection`, `not-found`; as `needLink` and `voices`
 */
export async function voiceToHear(
  { projects, connections }: Pick<HandlerParts, 'projects' | 'connections'>,
  id: string,
) {
  const session = projects.need();
  const link = await connections.needLink();
  refuseOtherService(session.project, link);
  const voice = (await connections.voices()).find((known) => known.id === id);
  return { session, link, voice: found(voice, 'voice') };
}

export interface HandlerParts {
  readonly ports: StudioPorts;
  readonly projects: Projects;
  readonly connections: ConnectionManager;
  readonly recent: RecentProjects;
  readonly favourites: FavouriteVoices;
  readonly library: Library;
  readonly castFolders: ChosenFolders;
  readonly imports: ImportController;
  readonly model: ModelController;
  readonly exports: ExportController;
  readonly packs: PackInstaller;
  readonly packDownloads: PackDownloads;
  readonly audition: Audition;
  readonly kept: AuditionCache;
  readonly spoken: SpokenLines;
  readonly undo: UndoLog;
}
