// The document of the chapter in view.
import { useEffect, useState } from 'react';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { BridgeFailure } from '../bridge/bridge-failure.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { useView } from '../ui/view-store.ts';
import type { ScriptSession } from './document/script-session.ts';
import { projectSessions } from './project-sessions.ts';

interface Shown {
  /** The one before stays until the next is read, so that nothing flashes. */
  readonly session: ScriptSession | null;
  readonly error: BridgeError | null;
  readonly retry: () => void;
}

/** Opens the chapter in view; until one was chosen, the first. */
export function useSession(projectId: string | null): Shown {
  const { data: chapters, error: listError, refetch } = useAsk('project.chapters', {}, { enabled: projectId !== null });
  const chosen = useView((view) => view.chapterChosen);
  const choices = useView((view) => view.chapterChoices);
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState<Pick<Shown, 'session' | 'error'>>({ session: null, error: null });
  const isReady = projectId !== null && (chosen || chapters !== undefined);
  const first = chosen ? null : (chapters?.[0]?.id ?? null);

  // A chapter into which the cursor went is no choice: what is shown stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks for another try, `choices` for the chapter chosen
  useEffect(() => {
    let isCurrent = true;
    const sessions = projectSessions();
    sessions.enterProject(projectId);
    if (!isReady) {
      setShown({ session: null, error: null });
      return;
    }
    sessions.open(chosen ? useView.getState().chapterId : first).then(
      (session) => isCurrent && setShown({ session, error: null }),
      (thrown) => {
        if (!(thrown instanceof BridgeFailure)) throw thrown;
        if (isCurrent) setShown({ session: null, error: thrown.error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [projectId, isReady, chosen, first, choices, tries]);

  const retry = () => {
    void refetch();
    setTries(tries + 1);
  };
  return { session: shown.session, error: shown.error ?? (isReady ? null : (listError?.error ?? null)), retry };
}
