import type { Format } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './attention-list.module.css';

export interface AttentionItem {
  key: string;
  count: number;
  text: string;
  /** The first of them. */
  names: string[];
  /** null when the person may not open the page that tells more. */
  href: string | null;
}

interface AttentionListProps {
  t: Translate;
  format: Format;
  items: AttentionItem[];
}

/** Which kitchens want a look, the most urgent first; or one line that says all is well. */
export function AttentionList({ t, format, items }: AttentionListProps) {
  return (
    <section aria-labelledby="home-attention">
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
          {items.map(({ key, count, text, names, href }) => (
            <li key={key} className={s.item}>
              <span className={s.count}>{format.number(count)}</span>
              {href === null ? (
                <span>{text}</span>
              ) : (
                <a className={s.link} href={href}>
                  {text}
                </a>
              )}
              {names.length > 0 && <span className={s.names}>{namesText(t, format, { count, names })}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function namesText(t: Translate, format: Format, { count, names }: Pick<AttentionItem, 'count' | 'names'>): string {
  const said = names.join(' · ');
  const more = count - names.length;
  return more > 0 ? t('home.andMore', { names: said, count: more, more: format.number(more) }) : said;
}
