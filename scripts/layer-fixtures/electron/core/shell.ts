import { app } from 'electron';

export const shell = app;
