// Only the main process can send these requests. They contain paths, unlike the window's requests.
import { join } from 'node:path';
import type { InternalHandlers } from '../core/bridge/handler-types.ts';
import { attachSound } from '../core/project/cues/requests.ts';
import { whileRecordingChanges } from '../core/project/folder/change-recording.ts';
import { takeMedia } from '../core/project/takes/take-media.ts';
import type { StudioPorts } from '../core/session/studio-ports.ts';
import type { StudioServices } from './window-requests.ts';

type InternalParts = Pick<
  StudioServices,
  | 'projects'
  | 'undo'
  | 'checkAudio'
  | 'imports'
  | 'exports'
  | 'audition'
  | 'kept'
  | 'spoken'
  | 'ports'
  | 'library'
  | 'packs'
  | 'castFolders'
  | 'recordings'
  | 'signerFiles'
  | 'filesToVerify'
>;

export function internalHandlers(parts: InternalParts, quit: () => Promise<void>): InternalHandlers {
  const { projects, imports, exports, audition, kept, spoken, ports, library, packs } = parts;
  const sourceOf = (auditionId: string) =>
    [kept, spoken].find((source) => source.typeOf(auditionId) !== null) ?? audition;
  return {
    openProject: ({ path, toRead }) => (toRead ? projects.openReadOnly(path) : projects.open(path)),
    previewImportFile: ({ path, together }) => imports.readFile(path, together),
    previewPasted: ({ name, text }) => imports.readBytes(name, new TextEncoder().encode(text)),
    registerExportFolder: ({ path }) => ({ folderId: exports.register(path) }),
    registerCastFolder: ({ path }) => ({ folderId: parts.castFolders.register(path) }),
    registerRecording: ({ path }) => parts.recordings.register(path),
    registerSignerFile: ({ path }) => parts.signerFiles.register(path),
    registerFinishedFile: ({ path }) => parts.filesToVerify.register(path),
    offerPack: ({ path }) => packs.offer(path),
    locateMedia: async ({ takeId }) => projects.session && (await takeMedia(projects.session.project, takeId)),
    async locateCover({ id }) {
      const cover = await library.cover(id);
      return cover && { path: cover.path, sizeBytes: cover.sizeBytes, contentType: cover.contentType };
    },
    locateRecent: async ({ id }) => ({ path: await library.folderOf(id) }),
    relocateProject: async ({ id, path }) => ({ other: await library.relocate(id, path) }),
    attachSound: (asked) =>
      whileRecordingChanges(() => attachSound({ projects, undo: parts.undo, checkAudio: parts.checkAudio }, asked)),
    setCoverFile: ({ id, path }) => library.setCoverFile(id, path),
    auditionType({ auditionId }) {
      const contentType = sourceOf(auditionId).typeOf(auditionId);
      return contentType === null ? null : { contentType };
    },
    async readAudition({ auditionId, offset }) {
      const read = await sourceOf(auditionId).read(auditionId, offset);
      return read && { bytes: new Uint8Array(read.bytes), done: read.done };
    },
    locate({ what: folder }) {
      const own = folderPath(ports, folder);
      if (own !== null) return { path: own };
      const { session } = projects;
      if (!session) return { path: null };
      if (folder === 'project') return { path: session.project.dir };
      return { path: exports.lastFolder(session, folder === 'finished-export' ? folder : 'export') };
    },
    setProjectsFolder({ path }) {
      ports.projectsFolder = path;
      return null;
    },
    prepareToClose() {
      const active = projects.sessions.filter(({ run }) => run.isActive);
      const counts = active.flatMap(({ feed }) => feed.progress?.counts() ?? []);
      return {
        running: active.length > 0,
        unsaved: false,
        waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
        inFlight: counts.reduce((sum, { inFlight }) => sum + inFlight, 0),
      };
    },
    async quit() {
      await packs.cancel();
      await parts.filesToVerify.clear();
      await quit();
      return null;
    },
  };
}

function folderPath({ home, projectsFolder }: StudioPorts, folder: string): string | null {
  switch (folder) {
    case 'logs':
      return join(home, 'logs');
    case 'data':
      return home;
    case 'service':
      return join(home, 'service');
    case 'projects':
      return projectsFolder;
    default:
      return null;
  }
}
