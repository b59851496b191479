// Lines that are dragged out of the script by their number, and the chapter that they would go to.
import { create } from 'zustand';

interface DraggedLines {
  readonly isDragging: boolean;
  /** Under the pointer; null: none. Of what stands before the first heading, its id is null. */
  readonly target: { readonly chapterId: number | null } | null;
}

const NONE: DraggedLines = { isDragging: false, target: null };

export const useDraggedLines = create<DraggedLines>()(() => NONE);

const { getState, setState } = useDraggedLines;

export const startLineDrag = (): void => setState({ isDragging: true, target: null });

/** What is under the pointer while lines are dragged; undefined: no chapter. */
export function aimLinesAt(chapterId: number | null | undefined): void {
  const { isDragging, target } = getState();
  if (isDragging && target?.chapterId !== chapterId)
    setState({ target: chapterId === undefined ? null : { chapterId } });
}

export const endLineDrag = (): void => setState(NONE);
