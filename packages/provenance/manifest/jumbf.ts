// Boxes of JUMBF (ISO/IEC 19566-5), which contain a manifest store.

/** Type of a superbox, as four letters. C2PA derives the UUID from them. */
export type SuperboxType = 'c2pa' | 'c2ma' | 'c2as' | 'c2cl' | 'c2cs' | 'cbor';

const encoder = new TextEncoder();
/** The rest of each type's UUID. */
export const UUID_TAIL = Uint8Array.of(0x00, 0x11, 0x00, 0x10, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71);
/** Flags: the box has a label and can be referenced. */
const TOGGLES = Uint8Array.of(3);

export const BOX_HEADER_BYTES = 8;

function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(content);
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, body.length + BOX_HEADER_BYTES);
  return Buffer.concat([new Uint8Array(size.buffer), encoder.encode(type), body]);
}

export function superbox(type: SuperboxType, label: string, ...content: readonly Uint8Array[]): Uint8Array {
  const description = box('jumd', encoder.encode(type), UUID_TAIL, TOGGLES, encoder.encode(`${label}\0`));
  return box('jumb', description, ...content);
}

export const cborBox = (bytes: Uint8Array): Uint8Array => box('cbor', bytes);
