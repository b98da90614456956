import type { Translate } from '../../server/platform/i18n/messages';
import { Badge } from '../../client/ui/badge';
import { DataTable } from '../../client/ui/data-table';
import { createFormat, type Locale, type WeightUnit } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { PageHeader } from '../../client/ui/page-header';

interface OrganisationsPageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  organisations: { id: number; name: string; simulated: boolean; locations: number; lastWeek: string | null }[];
}

/** Where internal staff land: the customers and how fresh their data is. */
export function OrganisationsPage({ t, locale, unit, timeZone, organisations }: OrganisationsPageProps) {
  const format = createFormat({ locale, unit, timeZone });
  return (
    <>
      <PageHeader title={t('home.staffTitle')} sentence={t('home.staffLead')} />
      <DataTable
        id="organisations"
        caption={t('home.staffTitle')}
        columns={[
          { key: 'name', label: t('home.organisation'), primary: true },
          { key: 'id', label: t('home.id'), numeric: true },
          { key: 'locations', label: t('home.locations'), numeric: true, primary: true },
          { key: 'lastWeek', label: t('home.newestWeek') },
        ]}
        rows={organisations.map((one) => ({
          key: String(one.id),
          name: one.name,
          cells: [
            <>{one.name} {one.simulated && <Badge tone="attention">{t('global.simulated')}</Badge>}</>,
            one.id,
            format.number(one.locations),
            one.lastWeek ? format.week(one.lastWeek) : <Missing reason={t('home.noDataReason')} />,
          ],
        }))}
        empty={t('home.noOrganisations')}
      />
    </>
  );
}
