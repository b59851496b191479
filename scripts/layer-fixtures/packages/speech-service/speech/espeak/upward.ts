export { upward } from '../flite/upward.ts';
