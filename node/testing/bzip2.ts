// Writes bzip2, which Node can't: well enough for archives of tests. Data are sorted and coded as the format wants them, and
// all symbols have codes of one length, so that little becomes smaller.

/** Bits from the highest to the lowest. */
class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  write(value: number, count: number): void {
    for (let at = count - 1; at >= 0; at -= 1) {
      this.#bits = (this.#bits << 1) | (Math.floor(value / 2 ** at) & 1);
      this.#count += 1;
      if (this.#count === 8) {
        this.#bytes.push(this.#bits);
        this.#bits = 0;
        this.#count = 0;
      }
    }
  }

  end(): Buffer {
    while (this.#count > 0) this.write(0, 1);
    return Buffer.from(this.#bytes);
  }
}

const BLOCK_BYTES = 90_000;
const BLOCK = 0x31_41_59_26_53_59;
const END = 0x17_72_45_38_50_90;

/** Compresses bytes. */
export function bzip2(data: Uint8Array): Buffer {
  const bits = new BitWriter();
  for (const letter of Buffer.from('BZh1', 'latin1')) bits.write(letter, 8);
  let combined = 0;
  for (let at = 0; at < data.byteLength; ) {
    const { bytes, taken } = runsOf(data.subarray(at));
    const sum = checksum(data.subarray(at, at + taken));
    writeBlock(bits, bytes, sum);
    combined = (((combined << 1) | (combined >>> 31)) ^ sum) >>> 0;
    at += taken;
  }
  bits.write(END, 48);
  bits.write(combined, 32);
  return bits.end();
}

/** As much as fits into a block: four equal bytes are followed by how many more there are. */
function runsOf(data: Uint8Array): { readonly bytes: Buffer; readonly taken: number } {
  const bytes: number[] = [];
  let at = 0;
  while (at < data.byteLength && bytes.length < BLOCK_BYTES) {
    const byte = data[at] ?? 0;
    let run = 1;
    while (run < 255 && data[at + run] === byte) run += 1;
    for (let count = 0; count < Math.min(run, 4); count += 1) bytes.push(byte);
    if (run >= 4) bytes.push(run - 4);
    at += run;
  }
  return { bytes: Buffer.from(bytes), taken: at };
}

function checksum(data: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of data) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80_00_00_00 ? (sum << 1) ^ 0x04_c1_1d_b7 : sum << 1;
  }
  return ~sum >>> 0;
}

function writeBlock(bits: BitWriter, bytes: Buffer, sum: number): void {
  const doubled = Buffer.concat([bytes, bytes]);
  const rotation = (at: number): Buffer => doubled.subarray(at, at + bytes.length);
  const order = [...bytes.keys()].sort((a, b) => Buffer.compare(rotation(a), rotation(b)));
  const last = order.map((at) => doubled[at + bytes.length - 1] ?? 0);
  const used = [...new Set(bytes)].sort((a, b) => a - b);
  bits.write(BLOCK, 48);
  bits.write(sum, 32);
  bits.write(0, 1);
  bits.write(order.indexOf(0), 24);
  const sixteen = [...Array(16).keys()];
  const isUsed = (high: number): boolean => used.some((byte) => byte >> 4 === high);
  for (const high of sixteen) bits.write(isUsed(high) ? 1 : 0, 1);
  for (const high of sixteen.filter(isUsed)) {
    for (const low of sixteen) bits.write(used.includes(high * 16 + low) ? 1 : 0, 1);
  }
  writeSymbols(bits, symbolsOf(last, used), used.length + 2);
}

/** Moved to the front, and runs of the front told by how many they are. */
function symbolsOf(bytes: readonly number[], used: readonly number[]): number[] {
  const front = [...used];
  const symbols: number[] = [];
  let run = 0;
  const endRun = (): void => {
    for (; run > 0; run = (run - 1) >> 1) symbols.push((run - 1) & 1);
  };
  for (const byte of bytes) {
    const place = front.indexOf(byte);
    if (place === 0) {
      run += 1;
      continue;
    }
    endRun();
    front.splice(place, 1);
    front.unshift(byte);
    symbols.push(place + 1);
  }
  endRun();
  return [...symbols, used.length + 1];
}

function writeSymbols(bits: BitWriter, symbols: readonly number[], alphabet: number): void {
  const length = Math.max(1, Math.ceil(Math.log2(alphabet)));
  const groups = Math.ceil(symbols.length / 50);
  // Two tables are the fewest; all groups use the first one.
  bits.write(2, 3);
  bits.write(groups, 15);
  bits.write(0, groups);
  for (let table = 0; table < 2; table += 1) {
    bits.write(length, 5);
    bits.write(0, alphabet);
  }
  for (const symbol of symbols) bits.write(symbol, length);
}
