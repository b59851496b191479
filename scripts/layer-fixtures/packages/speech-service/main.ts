export { part as upward } from './unlisted/part.ts';
