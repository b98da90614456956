import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import type { AdministrationSection } from './administration-frame';
import s from './administration.module.css';

interface OverviewSection extends AdministrationSection {
  sentence: string;
  /** How it stands there. */
  fact: { text: string; attention: boolean } | null;
}

interface OverviewPageProps {
  t: Translate;
  sections: OverviewSection[];
  /** Pages beside the administration on which something can be set. */
  further: { href: string; label: string; settings: string[] }[];
}

/** Where an organization is looked after, and how it stands in each place. */
export function OverviewPage({ t, sections, further }: OverviewPageProps) {
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
        {further.map(({ href, label, settings }) => (
          <li key={href} className={s.card}>
            <h2>
              <a href={href}>{label}</a>
            </h2>
            <p>{settings.join(' · ')}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
