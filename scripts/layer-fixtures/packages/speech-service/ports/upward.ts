export { upward } from '../store/upward.ts';
