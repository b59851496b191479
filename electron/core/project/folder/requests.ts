// The open project.

import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { found, refuse } from '../../bridge/request-error.ts';
import type { HandlerParts } from '../../session/handler-parts.ts';

export function projectHandlers(parts: HandlerParts): HandlersOf<ChannelsOf<'project'>> {
  const { projects, recent, imports, exports, connections } = parts;
  return {
    'project.current': () => projects.session?.summary() ?? null,
    'project.openRecent': ({ id }) => projects.open(found(recent.pathOf(id), 'project')),
    'project.restoreBackup': () => projects.restoreBackup(),
    'project.resetSettings': () => projects.resetSettings(),
    'project.openToRead': () => projects.openToRead(),
    'project.reopen': () => projects.reopen(),
    'project.acceptMissingLog': () => projects.acceptMissingLog(),
    'project.create': ({ name }) => projects.create(name),
    'project.createSample': () => projects.createSample(),
    'project.previewImport': ({ name, bytes }) => imports.readBytes(name, bytes),
    'project.importPreview': ({ importId, choices }) => imports.preview(importId, choices),
    async 'project.createFromImport'({ importId, name, choices }) {
      const summary = await projects.createFromImport(name, importId, choices);
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
    'project.holdPlace'() {
      const session = projects.need();
      session.project.holdPlace();
      session.linkChanged();
      return session.tellSummary();
    },
    async 'project.adoptConnection'({ to }) {
      const session = projects.need();
      const identity = to ?? (await connections.needLink()).identity;
      if (session.run.isActive) refuse({ kind: 'busy', what: 'run' });
      session.project.adoptConnection(identity);
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
  };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutAbsent<T extends object>(patch: T): Present<T> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Present<T>;
}
