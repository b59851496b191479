// The documents of the project that this window has open, over the bridge. They live as long as the window: edits are
// saved whatever screen is shown.
import { ask, BridgeFailure } from '../bridge/ask.ts';
import { styleNonce } from '../bridge/exposed.ts';
import { onEvent } from '../bridge/on-event.ts';
import { projectKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notify } from '../ui/toast.tsx';
import { ScriptSessions } from './document/script-sessions.ts';
import { createState } from './editor/create-state.ts';
import { type EditorEnvironment, inertEnvironment } from './editor/editor-environment.ts';
import { publishSaveState } from './save-state.ts';

const t = words('script');

/** What all editors of the window draw by; the script screen fills it. */
export const environment: EditorEnvironment = inertEnvironment();

let sessions: ScriptSessions | null = null;

/** The documents of the open project, made and connected to the events when first asked for. */
export function projectSessions(): ScriptSessions {
  sessions ??= connected(
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

function connected(all: ScriptSessions): ScriptSessions {
  onEvent('project-changed', ({ project }) => all.enterProject(projectKey(project)));
  onEvent('documents-changed', () => all.readAllAnew());
  onEvent('studio-restarted', () => all.retry());
  // Its own lines are asked for again; a failure leaves what was known.
  onEvent('lines-changed', ({ lines }) => void all.takeBriefs(lines).catch(() => undefined));
  return all;
}
