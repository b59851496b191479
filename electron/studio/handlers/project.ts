// The library, the open project, exports.
import { FileNameTemplateError } from '../../../shared/rules/file-names.ts';
import { previewNames } from '../../core/workshop/preview-names.ts';
import type { ChannelsOf, HandlersOf } from '../handler-types.ts';
import { found, refuse } from '../studio-error.ts';
import type { HandlerParts } from './parts.ts';

/** Names that a preview shows. */
const PREVIEWED = 5;

export function projectHandlers(parts: HandlerParts): HandlersOf<ChannelsOf<'library' | 'project' | 'export'>> {
  const { projects, recent, imports, exports, connections } = parts;
  return {
    'library.recent': () => recent.list(),
    async 'library.forget'({ id }) {
      await recent.forget(id);
      return null;
    },
    'project.current': () => projects.session?.summary() ?? null,
    'project.openRecent': ({ id }) => projects.open(found(recent.pathOf(id), 'project')),
    'project.restoreBackup': () => projects.restoreBackup(),
    'project.create': ({ name }) => projects.create(name),
    'project.createSample': () => projects.createSample(),
    'project.previewImport': ({ name, bytes }) => imports.readBytes(name, bytes),
    'project.importPreview': ({ importId }) => imports.preview(importId),
    async 'project.createFromImport'({ importId, name }) {
      const summary = await projects.createFromImport(name, importId);
      await imports.forget(importId);
      return summary;
    },
    async 'project.close'() {
      if (exports.isRunning) refuse({ kind: 'busy', what: 'export' });
      await projects.close();
      return null;
    },
    'project.confirmPlace'() {
      const session = projects.need();
      session.project.confirmPlace();
      session.linkChanged();
      return session.tellSummary();
    },
    async 'project.adoptConnection'() {
      const session = projects.need();
      const link = await connections.needLink();
      if (session.run.isActive) refuse({ kind: 'busy', what: 'run' });
      session.project.adoptConnection(link.identity);
      session.linkChanged();
      return session.tellSummary();
    },
    'project.updateSettings'(patch) {
      const session = projects.need();
      if (session.project.updateSettings(withoutAbsent(patch))) {
        session.scriptChanged();
        session.linesChanged(null);
      }
      return session.tellSummary();
    },
    'project.chapters': () => projects.need().views.chapters(),
    'project.roles': () => projects.need().views.roles(connections.knownVoices),
    'export.lines': (choice) => exports.export(projects.need(), choice),
    'export.cancel'() {
      exports.cancel();
      return null;
    },
    'export.previewNames'({ template, format }) {
      try {
        return { names: previewNames(projects.need().project, template, format, PREVIEWED), problem: null };
      } catch (error) {
        if (!(error instanceof FileNameTemplateError)) throw error;
        return { names: [], problem: error.message };
      }
    },
  };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutAbsent<T extends object>(patch: T): Present<T> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Present<T>;
}
