import { describe, expect, test } from 'vitest';
import { describeLocation, parseS3Address } from './s3-address.ts';

describe('an S3 address', () => {
  test('names a bucket of Amazon S3', () => {
    expect(parseS3Address('s3://takes')).toEqual({
      bucket: 'takes',
      prefix: '',
      endpoint: undefined,
      region: undefined,
      isPathStyle: false,
    });
  });

  test('names a folder in a bucket of another store', () => {
    const address = 's3://takes/studio/audio/?endpoint=http://127.0.0.1:9000&region=eu-1&path-style=false';
    expect(parseS3Address(address)).toEqual({
      bucket: 'takes',
      prefix: 'studio/audio/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-1',
      isPathStyle: false,
    });
  });

  test('has a region and a path style that suit other stores', () => {
    const { region, isPathStyle } = parseS3Address('S3://takes?endpoint=https%3A%2F%2Fstore.example%2F');
    expect({ region, isPathStyle }).toEqual({ region: 'us-east-1', isPathStyle: true });
  });

  test('is described without its options', () => {
    expect(describeLocation(parseS3Address('s3://takes/a?endpoint=http://[::1]:9000'))).toBe(
      's3://takes/a/ at http://[::1]:9000',
    );
  });

  test.each([
    ['s3:takes', 'use s3://BUCKET/PREFIX'],
    ['s3://', 'has no bucket'],
    ['s3:///audio', 'has no bucket'],
    ['s3://Takes', 'invalid bucket (Takes)'],
    ['s3://ab', '3 to 63 lowercase letters'],
    ['s3://takes:9000/audio', 'invalid bucket (takes:9000)'],
    ['s3://takes/../other', 'invalid prefix (../other)'],
    ['s3://takes//audio', 'invalid prefix (/audio)'],
    ['s3://takes/Hörbuch', 'invalid prefix (Hörbuch)'],
    ['s3://takes#audio', 'use s3://BUCKET/PREFIX'],
    ['s3://takes?endpoint=127.0.0.1:9000', 'invalid “endpoint” (127.0.0.1:9000): use a URL'],
    ['s3://takes?endpoint=', 'invalid “endpoint” ()'],
    ['s3://takes?endpoint=ftp://store', 'invalid “endpoint”'],
    ['s3://takes?endpoint=http://store/takes', 'use http://store, and put the bucket after s3://'],
    ['s3://takes?region=Frankfurt am Main', 'invalid “region”'],
    ['s3://takes?path-style=yes', 'use true or false'],
    ['s3://takes?region=a&region=b', 'sets “region” more than once'],
    ['s3://takes?zone=a', 'unknown option “zone”: use endpoint, region, path-style'],
  ])('is refused: %s', (address, message) => {
    expect(() => parseS3Address(address)).toThrow(message);
  });

  test.each([
    's3://KEY:hunter2@takes/audio',
    's3://takes?endpoint=http://KEY:hunter2@store',
    's3://takes?secret=hunter2',
  ])('never repeats a secret: %s', (address) => {
    expect(() => parseS3Address(address)).toThrow(/^(?!.*hunter2).*(?:AWS_ACCESS_KEY_ID|environment)/);
  });
});
