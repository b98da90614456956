import type { SecuredNames } from '../../server/domain/places/secured-items.contract';
import { EmptyState } from '../ui/empty-state';
import s from './data-security.module.css';
import type { DataSecurityTranslate } from './words';

interface Entry {
  name: string;
  items: string[];
  none: string;
}

/** Both lists: organisations with the sites seen, and sites with the locations seen where these are not all. */
export function SecuredLists({
  t,
  names,
  level,
}: {
  t: DataSecurityTranslate;
  names: SecuredNames;
  level: 'h2' | 'h3';
}) {
  const { tenantNameToSecuredSiteNameEntries: tenants, siteNameToSecuredLocationNameEntries: sites } = names;
  if (tenants.length === 0)
    return <EmptyState title={t('dataSecurity.everything')} sentence={t('dataSecurity.everythingReason')} />;
  return (
    <div className={s.lists}>
      <NamesList
        level={level}
        title={t('dataSecurity.tenantSites')}
        entries={tenants.map(({ tenantName, securedSites }) => ({
          name: tenantName,
          items: securedSites,
          none: t('dataSecurity.noSites'),
        }))}
      />
      <NamesList
        level={level}
        title={t('dataSecurity.siteLocations')}
        empty={t('dataSecurity.allWhole')}
        entries={sites.map(({ siteName, securedLocations }) => ({
          name: siteName,
          items: securedLocations,
          none: t('dataSecurity.noLocations'),
        }))}
      />
    </div>
  );
}

function NamesList({
  level: Heading,
  title,
  entries,
  empty,
}: {
  level: 'h2' | 'h3';
  title: string;
  entries: Entry[];
  empty?: string;
}) {
  return (
    <section className={s.part}>
      <Heading className={s.heading}>{title}</Heading>
      <div className={s.list} tabIndex={0} role="region" aria-label={title}>
        {entries.length === 0 && <p className={s.none}>{empty}</p>}
        <ul>
          {entries.map(({ name, items, none }, at) => (
            <li key={at} className={s.entry}>
              <strong>{name}</strong>
              {items.length === 0 ? (
                <p className={s.none}>{none}</p>
              ) : (
                <ul>
                  {items.map((item, place) => (
                    <li key={place}>{item}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
