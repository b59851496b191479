export { upward } from '../embedded/upward.ts';
