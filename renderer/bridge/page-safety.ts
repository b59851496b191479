// Hardens the page before any other code runs, so that untrusted text can't run code or send data to the network.

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

/** Returns the markup if it contains only style rules and harmless boxes, or null otherwise. */
export const safeMarkup = (text: string): string | null =>
  (text.match(MARKUP) ?? []).every((tag) => SAFE_TAG.test(tag)) ? text : null;

/**
 * Creates the page's only Trusted Types policy, before the first render. The policy allows just what the UI libraries
 * need: styles and plain boxes.
 */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = window as unknown as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: safeMarkup,
    createScript: () => null,
    createScriptURL: () => null,
  });
}

/** WebRTC constructors. Connections made with them aren't subject to the content security policy. */
const RTC_CONSTRUCTORS = ['RTCPeerConnection', 'webkitRTCPeerConnection'];

export function disablePeerConnections(): void {
  for (const name of RTC_CONSTRUCTORS) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
  }
}
