import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../ui/button';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import { PageHeader, type PageHeaderProps } from '../ui/page-header';
import { usePage } from './page';
import p from './page.module.css';

/** What a view of one thing is told by the list that it was opened from. */
export interface OpenedFromList {
  arrived: boolean;
  onBack: () => void;
}

/** The head of a view; without a way back it says that these are internal tools. `arrived`: the person came here from another view. */
export function Head({ arrived, ...head }: PageHeaderProps & { arrived: boolean }) {
  const { t } = usePage();
  return (
    <PageHeader
      {...head}
      takesFocus={arrived}
      above={
        !head.back && (
          <p className={p.secure}>
            <Icon name="lock" size={14} />
            {t('layout.secure')}
          </p>
        )
      }
    />
  );
}

/** A button of a row: for screen readers it also says which row. */
export function RowButton({ about, children, ...button }: ButtonProps & { about: string }) {
  return (
    <Button size="small" {...button}>
      {children}
      <span className="visually-hidden">{` ${about}`}</span>
    </Button>
  );
}

/** A state, and below it the button that changes it: apart from the buttons that leave it as it is. */
export function StateChange({ shows, children }: { shows: ReactNode; children: ReactNode }) {
  return (
    <span className={p.state}>
      <span>{shows}</span>
      {children}
    </span>
  );
}

/** A dash with a reason that is read out; never 0. No stop for the tab key: a long list has very many. */
export function NotSaid({ reason }: { reason: string }) {
  return (
    <span title={reason}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{reason}</span>
    </span>
  );
}

export function Section({
  title,
  note,
  actions,
  children,
}: {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={p.section}>
      <div className={p.sectionHead}>
        <div>
          <h2>{title}</h2>
          {note}
        </div>
        {actions && <span className={p.buttons}>{actions}</span>}
      </div>
      {children}
    </section>
  );
}

/** Terms and values, those that are there. */
export function Facts({
  items,
  large,
}: {
  items: { term: string; value: ReactNode; note?: string }[];
  large?: boolean;
}) {
  return (
    <dl className={classNames(p.facts, large && p.numbers)}>
      {items
        .filter(({ value }) => value !== null && value !== '')
        .map(({ term, value, note }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {value}
              {note && <span className={p.small}>{note}</span>}
            </dd>
          </div>
        ))}
    </dl>
  );
}
