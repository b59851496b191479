/** The parts of a window that the application's lifecycle needs. */
export interface OpenWindow {
  /** Closes the window as a user would. Returns false if a listener prevented it. */
  closeAsUser(): boolean;
  readonly webContents: { readonly id: number };
}

const windows = new Set<OpenWindow>();
let focused: OpenWindow | null = null;
let whenAllClosed = (): void => {};

/** All windows in order of creation, and the focused one. */
export const openWindows = {
  all: (): OpenWindow[] => [...windows],
  focused: (): OpenWindow | null => focused,
  focus(window: OpenWindow | null): void {
    focused = window;
  },
  add(window: OpenWindow): void {
    windows.add(window);
  },
  remove(window: OpenWindow): void {
    windows.delete(window);
    if (focused === window) focused = null;
    if (windows.size === 0) whenAllClosed();
  },
  onAllClosed(listener: () => void): void {
    whenAllClosed = listener;
  },
};
