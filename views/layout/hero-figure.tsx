import type { ReactNode } from 'react';
import { classNames } from '../../client/ui/class-names';
import { Figure } from '../../client/ui/figure';
import { Icon } from '../../client/ui/icon';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import type { Figure as FigureOf, Filters } from '../../server/features/events/figure-address.rules';
import type { Direction } from './change';
import s from './hero-figure.module.css';
import { Meter } from './meter';

export interface HeroFigureProps {
  label: string;
  /** Where a heading above several figures names them, each says its own only to those who do not see it. */
  labelled?: 'elsewhere';
  /** The formatted figure, or null when it is not known; then `missing` says why. */
  value: string | null;
  missing?: ReactNode;
  unit?: string;
  /** What it cost, below it. */
  money?: ReactNode;
  /** What the figure is, so that it leads to the events behind it. */
  figure?: { of: FigureOf; filters?: Filters } | undefined;
  /** Colours and marks the figure; only for changes. */
  direction?: Direction;
  /** What it is compared with, after the word for the direction: "than the baseline". */
  comparison?: ReactNode;
  /** The same where nothing has changed, as a phrase of its own. */
  unchanged?: ReactNode;
  /** The comparison tells the direction itself. */
  worded?: 'inComparison';
  /** How far it can be trusted. */
  trust?: ReactNode;
  /** The same as a share, 0..1, drawn as a bar. */
  trustFraction?: number | null;
  /** Why the figure is no result: it stands without colour and mark, with what it would be. */
  doubt?: ReactNode;
  /** What of it was not measured, in words; marked with the pattern of what is not known. */
  estimated?: string | undefined;
  /** Beside the first figure of a page the others are smaller. */
  second?: boolean;
}

/** The one large figure that answers a page's question. */
export function HeroFigure({
  label,
  labelled,
  value,
  missing,
  unit,
  money,
  figure,
  direction,
  comparison,
  unchanged,
  worded,
  trust,
  trustFraction,
  doubt,
  estimated,
  second,
}: HeroFigureProps) {
  const strings = useLayoutStrings();
  const known = value !== null;
  const sure = known && !doubt;
  return (
    <section className={classNames(s.hero, sure && direction && s[direction], !sure && s.unknown, second && s.second)}>
      {labelled ? <h3 className="visually-hidden">{label}</h3> : <h2 className={s.label}>{label}</h2>}
      <p className={s.figure}>
        {sure && direction && direction !== 'same' && <Icon name={direction} className={s.mark} />}
        {known ? figure ? <Figure {...figure}>{value}</Figure> : value : <span aria-hidden="true">–</span>}
        {known && unit && <span className={s.unit}>{unit}</span>}
      </p>
      {known && money && <p className={s.money}>{money}</p>}
      <p className={s.comparison}>
        {!known && missing}
        {known && doubt && (
          <>
            <strong className={s.doubt}>{doubt}.</strong> {strings.change.wouldBe}{' '}
          </>
        )}
        {known && direction && direction !== 'same' && !worded && (
          <span className={s.word}>{strings.change[direction]} </span>
        )}
        {known && (direction === 'same' ? (unchanged ?? comparison) : comparison)}
      </p>
      {known && estimated && <p className={s.estimated}>{estimated}</p>}
      {trust && (
        <p className={s.trust}>
          {typeof trustFraction === 'number' && <Meter fraction={trustFraction} />}
          <span>{trust}</span>
        </p>
      )}
    </section>
  );
}

/** Two or three figures side by side, one below the other on a phone. */
export function HeroRow({ children }: { children: ReactNode }) {
  return <div className={s.row}>{children}</div>;
}
