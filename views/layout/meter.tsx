import { classNames } from '../../client/ui/class-names';
import s from './meter.module.css';

/** A share of a whole as a thin bar; the figure beside it says the same, so it is hidden from screen readers. `fraction` is cut to 0..1. */
export function Meter({
  fraction,
  tone,
  className,
}: {
  fraction: number;
  tone?: 'less' | 'more' | 'attention';
  className?: string | undefined;
}) {
  const width = `${(Math.min(1, Math.max(0, fraction)) * 100).toFixed(2)}%`;
  return (
    <svg className={classNames(s.meter, className)} aria-hidden="true" focusable="false">
      <rect className={s.track} width="100%" height="100%" />
      <rect className={classNames(s.fill, tone && s[tone])} width={width} height="100%" />
    </svg>
  );
}
