import { Button, LinkButton } from './button';
import { fillText } from './fill-text';
import { useLayoutStrings } from './layout-strings';
import s from './pagination.module.css';

export interface PaginationProps {
  /** What the pages are of: a screen may have several lists. */
  of?: string | undefined;
  /** 1 for the first row shown; formatted figures may be given instead of numbers. */
  from: number | string;
  to: number | string;
  total: number | string;
  previousHref?: string | undefined;
  nextHref?: string | undefined;
  /** In the browser, instead of the addresses. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** How many rows a page may have, where that can be chosen. */
  sizes?: { size: number; href: string; current: boolean }[];
}

/** Where one is in a long list, and the way on. Goes inside the table's region, so that turning a page keeps the rest still. */
export function Pagination({
  of,
  from,
  to,
  total,
  previousHref,
  nextHref,
  onPrevious,
  onNext,
  sizes = [],
}: PaginationProps) {
  const { pagination: words } = useLayoutStrings();
  return (
    <div className={s.foot}>
      <nav className={s.pagination} aria-label={of ? `${words.label}, ${of}` : words.label}>
        <span>{Number(total) === 0 ? words.none : fillText(words.range, { from, to, total })}</span>
        {(previousHref || nextHref || onPrevious || onNext) && (
          <span className={s.links}>
            {previousHref ? (
              <LinkButton
                size="small"
                icon="left"
                href={previousHref}
                rel="prev"
                data-swap="previous"
                data-turn="previous"
              >
                {words.previous}
              </LinkButton>
            ) : (
              <Button size="small" icon="left" disabled={!onPrevious} onClick={onPrevious} data-turn="previous">
                {words.previous}
              </Button>
            )}
            {nextHref ? (
              <LinkButton size="small" href={nextHref} rel="next" data-swap="next" data-turn="next">
                {words.next}
              </LinkButton>
            ) : (
              <Button size="small" disabled={!onNext} onClick={onNext} data-turn="next">
                {words.next}
              </Button>
            )}
          </span>
        )}
      </nav>
      {sizes.length > 0 && (
        <nav className={s.sizes} aria-label={words.sizes}>
          <span>{words.sizes}</span>
          {sizes.map(({ size, href, current }) => (
            <a
              key={size}
              className={s.size}
              href={href}
              data-swap={`size:${size}`}
              aria-current={current ? 'true' : undefined}
            >
              {size}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}
