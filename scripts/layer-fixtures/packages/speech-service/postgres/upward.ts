export { upward } from '../routes/upward.ts';
