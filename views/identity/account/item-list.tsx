import type { ReactNode } from 'react';
import s from './account.module.css';

export interface Item {
  key: string;
  title: ReactNode;
  /** A word about its state, after the title. */
  badge?: ReactNode;
  /** What else is known of it, each on a line of its own where the width asks for it. */
  details?: ReactNode[];
  /** Sentences, each on a line of its own. */
  points?: readonly string[];
  actions?: ReactNode;
}

/** What somebody has of one kind: devices, sessions, numbers. */
export function ItemList({ items, empty }: { items: Item[]; empty: string }) {
  if (items.length === 0) return <p className={s.none}>{empty}</p>;
  return (
    <ul className={s.items}>
      {items.map(({ key, title, badge, details = [], points = [], actions }) => (
        <li key={key} className={s.item}>
          <div className={s.known}>
            <p className={s.name}>
              {title}
              {badge}
            </p>
            {details.length > 0 && (
              <p className={s.details}>
                {details.map((detail, at) => (
                  <span key={at}>{detail}</span>
                ))}
              </p>
            )}
            {points.length > 0 && (
              <ul className={s.points}>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </div>
          {actions && <div className={s.actions}>{actions}</div>}
        </li>
      ))}
    </ul>
  );
}
