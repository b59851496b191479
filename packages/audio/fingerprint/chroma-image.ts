// Chromaprint's image, the strength of the twelve notes over time, and the classifiers that turn it into bits. See
// https://acoustid.org/chromaprint and "Computer Vision for Music Identification" by Ke, Hoiem and Sukthankar (2005).
import { float64At } from '../codecs/pcm.ts';

export const NOTES = 12;

/** Rows of an image that a sub-fingerprint covers. */
export const IMAGE_ROWS = 16;
/** Weights of consecutive frames in a row. */
const SMOOTHING = [0.25, 0.75, 1, 0.75, 0.25] as const;
/** Frames that a sub-fingerprint covers. */
export const FRAMES_PER_ITEM = IMAGE_ROWS + SMOOTHING.length - 1;
/** Rows with a smaller Euclidean norm count as silent. */
const MIN_ROW_LENGTH = 0.01;

/** A part of an image: notes from `note`, and rows from the first one. */
interface Classifier {
  /** How the part is divided into the two areas that are compared. */
  readonly shape: 'whole' | 'notes' | 'halves' | 'diagonal' | 'middle-notes' | 'middle-rows';
  readonly note: number;
  readonly notes: number;
  readonly rows: number;
  /** Thresholds between the four output values. */
  readonly limits: readonly [number, number, number];
}

/** The classifiers of Chromaprint's algorithm 2, its default. */
const CLASSIFIERS: readonly Classifier[] = [
  { shape: 'whole', note: 4, notes: 3, rows: 15, limits: [1.98215, 2.35817, 2.63523] },
  { shape: 'middle-notes', note: 4, notes: 6, rows: 15, limits: [-1.03809, -0.651211, -0.282167] },
  { shape: 'notes', note: 0, notes: 4, rows: 16, limits: [-0.298702, 0.119262, 0.558497] },
  { shape: 'diagonal', note: 8, notes: 2, rows: 12, limits: [-0.105439, 0.0153946, 0.135898] },
  { shape: 'diagonal', note: 4, notes: 4, rows: 8, limits: [-0.142891, 0.0258736, 0.200632] },
  { shape: 'middle-notes', note: 0, notes: 3, rows: 5, limits: [-0.826319, -0.590612, -0.368214] },
  { shape: 'notes', note: 2, notes: 2, rows: 9, limits: [-0.557409, -0.233035, 0.0534525] },
  { shape: 'halves', note: 7, notes: 3, rows: 4, limits: [-0.0646826, 0.00620476, 0.0784847] },
  { shape: 'halves', note: 6, notes: 2, rows: 16, limits: [-0.192387, -0.029699, 0.215855] },
  { shape: 'halves', note: 1, notes: 3, rows: 2, limits: [-0.0397818, -0.00568076, 0.0292026] },
  { shape: 'middle-rows', note: 10, notes: 1, rows: 15, limits: [-0.53823, -0.369934, -0.190235] },
  { shape: 'diagonal', note: 6, notes: 2, rows: 10, limits: [-0.124877, 0.0296483, 0.139239] },
  { shape: 'halves', note: 1, notes: 1, rows: 14, limits: [-0.101475, 0.0225617, 0.231971] },
  { shape: 'diagonal', note: 5, notes: 6, rows: 4, limits: [-0.0799915, -0.00729616, 0.063262] },
  { shape: 'notes', note: 9, notes: 2, rows: 12, limits: [-0.272556, 0.019424, 0.302559] },
  { shape: 'diagonal', note: 4, notes: 2, rows: 14, limits: [-0.164292, -0.0321188, 0.0846339] },
];

/** Neighbouring values differ in only one bit. */
const GRAY_CODE = [0, 1, 3, 2] as const;

/** Returns the 32 bits of an image, most significant classifier first. */
function classify(image: ChromaImage): number {
  let bits = 0;
  for (const classifier of CLASSIFIERS) {
    const value = compare(image, classifier);
    const [low, middle, high] = classifier.limits;
    const level = value < middle ? (value < low ? 0 : 1) : value < high ? 2 : 3;
    bits = (bits << 2) | GRAY_CODE[level];
  }
  return bits >>> 0;
}

function compare(image: ChromaImage, { shape, note, notes, rows }: Classifier): number {
  const area = (row: number, from: number, toRow: number, to: number): number =>
    image.area(row, note + from, toRow, note + to);
  const [halfRows, halfNotes] = [rows >> 1, notes >> 1];
  const [thirdRows, thirdNotes] = [Math.floor(rows / 3), Math.floor(notes / 3)];
  switch (shape) {
    case 'whole':
      return ratio(area(0, 0, rows, notes), 0);
    case 'notes':
      return ratio(area(0, halfNotes, rows, notes), area(0, 0, rows, halfNotes));
    case 'halves':
      return ratio(area(halfRows, 0, rows, notes), area(0, 0, halfRows, notes));
    case 'diagonal':
      return ratio(
        area(0, halfNotes, halfRows, notes) + area(halfRows, 0, rows, halfNotes),
        area(0, 0, halfRows, halfNotes) + area(halfRows, halfNotes, rows, notes),
      );
    case 'middle-notes':
      return ratio(
        area(0, thirdNotes, rows, 2 * thirdNotes),
        area(0, 0, rows, thirdNotes) + area(0, 2 * thirdNotes, rows, notes),
      );
    case 'middle-rows':
      return ratio(
        area(thirdRows, 0, 2 * thirdRows, notes),
        area(0, 0, thirdRows, notes) + area(2 * thirdRows, 0, rows, notes),
      );
  }
}

const ratio = (a: number, b: number): number => Math.log((1 + a) / (1 + b));

/** The last rows of the image, as a summed-area table. */
export class ChromaImage {
  readonly #frames: Float64Array[] = [];
  readonly #rows: Float64Array[] = [];

  /** Adds the strength of the notes in a frame. Returns the sub-fingerprint that ends there, or null at the start. */
  add(frame: Float64Array): number | null {
    this.#frames.push(frame.slice());
    if (this.#frames.length < SMOOTHING.length) return null;
    this.#addRow(this.#smoothed());
    this.#frames.shift();
    if (this.#rows.length <= IMAGE_ROWS) return null;
    const bits = classify(this);
    this.#rows.shift();
    return bits;
  }

  /** Returns the sum of an area. `toRow` and `toNote` are exclusive. */
  area(fromRow: number, fromNote: number, toRow: number, toNote: number): number {
    const [top, bottom] = [this.#rows[fromRow], this.#rows[toRow]];
    if (top === undefined || bottom === undefined) throw new RangeError(`No row ${fromRow} or ${toRow}.`);
    return float64At(bottom, toNote) - float64At(bottom, fromNote) - float64At(top, toNote) + float64At(top, fromNote);
  }

  #smoothed(): Float64Array {
    const row = new Float64Array(NOTES);
    for (const [age, weight] of SMOOTHING.entries()) {
      const frame = this.#frames[age] ?? row;
      for (let note = 0; note < NOTES; note += 1) row[note] = float64At(row, note) + weight * float64At(frame, note);
    }
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    return length < MIN_ROW_LENGTH ? row.fill(0) : row.map((value) => value / length);
  }

  #addRow(row: Float64Array): void {
    if (this.#rows.length === 0) this.#rows.push(new Float64Array(NOTES + 1));
    const previous = this.#rows.at(-1);
    const sums = new Float64Array(NOTES + 1);
    let sum = 0;
    for (const [note, value] of row.entries()) {
      sum += value;
      sums[note + 1] = sum + (previous ? float64At(previous, note + 1) : 0);
    }
    this.#rows.push(sums);
  }
}
