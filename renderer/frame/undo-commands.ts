// Undo applies to the text that has the focus. If no text has the focus, it applies to the latest step.
import { useEffect } from 'react';
import { ask } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { useCommand } from '../ui/commands.ts';
import { isInText, undoInText } from '../ui/focus.ts';
import { notify, notifyUndoFailure } from '../ui/overlays/toast.tsx';
import {
  forgetSteps,
  isRedoable,
  outranksText,
  redoLatestStep,
  restoreSteps,
  type Step,
  UndoFailure,
  undoLatestStep,
  useUndoHistory,
} from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';

const t = words('frame');

/** Each notice about undo or redo replaces the previous one. */
const NOTICE_ID = 'undo';

export function useUndoCommands(projectId: string | null): void {
  useEffect(() => {
    let isCurrent = true;
    const restore = async () => {
      const stored = await ask('undo.history', {});
      if (isCurrent) restoreSteps(stored);
    };
    // Without them, only steps from now on can be undone.
    if (projectId !== null) restore().catch(() => {});
    return () => {
      isCurrent = false;
      forgetSteps();
    };
  }, [projectId]);
  useCommand('edit.undo', () => (appliesToText('undo') ? undoInText('undo') : void undoLatest()));
  useCommand('edit.redo', () => (appliesToText('redo') ? undoInText('redo') : void redoLatest()));
}

const appliesToText = (direction: 'undo' | 'redo'): boolean => isInText() && !outranksText(direction);

/** How long the producer has to confirm undoing a step on another screen, in milliseconds. */
const CONFIRMATION_MS = 10_000;
let pendingConfirmation: { readonly step: Step; readonly at: number } | null = null;

/** Undoes the latest step on the current screen. If there is none, asks before undoing a step on another screen. */
export async function undoLatest(): Promise<void> {
  const { screen } = useView.getState();
  const step = await orNotify(undoLatestStep((one) => one.screen === screen));
  if (step === null) await undoOnOtherScreen();
  else if (step) notifyUndone(step);
}

async function undoOnOtherScreen(): Promise<void> {
  const latest = useUndoHistory.getState().done.at(-1);
  if (!latest) {
    notify(t('undo.nothing'), { id: NOTICE_ID });
    return;
  }
  const isAnswer = pendingConfirmation?.step === latest && performance.now() - pendingConfirmation.at < CONFIRMATION_MS;
  if (isAnswer) {
    pendingConfirmation = null;
    const step = await orNotify(undoLatestStep((one) => one === latest));
    if (step) notifyUndone(step);
    return;
  }
  pendingConfirmation = { step: latest, at: performance.now() };
  notify(t('undo.elsewhere', { screen: latest.screen, what: latest.what }), {
    id: NOTICE_ID,
    action: { label: t('undo.undo'), run: () => void undoOnOtherScreen() },
  });
}

function notifyUndone(step: Step): void {
  const again = isRedoable(step) ? { action: { label: t('undo.redo'), run: () => void redoLatest() } } : {};
  notify(t('undo.takenBack', { what: step.what }), { id: NOTICE_ID, ...again });
}

export async function redoLatest(): Promise<void> {
  const step = await orNotify(redoLatestStep());
  if (step === null) notify(t('undo.nothingToRedo'), { id: NOTICE_ID });
  if (!step) return;
  notify(t('undo.doneAgain', { what: step.what }), {
    id: NOTICE_ID,
    action: { label: t('undo.undo'), run: () => void undoLatest() },
  });
}

/** Returns undefined after showing an error. */
async function orNotify(work: Promise<Step | null>): Promise<Step | null | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UndoFailure)) throw error;
    notifyUndoFailure(error.step, error.cause);
    return undefined;
  }
}
