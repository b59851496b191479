export { upward } from '../host/upward.ts';
