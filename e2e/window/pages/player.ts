import type { Locator, Page } from '@playwright/test';

/** The player at the foot of the window. */
export class Player {
  readonly region: Locator;
  readonly play: Locator;
  readonly pause: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly position: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Player' });
    this.play = this.region.getByRole('button', { name: 'Play', exact: true });
    this.pause = this.region.getByRole('button', { name: 'Pause', exact: true });
    this.next = this.region.getByRole('button', { name: 'Next line' });
    this.previous = this.region.getByRole('button', { name: 'Previous line' });
    this.position = this.region.getByRole('slider', { name: 'Position' });
  }
}
