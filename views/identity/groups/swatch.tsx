import s from './groups.module.css';

const isColor = (color: string) => /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) || /^[a-z]{3,20}$/i.test(color);

/** The color of a group; a ring where it has none, or one that cannot be drawn. */
export function Swatch({ color }: { color: string }) {
  return (
    <svg className={s.swatch} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="7" fill={isColor(color) ? color : 'none'} stroke="currentColor" strokeOpacity="0.4" />
    </svg>
  );
}
