// The page's one policy for trusted types. The content security policy lets no text become markup, a script or a script's
// address but through it; the interface's libraries need style sheets and a handful of plain boxes, and get no more.

/** The parts of the browser's interface that are used; TypeScript's DOM library does not have them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {
      createHTML(text: string): string | null;
      createScript(): null;
      createScriptURL(): null;
    },
  ): unknown;
}

/** What opens an element, a comment or anything else but text. */
const MARKUP = /<[a-z/!?][^>]*>?/gi;
/** A box or a style sheet with attributes that can do nothing. */
const HARMLESS = /^<\/?(?:div|style)(?:\s+(?:class|part|nonce)="[^"<>]*")*\s*>$/i;

/** Text that may become markup: style sheets' rules, and boxes without anything that acts; null for any other. */
export const harmlessMarkup = (text: string): string | null =>
  (text.match(MARKUP) ?? []).every((tag) => HARMLESS.test(tag)) ? text : null;

/** Sets the policy up; to be called once, before the first component is drawn. */
export function setUpTrustedMarkup(): void {
  const { trustedTypes } = window as unknown as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: harmlessMarkup,
    createScript: () => null,
    createScriptURL: () => null,
  });
}
