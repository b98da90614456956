import type { ReactNode } from 'react';
import { Icon } from '../../client/ui/icon';
import s from './section.module.css';

export interface CardProps {
  id: string;
  title: string;
  sentence?: ReactNode;
  /** The card's figure and what it counts: "12", "locations". */
  count?: { value: string; label: string };
  open: boolean;
  children: ReactNode;
}

/** A part of a page that opens and closes, such as a period of the deployment status. Works without a script. */
export function Card({ id, title, sentence, count, open, children }: CardProps) {
  return (
    <details id={id} className={s.card} open={open}>
      <summary className={s.summary}>
        <Icon name="right" />
        <h2 className={s.title}>{title}</h2>
        <span className={s.count}>
          {count && (
            <>
              {count.value} <small>{count.label}</small>
            </>
          )}
        </span>
        {sentence && <p className={s.sentence}>{sentence}</p>}
      </summary>
      <div className={s.body}>{children}</div>
    </details>
  );
}

export function CardList({ children }: { children: ReactNode }) {
  return <div className={s.list}>{children}</div>;
}

/** A part of a page with a heading. */
export function Section({
  id,
  title,
  sentence,
  actions,
  children,
}: {
  id?: string;
  title: string;
  sentence?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section id={id} className={s.plain}>
      <header className={s.head}>
        <div className={s.words}>
          <h2>{title}</h2>
          {sentence && <p className={s.sentence}>{sentence}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
