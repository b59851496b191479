// Global variables in the page that the specs use.

interface Bridge {
  request(channel: unknown, input?: unknown): Promise<unknown>;
  on(name: string, listener: (payload: unknown) => void): () => void;
  readonly styleNonce: string;
}

declare global {
  interface Window {
    readonly lectern: Bridge;
    /** Foreign scripts, which must never run, set this. */
    hijacked?: boolean;
  }
}

export {};
