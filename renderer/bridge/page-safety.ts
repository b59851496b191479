// Hardens the page before any other code runs, so that untrusted text can't run code or send data out.

/** TypeScript's DOM types don't include Trusted Types yet. */
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

const MARKUP = /<[a-z/!?][^>]*>?/gi;
const SAFE_TAG = /^<\/?(?:div|style)(?:\s+(?:class|part|nonce)="[^"<>]*")*\s*>$/i;

/** Returns the text if it only contains style rules and harmless boxes, else null. */
export const safeMarkup = (text: string): string | null =>
  (text.match(MARKUP) ?? []).every((tag) => SAFE_TAG.test(tag)) ? text : null;

/**
 * Creates the page's only Trusted Types policy, before the first render. The UI libraries only need styles and plain
 * boxes.
 */
export function setUpTrustedMarkup(): void {
  const { trustedTypes } = window as unknown as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: safeMarkup,
    createScript: () => null,
    createScriptURL: () => null,
  });
}

/** WebRTC constructors, which could reach the network despite the content security policy. */
const RTC_CONSTRUCTORS = ['RTCPeerConnection', 'webkitRTCPeerConnection'];

export function giveUpPeerConnections(): void {
  for (const name of RTC_CONSTRUCTORS) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
  }
}
