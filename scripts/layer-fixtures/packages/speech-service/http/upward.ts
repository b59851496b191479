export { upward } from '../jobs/upward.ts';
