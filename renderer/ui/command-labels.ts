// What commands are called at present: undo and redo name the step that they would take.
import { COMMANDS, type CommandId, type CommandLabels } from '../../shared/ipc/commands.ts';
import { useUndoHistory } from './undo-history.ts';
import { useView } from './view-store.ts';

/** Of a label in the menu, which can't grow with a name. */
const LONGEST_LABEL = 72;

/** The step that a command would take back or do again, as it was said; null for other commands, and where there is none. */
export function stepOf(id: CommandId): string | null {
  const { done, undone } = useUndoHistory.getState();
  const { screen } = useView.getState();
  const own = done.findLast((step) => step.screen === screen);
  if (id === 'edit.undo') return (own ?? done.at(-1))?.what ?? null;
  return id === 'edit.redo' ? (undone.at(-1)?.what ?? null) : null;
}

/** As menu and palette show a command now. */
export function commandLabel(id: CommandId): string {
  const step = stepOf(id);
  return step === null ? COMMANDS[id].label : `${COMMANDS[id].label}: ${step.replace(/\.$/, '')}`;
}

/** The labels that differ from the usual ones, cut to what a menu holds. */
export const menuLabels = (): CommandLabels =>
  Object.fromEntries(
    (['edit.undo', 'edit.redo'] as const).filter((id) => stepOf(id) !== null).map((id) => [id, cut(commandLabel(id))]),
  );

const cut = (label: string): string =>
  label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1).trimEnd()}…` : label;
