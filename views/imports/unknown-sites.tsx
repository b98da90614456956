import type { Format } from '../../client/ui/format';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Section } from '../layout/section';
import s from './import-page.module.css';

/** The names to look through before they become sites, or those that are missing. */
export function UnknownSites({
  t,
  format,
  sites,
}: {
  t: Translate;
  format: Format;
  sites: ImportView['unknownSites'];
}) {
  const more = sites.count - sites.names.length;
  return (
    <Section
      id="sites"
      title={t('imports.sitesTitle')}
      sentence={t(sites.created ? 'imports.sitesCreatedSentence' : 'imports.sitesRefusedSentence')}
    >
      <ul className={s.sites}>
        {[...sites.names]
          .sort((a, b) => a.localeCompare(b))
          .map((name) => (
            <li key={name}>{name}</li>
          ))}
        {more > 0 && <li className={s.quiet}>{t('imports.sitesMore', { sites: format.number(more) })}</li>}
      </ul>
    </Section>
  );
}
