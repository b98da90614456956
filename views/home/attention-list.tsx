import { Icon } from '../../client/ui/icon';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './attention-list.module.css';

export interface AttentionItem {
  key: string;
  count: number;
  text: string;
  /** null when the person may not open the page that tells more. */
  href: string | null;
  action: string;
}

/** What wants a look today, the most urgent first; or one line that says all is well. */
export function AttentionList({ t, items }: { t: Translate; items: AttentionItem[] }) {
  return (
    <section className={s.section} aria-labelledby="home-attention">
      <h2 id="home-attention" className={s.title}>
        {t('home.attention')}
      </h2>
      {items.length === 0 ? (
        <p className={s.well}>
          <Icon name="check" />
          {t('home.allWell')}
        </p>
      ) : (
        <ul className={s.list}>
          {items.map((item) => (
            <li key={item.key} className={s.item}>
              <span className={s.count}>{item.count}</span>
              <span className={s.text}>{item.text}</span>
              {item.href && (
                <a className={s.action} href={item.href}>
                  {item.action}
                  <Icon name="right" size={14} />
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
