import type { SiteLookup } from '../../server/domain/places/sites.contract';
import { chooseLocation, chooseSite } from '../../server/features/alerts/alert-form.rules';
import type { Alert } from '../../server/features/alerts/alerts.contract';
import { FormField, type FieldOption } from '../ui/form-field';
import type { DraftPart } from './draft-part';

interface PlaceFieldsProps extends DraftPart {
  sites: SiteLookup;
  alert: Alert | null;
}

/** Site, location and device: each narrows the next, and 0 is all of them. */
export function PlaceFields({ t, draft, errors, change, setDraft, sites, alert }: PlaceFieldsProps) {
  const site = sites.find((one) => one.siteId === draft.siteId);
  const location = site?.locations.find((one) => one.locationId === draft.locationId);
  const all = { value: '0', label: t('global.all') };
  /** What the alert watches stays to be seen, also where it has been closed since. */
  const withKept = (
    options: FieldOption[],
    kept: { id: number; keptId: number | undefined; name: string | null | undefined },
  ) => {
    const isThere = kept.id === 0 || options.some(({ value }) => value === String(kept.id));
    return [
      all,
      ...options,
      ...(isThere
        ? []
        : [
            {
              value: String(kept.id),
              label: (kept.id === kept.keptId && kept.name) || t('editAlertsModal.closedPlace'),
            },
          ]),
    ];
  };
  return (
    <>
      <FormField
        kind="select"
        name="siteId"
        label={t('editAlertsModal.site')}
        value={String(draft.siteId)}
        error={errors.siteId}
        options={withKept(
          sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
          { id: draft.siteId, keptId: alert?.siteId, name: alert?.siteName },
        )}
        onChange={(event) => {
          const { value } = event.target;
          setDraft((before) => chooseSite(before, Number(value)));
        }}
      />
      <FormField
        kind="select"
        name="locationId"
        label={t('editAlertsModal.location')}
        value={String(draft.locationId)}
        error={errors.locationId}
        options={withKept(
          (site?.locations ?? []).map(({ locationId, locationName }) => ({
            value: String(locationId),
            label: locationName,
          })),
          { id: draft.locationId, keptId: alert?.locationId, name: alert?.locationName },
        )}
        onChange={(event) => {
          const { value } = event.target;
          setDraft((before) => chooseLocation(before, Number(value)));
        }}
      />
      <FormField
        kind="select"
        name="deviceId"
        label={t('editAlertsModal.device')}
        value={String(draft.deviceId)}
        error={errors.deviceId}
        options={withKept(
          (location?.devices ?? []).map(({ deviceId, deviceName }) => ({ value: String(deviceId), label: deviceName })),
          { id: draft.deviceId, keptId: alert?.deviceId, name: alert?.deviceName },
        )}
        onChange={(event) => change({ deviceId: Number(event.target.value) })}
      />
    </>
  );
}
