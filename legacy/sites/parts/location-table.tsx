import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { RowButton, StateChange } from '../../../client/legacy/pieces';
import { DataTable } from '../../../client/ui/data-table';
import type { SiteDetail } from '../../../server/domain/places/sites.contract';
import { stageName } from '../../../server/domain/places/stage-name.rules';
import type { useLocationForms } from './location-forms';
import { StateBadge } from './site-list';

export function LocationTable({ detail, forms }: { detail: SiteDetail; forms: ReturnType<typeof useLocationForms> }) {
  const { t, format } = usePage();
  return (
    <DataTable
      id="locations"
      caption={t('legacy.sites.locations')}
      phone="blocks"
      columns={[
        { key: 'locationName', label: t('legacy.fields.locationName'), primary: true },
        { key: 'stages', label: t('legacy.fields.stages') },
        { key: 'firstEvent', label: t('legacy.fields.firstEventDate') },
        { key: 'holidays', label: t('legacy.fields.holidaysObserved') },
        { key: 'status', label: t('legacy.fields.state') },
        { key: 'actions', label: t('legacy.ui.actions'), primary: true },
      ]}
      rows={detail.locations.map((row) => ({
        key: String(row.locationId),
        state: row.locationStatus === 'I' ? 'greyed' : undefined,
        cells: [
          row.locationName,
          row.wasteStageIds.map((id) => stageName(t, id)).join(', ') || '–',
          row.firstEventDate === null ? t('legacy.sites.noEventYet') : format.date(row.firstEventDate),
          t(row.holidaysObserved ? 'legacy.sites.closedOnHolidays' : 'legacy.sites.openOnHolidays'),
          <StateChange
            key="state"
            shows={
              row.closedOn === null ? (
                <StateBadge state={row.locationStatus} of="location" />
              ) : (
                t('legacy.sites.closedSince', { day: format.date(row.closedOn) })
              )
            }
          >
            <RowButton tone="quiet" about={row.locationName} onClick={() => forms.openLocationState(row, detail)}>
              {t(`legacy.sites.${row.locationStatus === 'A' ? 'close' : 'reopen'}Named.location`)}
            </RowButton>
          </StateChange>,
          <span key="actions" className={p.buttons}>
            <RowButton about={row.locationName} onClick={() => forms.openLocation(row)}>
              {t('legacy.ui.edit')}
            </RowButton>
          </span>,
        ],
      }))}
    />
  );
}
