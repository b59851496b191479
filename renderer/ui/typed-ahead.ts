// What is typed between the key that opens a field and the field's being there.

interface TypedAhead {
  readonly text: string;
  /** Whether Enter was pressed after it. */
  readonly entered: boolean;
}

let held: { text: string; entered: boolean; readonly end: () => void } | null = null;

/**
 * From now on keeps the keys that write, so that nothing else on the screen takes them, until the field takes them over
 * with `takeTyping`.
 *
 * @param onEscape the person gave up before the field was there; a press of the mouse gives the keys back too
 */
export function holdTyping(onEscape: () => void): void {
  if (held) return;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!held || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') {
      takeTyping();
      onEscape();
    } else if (event.key === 'Enter') held.entered = true;
    else if (event.key === 'Backspace') held.text = held.text.slice(0, -1);
    else if (event.key.length === 1 && !held.entered) held.text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = () => void takeTyping();
  const end = () => {
    document.removeEventListener('keydown', onKeyDown, true);
    document.removeEventListener('pointerdown', onPointerDown, true);
  };
  document.addEventListener('keydown', onKeyDown, true);
  document.addEventListener('pointerdown', onPointerDown, true);
  held = { text: '', entered: false, end };
}

/** Ends the keeping, and gives what was typed. */
export function takeTyping(): TypedAhead {
  const { text, entered, end } = held ?? { text: '', entered: false, end: () => {} };
  end();
  held = null;
  return { text, entered };
}
