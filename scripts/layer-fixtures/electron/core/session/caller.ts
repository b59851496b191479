import { requests } from '../project/requests.ts';

export const caller = requests;
