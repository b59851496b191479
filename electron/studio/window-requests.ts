// Passes each feature's handlers the parts that they need.
import { consentHandlers } from '../core/app/clones/consent-requests.ts';
import { cloneHandlers } from '../core/app/clones/requests.ts';
import type { VoiceCloning } from '../core/app/clones/voice-cloning.ts';
import type { ConnectionManager } from '../core/app/connections/connection-manager.ts';
import { settingsHandlers } from '../core/app/connections/requests.ts';
import { engineHandlers } from '../core/app/engines/requests.ts';
import type { VoiceEngines } from '../core/app/engines/voice-engines.ts';
import type { FavouriteVoices } from '../core/app/favourite-voices.ts';
import type { Library } from '../core/app/library/library.ts';
import type { RecentProjects } from '../core/app/library/recent-projects.ts';
import { libraryHandlers } from '../core/app/library/requests.ts';
import { upkeepHandlers } from '../core/app/report/requests.ts';
import { signingHandlers } from '../core/app/signing/requests.ts';
import type { SignerFiles } from '../core/app/signing/signer-files.ts';
import type { Signing } from '../core/app/signing/signing.ts';
import type { FilesToVerify } from '../core/app/verification/files-to-verify.ts';
import { verifyHandlers } from '../core/app/verification/requests.ts';
import type { PackDownloads } from '../core/app/voice-packs/pack-downloads.ts';
import type { PackInstaller } from '../core/app/voice-packs/pack-installer.ts';
import { packHandlers } from '../core/app/voice-packs/requests.ts';
import type { AudioWorkers } from '../core/audio/audio-workers.ts';
import type { Audition } from '../core/audition/audition.ts';
import type { AuditionCache } from '../core/audition/audition-cache.ts';
import type { SpokenLines } from '../core/audition/spoken-lines.ts';
import type { Emit, Handlers } from '../core/bridge/handler-types.ts';
import { readBookDetails } from '../core/export/book-readiness.ts';
import type { ExportController } from '../core/export/export-controller.ts';
import { exportHandlers } from '../core/export/requests.ts';
import type { ChapterRecordings } from '../core/import/chapter-recordings.ts';
import { conformHandlers } from '../core/import/conform-requests.ts';
import type { ImportController } from '../core/import/import-controller.ts';
import { speakerHandlers } from '../core/import/requests.ts';
import type { ModelController } from '../core/language-model/model-controller.ts';
import { modelHandlers } from '../core/language-model/requests.ts';
import { pickupHandlers } from '../core/pickups/requests.ts';
import { productionHandlers } from '../core/production/requests.ts';
import { bookHandlers } from '../core/project/book/requests.ts';
import type { ChosenFolders } from '../core/project/cast/chosen-folders.ts';
import { pronunciationHandlers } from '../core/project/cast/pronunciation-requests.ts';
import { castHandlers } from '../core/project/cast/requests.ts';
import { cueHandlers } from '../core/project/cues/requests.ts';
import { projectHandlers } from '../core/project/folder/requests.ts';
import { snapshotHandlers } from '../core/project/history/requests.ts';
import { proofHandlers } from '../core/project/proof/requests.ts';
import { scriptHandlers } from '../core/project/script/requests.ts';
import { revisionHandlers } from '../core/project/script/revision-requests.ts';
import { driftHandlers } from '../core/project/takes/drift-requests.ts';
import { noteHandlers } from '../core/project/takes/note-requests.ts';
import { reviewHandlers, takeHandlers } from '../core/project/takes/requests.ts';
import type { Projects } from '../core/session/projects.ts';
import { queueHandlers } from '../core/session/queue-requests.ts';
import type { RenderQueue } from '../core/session/render-queue.ts';
import type { StudioPorts } from '../core/session/studio-ports.ts';
import { undoHandlers } from '../core/undo/requests.ts';
import type { UndoLog } from '../core/undo/undo-log.ts';

/** The parts that the studio has created. Each feature's handlers receive only those that they need. */
export interface StudioServices {
  readonly ports: StudioPorts;
  readonly projects: Projects;
  readonly queue: RenderQueue;
  readonly connections: ConnectionManager;
  readonly recent: RecentProjects;
  readonly favourites: FavouriteVoices;
  readonly library: Library;
  readonly castFolders: ChosenFolders;
  readonly imports: ImportController;
  readonly recordings: ChapterRecordings;
  readonly model: ModelController;
  readonly exports: ExportController;
  readonly packs: PackInstaller;
  readonly packDownloads: PackDownloads;
  readonly engines: VoiceEngines;
  readonly clones: VoiceCloning;
  readonly signing: Signing;
  readonly signerFiles: SignerFiles;
  readonly filesToVerify: FilesToVerify;
  readonly audition: Audition;
  readonly kept: AuditionCache;
  readonly spoken: SpokenLines;
  readonly undo: UndoLog;
  readonly checkAudio: AudioWorkers['checkAudio'];
  readonly emit: Emit;
}

export function windowHandlers({
  ports,
  projects,
  queue,
  connections,
  audition,
  undo,
  ...services
}: StudioServices): Handlers {
  const { recent, favourites, library, castFolders, imports, recordings, model, exports, checkAudio, emit } = services;
  const { packs, packDownloads, engines, clones, signing, signerFiles, filesToVerify, kept, spoken } = services;
  const { home, clock, random } = ports;
  return {
    ...libraryHandlers({ recent, library }),
    ...projectHandlers({ projects, recent, imports, exports, connections, audition, undo }),
    ...bookHandlers({ projects, undo, readBookDetails }),
    ...cueHandlers({ projects, undo, kept }),
    ...scriptHandlers({ projects, connections, audition, undo, clock }),
    ...revisionHandlers({ projects, imports, undo, clock }),
    ...speakerHandlers({ imports }),
    ...conformHandlers({ projects, recordings, checkAudio, kept, undo, clock, emit }),
    ...modelHandlers({ model }),
    ...engineHandlers({ engines, audition, undo, clock }),
    ...packHandlers({ packs, packDownloads }),
    ...castHandlers({ projects, connections, recent, favourites, castFolders, audition, kept, undo, clock, random }),
    ...productionHandlers({ projects, queue, connections, undo, clock }),
    ...queueHandlers({ queue, recent, undo }),
    ...reviewHandlers({ projects, spoken }),
    ...takeHandlers({ projects, undo }),
    ...driftHandlers({ projects, connections, undo, clock }),
    ...noteHandlers({ projects, undo }),
    ...proofHandlers({ projects, connections, undo, clock }),
    ...pickupHandlers({ projects, undo }),
    ...pronunciationHandlers({ projects, connections, audition, undo, clock }),
    ...cloneHandlers({ clones, audition }),
    ...consentHandlers({ projects, clones, connections, undo, clock, emit }),
    ...exportHandlers({ projects, exports, undo }),
    ...settingsHandlers({ connections, undo, home, clock }),
    ...signingHandlers({ signing, signerFiles }),
    ...verifyHandlers({ filesToVerify }),
    ...snapshotHandlers({ projects, undo, clock }),
    ...undoHandlers({ undo, projects }),
    ...upkeepHandlers({ projects, connections, model, ports }),
  };
}
