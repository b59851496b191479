// The package has no types. This declares only the parts that are used.
declare module 'unbzip2-stream' {
  import type { Duplex } from 'node:stream';

  /** Emits the output of each chunk before `write` returns. */
  export default function unbzip2Stream(): Pick<Duplex, 'on' | 'write' | 'end'>;
}
