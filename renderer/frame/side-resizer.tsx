import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { SIDE_WIDTHS } from '../../shared/ipc/view-preferences.ts';
import { words } from '../locales/words.ts';
import { showSideWidth, useChangePreferences, useViewPreferences } from '../ui/preferences.ts';
import styles from './side-panel.module.css';

const t = words('frame');

/** In pixels. */
const STEP = 16;

export function SideResizer() {
  const { sideWidth } = useViewPreferences();
  const change = useChangePreferences();
  const edge = useRef<HTMLDivElement>(null);
  const begin = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const shown = (): number => Math.round(edge.current?.parentElement?.getBoundingClientRect().width ?? SIDE_WIDTHS.min);
  const at = ({ clientX }: PointerEvent): number => {
    const { x, width } = begin.current ?? { x: clientX, width: shown() };
    return clampWidth(width + (clientX - x) * inlineDirection());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    const to =
      by === undefined ? { Home: SIDE_WIDTHS.min, End: SIDE_WIDTHS.max }[event.key] : shown() + by * inlineDirection();
    if (to === undefined) return;
    event.preventDefault();
    change({ sideWidth: clampWidth(to) });
  };
  return (
    <div
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('panel.width')}
      aria-valuenow={sideWidth ?? shown()}
      aria-valuemin={SIDE_WIDTHS.min}
      aria-valuemax={SIDE_WIDTHS.max}
      title={t('panel.widthHint')}
      tabIndex={0}
      className={styles.edge}
      onKeyDown={onKeyDown}
      onDoubleClick={() => change({ sideWidth: null })}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        begin.current = { x: event.clientX, width: shown() };
      }}
      onPointerMove={(event) => begin.current && showSideWidth(at(event))}
      onPointerUp={(event) => {
        const moved = begin.current !== null && begin.current.x !== event.clientX;
        if (moved) change({ sideWidth: at(event) });
        begin.current = null;
      }}
      onPointerCancel={() => {
        begin.current = null;
        showSideWidth(sideWidth);
      }}
    />
  );
}

const clampWidth = (pixels: number): number => Math.round(Math.min(SIDE_WIDTHS.max, Math.max(SIDE_WIDTHS.min, pixels)));

/** The sidebar is at the inline start, so right-to-left reverses the direction. */
const inlineDirection = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);
