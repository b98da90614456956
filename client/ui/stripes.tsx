import s from './stripes.module.css';

interface StripesProps {
  /** Unique on the page; use it as `fill="url(#id)"`. */
  id: string;
  /** Of drawings that are stretched in width, where only level lines keep their look. */
  level?: boolean;
}

/** The pattern of what was estimated or worked out and not measured, over the colour of a bar. */
export function Stripes({ id, level }: StripesProps) {
  return (
    <defs>
      {level ? (
        <pattern id={id} width="1" height="3" patternUnits="userSpaceOnUse">
          <path className={s.level} d="M0 .6h1" />
        </pattern>
      ) : (
        <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <path className={s.stripe} d="M0 0v5" />
        </pattern>
      )}
    </defs>
  );
}

/** Says what the stripes of a chart are. */
export function StripesKey({ id, text }: { id: string; text: string }) {
  return (
    <p className={s.key}>
      <svg aria-hidden="true">
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
      {text}
    </p>
  );
}
