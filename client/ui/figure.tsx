import type { ReactNode } from 'react';
import { figureHref, type Figure as FigureOf, type Filters } from '../../server/features/events/figure-address.rules';

interface FigureProps {
  of: FigureOf;
  /** Of its events, where the figure does not name them itself. */
  filters?: Filters;
  className?: string | undefined;
  title?: string | undefined;
  children: ReactNode;
}

/**
 * The mark of a figure: its value leads to the events behind it and to how it was reckoned. Its address says the kind, and
 * it needs no attribute beside it: a table holds a thousand of them.
 */
export function Figure({ of, filters, className, title, children }: FigureProps) {
  return (
    <a href={figureHref(of, filters)} className={className} title={title}>
      {children}
    </a>
  );
}
