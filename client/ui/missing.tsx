import { classNames } from './class-names';
import s from './missing.module.css';

/** A figure that is not known: an en dash, with the reason on hover, on focus and for screen readers. Never a 0. */
export function Missing({ reason, align = 'end' }: { reason: string; align?: 'start' | 'end' }) {
  return (
    <span className={classNames(s.missing, align === 'start' && s.start)} tabIndex={0} role="img" aria-label={reason}>
      <span aria-hidden="true">–</span>
      <span className={s.tip} aria-hidden="true">
        {reason}
      </span>
    </span>
  );
}
