import type { Locator, Page } from '@playwright/test';

export class Player {
  readonly region: Locator;
  readonly play: Locator;
  readonly pause: Locator;
  readonly position: Locator;
  readonly playChapter: Locator;
  readonly loop: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Player' });
    this.play = this.region.getByRole('button', { name: 'Play', exact: true });
    this.pause = this.region.getByRole('button', { name: 'Pause', exact: true });
    this.position = this.region.getByRole('slider', { name: 'Position' });
    this.playChapter = this.region.getByRole('button', { name: 'Play through the chapter' });
    this.loop = this.region.getByRole('button', { name: 'Loop' });
  }

  /** Returns the maximum height of the waveform, as a fraction of the canvas. */
  async waveHeight(): Promise<number> {
    return this.region
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        const rows = Array.from({ length: height }, (_, y) => y);
        const isDrawn = (y: number) => pixels.slice(4 * y * width, 4 * (y + 1) * width).some((value) => value > 0);
        return rows.filter(isDrawn).length / height;
      });
  }
}
