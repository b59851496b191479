// Buffers keys that are typed after a shortcut has opened a field, until the field has rendered.

interface BufferedTyping {
  readonly text: string;
  readonly entered: boolean;
}

let held: { text: string; entered: boolean; readonly end: () => void } | null = null;

/** Until the field calls `takeTyping`, nothing else handles the keys. A mouse click also ends buffering. */
export function bufferTyping(onEscape: () => void): void {
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

export function takeTyping(): BufferedTyping {
  const { text, entered, end } = held ?? { text: '', entered: false, end: () => {} };
  end();
  held = null;
  return { text, entered };
}
