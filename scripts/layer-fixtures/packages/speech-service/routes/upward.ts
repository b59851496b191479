export { upward } from '../openapi/upward.ts';
