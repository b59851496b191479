export { upward } from '../configuration/upward.ts';
