// Undo and redo: of words where the keyboard is in a text, else of the latest step that has a way back.
import { useEffect } from 'react';
import { words } from '../locales/words.ts';
import { useCommand } from '../ui/commands.ts';
import { isInText, stepInText } from '../ui/focus.ts';
import { notify, notifyUndoFailure } from '../ui/toast.tsx';
import {
  doAgainLatest,
  forgetSteps,
  isToRedo,
  outranksWords,
  type Step,
  takeBackLatest,
  UndoFailure,
  useUndoHistory,
} from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';

const t = words('frame');

/** Notices of undo and redo replace each other. */
const NOTICE = 'undo';

/** Registers them. @param projectId whose steps can be taken back; null where no project is open */
export function useUndoCommands(projectId: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another project's steps are not those of this one
  useEffect(() => forgetSteps, [projectId]);
  useCommand('edit.undo', () => (isOfWords('undo') ? stepInText('undo') : void undoLatest()));
  useCommand('edit.redo', () => (isOfWords('redo') ? stepInText('redo') : void redoLatest()));
}

const isOfWords = (way: 'undo' | 'redo'): boolean => isInText() && !outranksWords(way);

/** How long a question about a step that was done elsewhere waits for the same keys again, in milliseconds. */
const ASKED_FOR_MS = 10_000;
let asked: { readonly step: Step; readonly at: number } | null = null;

/**
 * Takes back what was done last on the screen in view, and says so. Where nothing was done there, the latest step of
 * another screen is named first, and taken back when that is asked for again.
 */
export async function undoLatest(): Promise<void> {
  const { screen } = useView.getState();
  const step = await said(takeBackLatest((one) => one.screen === screen));
  if (step === null) await undoElsewhere();
  else if (step) sayTakenBack(step);
}

async function undoElsewhere(): Promise<void> {
  const latest = useUndoHistory.getState().done.at(-1);
  if (!latest) {
    notify(t('undo.nothing'), { id: NOTICE });
    return;
  }
  const isAnswer = asked?.step === latest && performance.now() - asked.at < ASKED_FOR_MS;
  if (isAnswer) {
    asked = null;
    const step = await said(takeBackLatest((one) => one === latest));
    if (step) sayTakenBack(step);
    return;
  }
  asked = { step: latest, at: performance.now() };
  notify(t('undo.elsewhere', { screen: latest.screen, what: latest.what }), {
    id: NOTICE,
    action: { label: t('undo.undo'), run: () => void undoElsewhere() },
  });
}

function sayTakenBack(step: Step): void {
  const again = isToRedo(step) ? { action: { label: t('undo.redo'), run: () => void redoLatest() } } : {};
  notify(t('undo.takenBack', { what: step.what }), { id: NOTICE, ...again });
}

/** Does again what was taken back last, and says so. */
export async function redoLatest(): Promise<void> {
  const step = await said(doAgainLatest());
  if (step === null) notify(t('undo.nothingToRedo'), { id: NOTICE });
  if (!step) return;
  notify(t('undo.doneAgain', { what: step.what }), {
    id: NOTICE,
    action: { label: t('undo.undo'), run: () => void undoLatest() },
  });
}

/** @returns undefined where it failed, which is said then */
async function said(work: Promise<Step | null>): Promise<Step | null | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UndoFailure)) throw error;
    notifyUndoFailure(error.step, error.cause);
    return undefined;
  }
}
