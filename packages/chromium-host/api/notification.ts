import type Electron from 'electron';
import { strict, strictEmitter } from '../strict.ts';
import { createHostEvent } from './events.ts';

class HostNotification extends strictEmitter('Notification', ['show', 'click', 'close', 'failed']) {
  /** Host extension for specs: all notifications shown. Call `emit('click')` to click one. */
  static readonly shown: HostNotification[] = [];
  readonly title: string;
  readonly body: string;
  readonly silent: boolean;

  constructor({ title = '', body = '', silent = false }: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
    this.silent = silent;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    HostNotification.shown.push(this);
    this.emit('show', createHostEvent({}));
  }

  close(): void {
    this.emit('close', createHostEvent({}));
  }
}

export const Notification = strict('Notification', HostNotification);
