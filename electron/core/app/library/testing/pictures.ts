// Pictures for tests.
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

/** A black PNG. Sides in pixels. */
export function pngPicture(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0], 8);
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The segments of a progressive JPEG of this size, with a thumbnail in it; its scans hold nothing to see. */
export function jpegPicture(width: number, height: number): Buffer {
  const segment = (marker: number, data: Buffer): Buffer => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const thumbnail = segment(0xe1, Buffer.from([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]));
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const scan = (data: readonly number[]) =>
    Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from(data)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    thumbnail,
    segment(0xc2, frame),
    scan([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    segment(0xc4, Buffer.alloc(20)),
    scan([0x78, 0x9a]),
    Buffer.from([0xff, 0xd9]),
  ]);
}
