/** What the application's life needs to know of a window. */
export interface OpenWindow {
  /** Closes as a user closes; false where a listener prevented it. */
  closeAsUser(): boolean;
  readonly webContents: { readonly id: number };
}

const open = new Set<OpenWindow>();
let focused: OpenWindow | null = null;
let whenAllClosed = (): void => {};

/** The windows there are, in the order in which they were made, and which of them has the focus. */
export const openWindows = {
  all: (): OpenWindow[] => [...open],
  focused: (): OpenWindow | null => focused,
  focus(window: OpenWindow | null): void {
    focused = window;
  },
  add(window: OpenWindow): void {
    open.add(window);
  },
  remove(window: OpenWindow): void {
    open.delete(window);
    if (focused === window) focused = null;
    if (open.size === 0) whenAllClosed();
  },
  onAllClosed(listener: () => void): void {
    whenAllClosed = listener;
  },
};
