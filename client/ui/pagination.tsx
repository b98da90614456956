import { fillText } from './fill-text';
import { Button, LinkButton } from './button';
import { useLayoutStrings } from './layout-strings';
import s from './pagination.module.css';

export interface PaginationProps {
  /** 1 for the first row shown; formatted figures may be given instead of numbers. */
  from: number | string;
  to: number | string;
  total: number | string;
  previousHref?: string | undefined;
  nextHref?: string | undefined;
}

/** Where one is in a long list, and the way on. Goes inside the table's region, so that turning a page keeps the rest still. */
export function Pagination({ from, to, total, previousHref, nextHref }: PaginationProps) {
  const { pagination: words } = useLayoutStrings();
  return (
    <nav className={s.pagination} aria-label={words.label}>
      <span>{Number(total) === 0 ? words.none : fillText(words.range, { from, to, total })}</span>
      {(previousHref || nextHref) && (
        <span className={s.links}>
          {previousHref ? <LinkButton size="small" icon="left" href={previousHref} rel="prev" data-swap="previous">{words.previous}</LinkButton> : <Button size="small" icon="left" disabled>{words.previous}</Button>}
          {nextHref ? <LinkButton size="small" href={nextHref} rel="next" data-swap="next">{words.next}</LinkButton> : <Button size="small" disabled>{words.next}</Button>}
        </span>
      )}
    </nav>
  );
}
