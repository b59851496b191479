// The package has no types. Declares only the parts in use.
declare module 'unbzip2-stream' {
  import type { Duplex } from 'node:stream';

  /** Emits the output of each chunk before `write` returns. */
  export default function unbzip2Stream(): Pick<Duplex, 'on' | 'write' | 'end'>;
}
