// Types for the parts of the DOM that the page scripts use, because the host is type-checked as Node code.

export interface PageElement {
  readonly href?: string;
  readonly target?: string;
}

export interface PageEvent {
  readonly type: string;
  readonly detail: unknown;
  readonly defaultPrevented: boolean;
  readonly isTrusted: boolean;
  readonly button: number;
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  preventDefault(): void;
  stopImmediatePropagation(): void;
  composedPath(): readonly object[];
}

export interface PageWindow {
  readonly top: PageWindow;
  open(address?: string, name?: string, features?: string): null;
  addEventListener(type: string, listener: (event: PageEvent) => void, options?: boolean | { once?: boolean }): void;
  dispatchEvent(event: CustomEvent): boolean;
}

export interface PageDocument {
  readonly title: string;
  readonly baseURI: string;
}

export interface PageLocation {
  readonly protocol: string;
  readonly hostname: string;
}

export type Observer = new (
  listener: () => void,
) => {
  observe(target: PageDocument, options: { childList: boolean; subtree: boolean; characterData: boolean }): void;
};

type PermissionCall = (parameters: unknown) => Promise<unknown>;

export interface PageNavigator {
  readonly mediaDevices?: { getUserMedia: PermissionCall };
  readonly permissions?: { query: PermissionCall };
}
