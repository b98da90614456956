import type { Figure as FigureOf } from '../../server/features/events/figure-address.rules';
import { classNames } from '../ui/class-names';
import { Figure } from '../ui/figure';
import type { Format } from '../ui/format';
import { Icon } from '../ui/icon';
import { Missing } from '../ui/missing';
import s from './delta.module.css';
import type { BaselineTranslate } from './words';

export type Way = 'less' | 'more' | 'same';

/** Which way a change goes; what rounds to nothing at two decimals of a per cent is no change. `fraction`: 0.05 is 5 %. */
export function wayOf(fraction: number): Way {
  const shown = Math.round(fraction * 10_000);
  return shown === 0 ? 'same' : shown < 0 ? 'less' : 'more';
}

interface DeltaProps {
  fraction: number | null;
  /** Why there is none. */
  missing: string;
  /** Why it is no result; then it has neither mark nor colour. */
  doubt?: string | undefined;
  /** What it is, so that it leads to the events behind it. */
  of?: FigureOf | undefined;
  format: Format;
  t: BaselineTranslate;
}

/** A change as a figure with its mark, its colour and, for those who see neither, its word. */
export function Delta({ fraction, missing, doubt, of, format, t }: DeltaProps) {
  if (fraction === null) return <Missing reason={missing} />;
  const text = format.percent(fraction, { decimals: 2, sign: true });
  const shown = of ? <Figure of={of}>{text}</Figure> : text;
  if (doubt)
    return (
      <span className={classNames(s.delta, s.doubt)} title={doubt}>
        {shown}
        <span className="visually-hidden"> {doubt}</span>
      </span>
    );
  const way = wayOf(fraction);
  return (
    <span className={classNames(s.delta, s[way])}>
      <Icon name={way} />
      <span>
        {shown}
        <span className="visually-hidden"> {t(`baselineModals.change.${way}`)}</span>
      </span>
    </span>
  );
}
