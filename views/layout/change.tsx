import { classNames } from '../../client/ui/class-names';
import { Icon } from '../../client/ui/icon';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import s from './change.module.css';

export type Direction = 'less' | 'more' | 'same';

/** Which way a change goes; what rounds to nothing at the shown decimals is no change. `fraction`: 0.05 is 5 %. */
export function directionOf(fraction: number, shownDecimals = 2): Direction {
  const shown = Math.round(fraction * 100 * 10 ** shownDecimals);
  if (shown === 0) return 'same';
  return shown < 0 ? 'less' : 'more';
}

/** A change with its mark, its colour and, for those who see neither, its word. `text` is the formatted figure. */
export function Change({ direction, text }: { direction: Direction; text: string }) {
  const strings = useLayoutStrings();
  return (
    <span className={classNames(s.change, s[direction])}>
      <Icon name={direction} />
      <span>
        {text}
        <span className="visually-hidden"> {strings.change[direction]}</span>
      </span>
    </span>
  );
}
