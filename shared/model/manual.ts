// A page of the manual, as the build reads it from docs/manual and the window shows it.

/** A part of a sentence. */
export type ManualText =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly inside: readonly ManualText[] }
  /** To another page, by its name. */
  | { readonly kind: 'link'; readonly page: string; readonly inside: readonly ManualText[] };

/** A part of a page. */
export type ManualBlock =
  | { readonly kind: 'heading'; readonly depth: number; readonly text: readonly ManualText[] }
  | { readonly kind: 'paragraph'; readonly text: readonly ManualText[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly ManualText[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly ManualText[])[];
      readonly rows: readonly (readonly (readonly ManualText[])[])[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'picture'; readonly source: string; readonly says: string };

export interface ManualPage {
  readonly title: string;
  readonly blocks: readonly ManualBlock[];
}
