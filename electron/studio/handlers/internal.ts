// What only the main process may ask: it names paths, which the window never does.
import { takeMedia } from '../../core/workshop/take-media.ts';
import type { InternalHandlers } from '../handler-types.ts';
import type { HandlerParts } from './parts.ts';

export function internalHandlers(parts: HandlerParts, quit: () => Promise<void>): InternalHandlers {
  const { projects, imports, exports, audition, ports } = parts;
  return {
    openProject: ({ path }) => projects.open(path),
    previewImportFile: ({ path }) => imports.readFile(path),
    registerExportFolder: ({ path }) => ({ folderId: exports.register(path) }),
    locateMedia: ({ takeId }) => projects.session && takeMedia(projects.session.project, takeId),
    auditionType({ auditionId }) {
      const contentType = audition.typeOf(auditionId);
      return contentType === null ? null : { contentType };
    },
    async readAudition({ auditionId, offset }) {
      const read = await audition.read(auditionId, offset);
      return read && { bytes: new Uint8Array(read.bytes), done: read.done };
    },
    locate({ what }) {
      if (what === 'logs') return { path: ports.home };
      const { session } = projects;
      if (!session) return { path: null };
      return { path: what === 'project' ? session.project.dir : exports.lastFolder(session) };
    },
    prepareToClose() {
      const session = projects.session;
      const run = session?.feed.board?.counts();
      return {
        running: session?.run.isActive ?? false,
        unsaved: false,
        waiting: run?.waiting ?? 0,
        inFlight: run?.inFlight ?? 0,
      };
    },
    async quit() {
      await quit();
      return null;
    },
  };
}
