// Documents stay open when the script screen is closed, so that edits are always saved.
import { ask, BridgeFailure, onEvent, styleNonce } from '../bridge/ask.ts';
import { projectKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notify } from '../ui/overlays/toast.tsx';
import { ScriptSessions } from './document/script-sessions.ts';
import { createState } from './editor/create-state.ts';
import { type EditorEnvironment, inertEnvironment } from './editor/editor-environment.ts';
import { publishSaveState } from './save-state.ts';

const t = words('script');

/** Shared by all editors. The script screen fills in its values. */
export const environment: EditorEnvironment = inertEnvironment();

let sessions: ScriptSessions | null = null;

export function projectSessions(): ScriptSessions {
  sessions ??= connectEvents(
    new ScriptSessions({
      save: (edit) => ask('script.edit', edit),
      open: (chapterId, again) => ask('script.open', { chapterId, ...again }),
      extend: (documentId, side) => ask('script.extend', { documentId, side }),
      narrow: (documentId, side, chapterId) => ask('script.narrow', { documentId, side, chapterId }),
      chapterIds: async () => (await ask('project.chapters', {})).map(({ id }) => id),
      loadBriefs: (chapterId) => ask('script.chapterBriefs', { chapterId }),
      errorOf: (thrown) => (thrown instanceof BridgeFailure ? thrown.error : { kind: 'internal', id: String(thrown) }),
      later: (call, milliseconds) => {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
      createState: (text, documentState, briefOf) =>
        createState(text, documentState, { environment, briefOf, styleNonce: styleNonce() }),
      onSaveState: publishSaveState,
      onSaved: (session, reply) => environment.onSaved(session, reply),
      onOverlap: () => notify(t('overlap')),
    }),
  );
  return sessions;
}

function connectEvents(all: ScriptSessions): ScriptSessions {
  onEvent('project-changed', ({ project }) => all.enterProject(projectKey(project)));
  onEvent('documents-changed', () => all.reloadAll());
  onEvent('studio-restarted', () => all.retry());
  // The session reloads its lines if necessary. If that fails, it keeps the old states.
  onEvent('lines-changed', ({ lines }) => void all.applyBriefs(lines).catch(() => undefined));
  return all;
}
