export { upward } from '../http/upward.ts';
