import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
};

/** Returns a PNG with a vertical gradient from a colour to black. */
export function pngPicture(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = Array.from({ length: height }, (_, y) => {
    const share = 1 - y / height;
    const pixel = [red, green, blue].map((value) => Math.round(value * share));
    return Buffer.from([0, ...Array.from({ length: width }, () => pixel).flat()]);
  });
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
