import s from './mark.module.css';

/** The mark: a kitchen scale whose pointer rests at zero, and the name drawn with the same line. Words for screen readers stand beside it. */
export function Mark({ size = 24, wordmark = true }: { size?: number; wordmark?: boolean }) {
  const stroke = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  return (
    <svg
      className={s.mark}
      width={wordmark ? (size * 78) / 24 : size}
      height={size}
      viewBox={wordmark ? '0 0 78 24' : '0 0 24 24'}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M2.5 4.2h19M12 4.2v4.2M3.4 19.6a8.6 9.8 0 0 1 17.2 0z" {...stroke} />
      <path d="M12 19.4v-5.4" {...stroke} className={s.needle} />
      {wordmark && (
        <g {...stroke} strokeWidth={2.1}>
          <path d="M31 4.6h11.6M36.8 4.6v14.2" />
          <path d="M53.4 9.6v9.2M53.4 14.2a4.6 4.7 0 1 1-9.2 0a4.6 4.7 0 1 1 9.2 0" />
          <path d="M58.4 9.6v9.2M58.4 13.4c0-2.4 1.5-3.9 3.9-3.8" />
          <path d="M66 14h9.2c0-2.8-1.9-4.6-4.5-4.6-2.7 0-4.7 2-4.7 4.8 0 2.7 2 4.7 4.7 4.7 1.7 0 3-.7 3.8-1.8" />
        </g>
      )}
    </svg>
  );
}
