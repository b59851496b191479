export { upward } from '../../rendering/upward.ts';
