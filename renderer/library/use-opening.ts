// Opening a project, and what may come of it.
import { useState } from 'react';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { ask } from '../bridge/ask.ts';
import { beforeLeaving } from '../ui/before-leaving.ts';
import { useAttempt } from '../ui/use-attempt.ts';
import { useView } from '../ui/view-store.ts';
import type { ListedProject } from './use-listed-projects.ts';

export interface Opening {
  readonly busy: boolean;
  readonly error: BridgeError | null;
  /** What failed, once more; null where nothing did. */
  readonly retry: (() => void) | null;
  readonly open: (project: Pick<ListedProject, 'id' | 'state'>) => void;
  /** One that is chosen with the system's own dialog. */
  readonly openOther: () => void;
  readonly openSample: () => void;
  /** The project of the list that was asked for last; null: it was another one. */
  readonly projectId: string | null;
  readonly clear: () => void;
}

/** The window turns to the project by itself when it is open. */
export function useOpening(): Opening {
  const { busy, error, run, clear } = useAttempt();
  const [again, setAgain] = useState<(() => void) | null>(null);
  const [projectId, setProjectId] = useState<string | null>(null);
  const attempt = (open: () => Promise<unknown>, id: string | null = null) =>
    beforeLeaving('open', () => {
      setProjectId(id);
      goOn(open, id);
    });
  const goOn = (open: () => Promise<unknown>, id: string | null) => {
    setAgain(() => () => attempt(open, id));
    void run(async () => {
      await open();
      return null;
    });
  };
  return {
    busy,
    error,
    retry: error && again,
    open: ({ id, state }) =>
      attempt(async () => {
        await ask('project.openRecent', { id });
        // The window turns to another project by itself; it has nothing to follow where this one was open already.
        if (state.kind === 'open') useView.getState().goBack(true);
      }, id),
    projectId,
    openOther: () => attempt(() => ask('dialog.openProject', {})),
    openSample: () => attempt(() => ask('project.createSample', {})),
    clear,
  };
}
