import { create } from 'zustand';

interface DraggedLines {
  readonly isDragging: boolean;
  /** `chapterId` is null for the text before the first heading. */
  readonly target: { readonly chapterId: number | null } | null;
}

const NO_DRAG: DraggedLines = { isDragging: false, target: null };

export const useDraggedLines = create<DraggedLines>()(() => NO_DRAG);

const { getState, setState } = useDraggedLines;

export const startLineDrag = (): void => setState({ isDragging: true, target: null });

/** Undefined if the pointer isn't over a chapter. */
export function aimLinesAt(chapterId: number | null | undefined): void {
  const { isDragging, target } = getState();
  if (isDragging && target?.chapterId !== chapterId)
    setState({ target: chapterId === undefined ? null : { chapterId } });
}

export const endLineDrag = (): void => setState(NO_DRAG);
