export type ManualText =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly inside: readonly ManualText[] }
  | { readonly kind: 'link'; readonly page: string; readonly inside: readonly ManualText[] };

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
