import { classNames } from './class-names';
import { useLayoutStrings } from './layout-strings';
import s from './skeleton.module.css';

/** Holds the place of what comes, in its size, so that nothing jumps. `count` is lines or rows. */
export function Skeleton({
  shape = 'text',
  count = 3,
}: {
  shape?: 'text' | 'figure' | 'row' | 'chart';
  count?: number;
}) {
  const strings = useLayoutStrings();
  return (
    <div className={classNames(s.skeleton, s[shape])} role="status" aria-label={strings.loading}>
      {Array.from({ length: shape === 'text' || shape === 'row' ? count : 1 }, (_, at) => (
        <span key={at} className={s.line} />
      ))}
    </div>
  );
}
