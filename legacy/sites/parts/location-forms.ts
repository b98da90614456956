import { usePage, type LegacyPage } from '../../../client/legacy/page';
import type { FormFieldProps } from '../../../client/ui/form-field';
import type { LocationEdit, SiteDetail } from '../../../server/domain/places/sites.contract';
import { closingForm } from './closing-form';

type LocationRow = SiteDetail['locations'][number];

const stages = [8, 9, 23] as const;

const fieldsOf = ({ t }: LegacyPage, location?: LocationRow): FormFieldProps[] => [
  {
    name: 'locationName',
    label: t('legacy.fields.locationName'),
    defaultValue: location?.locationName,
    required: true,
    maxLength: 200,
  },
  {
    name: 'holidaysObserved',
    kind: 'checkbox',
    label: t('legacy.sites.closedOnHolidays'),
    defaultChecked: location?.holidaysObserved ?? true,
    hint: t('legacy.sites.holidaysHint'),
  },
];

const bodyOf = (typed: Record<string, string>) => ({
  locationName: typed.locationName ?? '',
  holidaysObserved: typed.holidaysObserved === 'true',
});

/** @param onSaved called after each change, so that the site is loaded again */
export function useLocationForms(onSaved: () => void) {
  const page = usePage();
  const { t, call, ask, say } = page;
  const save = (
    { locationId, locationName, holidaysObserved, locationStatus }: LocationRow,
    changed: Partial<LocationEdit>,
  ) =>
    call<void>(`/locations/${locationId}`, {
      method: 'PUT',
      body: { locationName, holidaysObserved, locationStatus, ...changed },
    });
  return {
    openNewLocation({ site }: SiteDetail) {
      const stageFields = stages.map((id): FormFieldProps => ({
        name: `stage${id}`,
        kind: 'checkbox',
        label: t('legacy.sites.weighs', { stage: t(`global.stage${id}`) }),
        defaultChecked: id === 8,
      }));
      ask({
        title: t('legacy.sites.newLocationTitle', { name: site.siteName }),
        submit: t('legacy.sites.createLocation'),
        fields: [...fieldsOf(page), ...stageFields],
        async onSubmit(typed) {
          const wasteStageIds = stages.filter((id) => typed[`stage${id}`] === 'true');
          await call('/locations', {
            method: 'POST',
            body: { siteId: site.siteId, ...bodyOf(typed), ...(wasteStageIds.length > 0 ? { wasteStageIds } : {}) },
          });
          say(t('legacy.sites.locationCreated'));
          onSaved();
        },
      });
    },

    openLocation(location: LocationRow) {
      ask({
        title: t('legacy.sites.editTitle', { name: location.locationName }),
        submit: t('legacy.ui.save'),
        fields: fieldsOf(page, location),
        async onSubmit(typed) {
          await save(location, bodyOf(typed));
          say(t('legacy.sites.saved'));
          onSaved();
        },
      });
    },

    openLocationState(location: LocationRow, { site: { timeZone } }: SiteDetail) {
      ask(
        closingForm(page, {
          kind: 'location',
          name: location.locationName,
          state: location.locationStatus,
          timeZone,
          onSaved,
          lastDay: true,
          points:
            location.locationStatus === 'A'
              ? [
                  t('legacy.sites.closeLocationSentence'),
                  t('legacy.sites.closeStays'),
                  t('legacy.sites.closeLocationUndo'),
                ]
              : [t('legacy.sites.openLocationSentence')],
          save: (locationStatus, lastDay) => save(location, { locationStatus, ...lastDay }),
        }),
      );
    },
  };
}
