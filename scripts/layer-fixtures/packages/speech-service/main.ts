export { part as upward } from './unlisted/part.ts';
export { upward } from './s3/upward.ts';
