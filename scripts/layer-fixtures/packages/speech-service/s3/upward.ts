export { upward } from '../voices/upward.ts';
export { S3Client } from '@aws-sdk/client-s3';
