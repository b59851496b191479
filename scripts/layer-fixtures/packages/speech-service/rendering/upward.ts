export { upward } from '../cloning/upward.ts';
