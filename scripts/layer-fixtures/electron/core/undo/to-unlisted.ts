export { unlisted } from '../unlisted/unlisted.ts';
