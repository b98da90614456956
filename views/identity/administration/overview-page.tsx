import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import type { AdministrationSection } from './administration-frame';
import s from './administration.module.css';

export interface OverviewSection extends AdministrationSection {
  sentence: string;
  /** How it stands there. */
  fact: { text: string; attention: boolean } | null;
}

/** Where an organization is looked after, and how it stands in each place. */
export function OverviewPage({ t, sections }: { t: Translate; sections: OverviewSection[] }) {
  return (
    <>
      <PageHeader title={t('administration.title')} sentence={t('administration.lead')} />
      <ul className={s.cards}>
        {sections.map(({ id, href, title, sentence, fact }) => (
          <li key={id} className={s.card}>
            <h2>
              <a href={href}>{title}</a>
            </h2>
            <p>{sentence}</p>
            {fact && <p className={fact.attention ? `${s.fact} ${s.attention}` : s.fact}>{fact.text}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
