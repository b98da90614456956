import s from './hatch.module.css';

/** The pattern of what is unknown; `id` must be unique on the page. Use it as `fill="url(#id)"`. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={s.ground} width="6" height="6" />
        <path className={s.line} d="M0 0v6" />
      </pattern>
    </defs>
  );
}
