import { DataTable } from '../../client/ui/data-table';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import type { Format } from '../../client/ui/format';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { AgainstBaseline, FoodWaste } from '../../server/features/food-waste-dashboard/food-waste.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { baselineDetailHref } from '../baselines/baseline-links';
import { amountsIn } from './amounts';
import s from './baseline-parts.module.css';

interface BaselinePartsProps {
  t: Translate;
  format: Format;
  figures: FoodWaste;
  baseline: AgainstBaseline;
  /** Of the weighings behind the page. */
  filters: Filters;
  seesBaselines: boolean;
}

/** How the change against the baseline came about, location by location. */
export function BaselineParts({ t, format, figures, baseline, filters, seesBaselines }: BaselinePartsProps) {
  const { parts, count } = baseline;
  const { precise } = amountsIn(format, figures);
  const written = (amount: number) => precise(amount);
  return (
    <Fold quiet title={t('foodWaste.parts.title')} className={s.parts}>
      <p>{t('foodWaste.parts.formula')}</p>
      <DataTable
        id="baseline-parts"
        caption={t('foodWaste.parts.title')}
        phone="blocks"
        columns={[
          { key: 'location', label: t('legacy.fields.locationName'), primary: true },
          { key: 'perOpenDay', label: t('foodWaste.parts.perOpenDay'), numeric: true },
          { key: 'openDays', label: t('foodWaste.parts.openDays'), numeric: true },
          { key: 'expected', label: t('foodWaste.parts.expected'), numeric: true },
          { key: 'actual', label: t('foodWaste.parts.actual'), numeric: true, primary: 'side' },
        ]}
        rows={parts.map(({ locationId, locationName, siteName, from, perOpenDay, openDays, expected, actual }) => ({
          key: String(locationId),
          name: locationName,
          cells: [
            `${locationName}, ${siteName}`,
            seesBaselines ? (
              <a href={baselineDetailHref({ locationId, wasteStageId: Number(filters.wasteStageId) })}>
                {written(perOpenDay)}
              </a>
            ) : (
              written(perOpenDay)
            ),
            format.number(openDays),
            written(expected),
            <Figure
              key="actual"
              of={{ kind: 'total' }}
              filters={{ ...filters, siteId: null, locationId, startDate: from }}
            >
              {written(actual)}
            </Figure>,
          ],
        }))}
      />
      {count > parts.length && (
        <p>{t('foodWaste.parts.rest', { count: count - parts.length, number: format.number(count - parts.length) })}</p>
      )}
    </Fold>
  );
}
