// What the specs look at in the page's own world.

interface Bridge {
  request(channel: unknown, input?: unknown): Promise<unknown>;
  on(name: string, listener: (payload: unknown) => void): () => void;
  readonly styleNonce: string;
}

declare global {
  interface Window {
    readonly lectern: Bridge;
    /** Set by scripts that should never have run. */
    hijacked?: boolean;
  }
}

export {};
