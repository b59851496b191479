// Runs an S3-compatible store: node s3-process.mjs DIRECTORY PORT BUCKET. Prints `listening PORT`.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import S3rver from 's3rver';
import S3Error from 's3rver/lib/models/error.js';

const [directory, port, bucket] = process.argv.slice(2);
const server = new S3rver({
  directory,
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: bucket }],
});

// s3rver writes uploads in place, so an upload that breaks off would leave an incomplete object. S3 never does.
server.store.putObject = async (object) => {
  const place = server.store.getResourcePath(object.bucket, object.key, 'object');
  const part = `${place}.${randomUUID()}`;
  const hash = createHash('md5');
  let size = 0;
  const meter = new Transform({
    transform(chunk, _encoding, callback) {
      hash.update(chunk);
      size += chunk.length;
      callback(null, chunk);
    },
  });
  await mkdir(dirname(place), { recursive: true });
  try {
    await pipeline(object.content, meter, createWriteStream(part));
    const digest = hash.digest();
    const expected = object.content.headers['content-md5'];
    if (expected !== undefined && expected !== digest.toString('base64')) throw new S3Error('BadDigest', 'Corrupted.');
    const md5 = digest.toString('hex');
    await server.store.putMetadata(object.bucket, object.key, object.metadata, md5);
    await rename(part, place);
    return { size, md5 };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
};

// s3rver ignores the end of a range if it is 0.
const getObject = server.store.getObject.bind(server.store);
server.store.getObject = async (bucketName, key, range) => {
  const found = await getObject(bucketName, key, range);
  if (range?.end !== 0 || !found?.content) return found;
  found.content.destroy();
  found.range.end = 0;
  found.content = createReadStream(server.store.getResourcePath(bucketName, key, 'object'), { start: 0, end: 0 });
  return found;
};

const { port: given } = await server.run();
process.stdout.write(`listening ${given}\n`);
