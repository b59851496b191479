// What the page takes from itself before anything else runs, so that foreign text can neither act in it nor leave by it.

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

/**
 * Sets up the page's one policy for trusted types; to be called once, before the first component is drawn. The content
 * security policy lets no text become markup, a script or a script's address but through it; the interface's libraries need
 * style sheets and a handful of plain boxes, and get no more.
 */
export function setUpTrustedMarkup(): void {
  const { trustedTypes } = window as unknown as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: harmlessMarkup,
    createScript: () => null,
    createScriptURL: () => null,
  });
}

/** The constructors through which a page reaches others on the network, past its content security policy. */
const CONSTRUCTORS = ['RTCPeerConnection', 'webkitRTCPeerConnection'];

/** Takes the page's way to connect to other machines by WebRTC from it; to be called before anything else runs. */
export function giveUpPeerConnections(): void {
  for (const name of CONSTRUCTORS) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
  }
}
