import type { Packed } from './clone.ts';

/** What a page tells the main process. */
export type FromPage =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: Packed }
  | { readonly kind: 'send'; readonly channel: string; readonly args: Packed }
  | { readonly kind: 'open'; readonly address: string; readonly frameName: string; readonly features: string }
  /** The page is about to ask for a permission, or to look whether it has it. */
  | { readonly kind: 'permissions'; readonly id: number }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'accelerator'; readonly index: number }
  | { readonly kind: 'preload-error'; readonly file: string; readonly message: string };

/** What the main process tells a page. */
export type ToPage =
  | { readonly kind: 'event'; readonly channel: string; readonly args: Packed }
  | { readonly kind: 'reply'; readonly id: number; readonly value: Packed }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  /** Permissions are as the application has them now. */
  | { readonly kind: 'permissions'; readonly id: number }
  | { readonly kind: 'accelerators'; readonly keys: readonly MenuKey[] };

/** A key with its modifiers, as a menu's accelerator names it; `key` in lower case, as KeyboardEvent.key says it. */
export interface KeyStroke {
  readonly key: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta: boolean;
}

/** A key of the application menu. */
export interface MenuKey extends KeyStroke {
  readonly isEnabled: boolean;
}

/** What a page's worlds are told when they are made. */
export interface PageInfo {
  /** The name of the event by which the two worlds of a page speak: unguessable. */
  readonly token: string;
  /** The name of the function that reaches the main process. */
  readonly binding: string;
  /** The path for big messages; see BigMessages. */
  readonly channelPath: string;
  readonly process: Readonly<Record<string, unknown>>;
  readonly accelerators: readonly MenuKey[];
}
