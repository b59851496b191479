// The package brings no types. Only what is used here is declared.
declare module 'unbzip2-stream' {
  import type { Duplex } from 'node:stream';

  /** Emits what comes out of a piece before `write` returns. */
  export default function unbzip2Stream(): Pick<Duplex, 'on' | 'write' | 'end'>;
}
