import { classNames } from './class-names';
import { filled, lines } from './drawings';
import s from './icon.module.css';

const shapes = { ...filled, ...lines };

export type IconName = keyof typeof shapes;

/** A 16 px drawing in the text's colour, hidden from screen readers: the words beside it carry the meaning. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      className={classNames(name in filled ? s.filled : s.line, className)}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
