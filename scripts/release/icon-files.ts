// Creates icon files for Windows and macOS. An icon file consists of an index, followed by PNG images in several sizes.

/** PNG images, keyed by side length in pixels. */
export type IconPictures = ReadonlyMap<number, Buffer>;

const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

const pictureOf = (pictures: IconPictures, size: number): Buffer => {
  const picture = pictures.get(size);
  if (!picture) throw new Error(`There is no picture of ${size} pixels.`);
  return picture;
};

/** Returns an ICO file. PNG images require Windows Vista or later. */
export function windowsIcon(pictures: IconPictures): Buffer {
  const head = Buffer.alloc(ICO_HEADER_BYTES + ICO_SIZES.length * ICO_ENTRY_BYTES);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(ICO_SIZES.length, 4);
  let offset = head.length;
  const bodies = ICO_SIZES.map((size, index) => {
    const picture = pictureOf(pictures, size);
    const at = ICO_HEADER_BYTES + index * ICO_ENTRY_BYTES;
    // 0 stands for 256 pixels.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
    return picture;
  });
  return Buffer.concat([head, ...bodies]);
}

/**
 * The ICNS types for PNG images, with their sizes in pixels. The second type for each size is used on high-density
 * displays.
 */
const ICNS_TYPES = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

export function appleIcon(pictures: IconPictures): Buffer {
  const bodies = ICNS_TYPES.map(([type, size]) => iconBlock(type, pictureOf(pictures, size)));
  return iconBlock('icns', Buffer.concat(bodies));
}

function iconBlock(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}
