/** Whether this machine keeps the bytes of a number in the order of a WAV file, as nearly all do. */
export const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
