import type { Packed } from './clone.ts';

export type MessageFromPage =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: Packed }
  | { readonly kind: 'send'; readonly channel: string; readonly args: Packed }
  | { readonly kind: 'open'; readonly address: string; readonly frameName: string; readonly features: string }
  /** Sent before the page requests or queries a permission. */
  | { readonly kind: 'permissions'; readonly id: number }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'accelerator'; readonly index: number }
  | { readonly kind: 'preload-error'; readonly file: string; readonly message: string };

export type MessageToPage =
  | { readonly kind: 'event'; readonly channel: string; readonly args: Packed }
  | { readonly kind: 'reply'; readonly id: number; readonly value: Packed }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  /** Sent when Chromium's permissions are up to date. */
  | { readonly kind: 'permissions'; readonly id: number }
  | { readonly kind: 'accelerators'; readonly keys: readonly MenuKey[] };

/** An accelerator's key with modifiers; `key` is KeyboardEvent.key in lower case. */
export interface KeyStroke {
  readonly key: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta: boolean;
}

export interface MenuKey extends KeyStroke {
  readonly isEnabled: boolean;
}

/** Parameters for a page's injected scripts. */
export interface PageInfo {
  /** The secret event name for communication between the page's two worlds. */
  readonly token: string;
  /** The name of the function that sends to the main process. */
  readonly binding: string;
  /** The path for large messages; see BigMessages. */
  readonly channelPath: string;
  readonly process: Readonly<Record<string, unknown>>;
  readonly accelerators: readonly MenuKey[];
}
