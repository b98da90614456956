import { usePage, type LegacyPage } from '../../../client/legacy/page';
import { followCountry, placeFields } from '../../../client/legacy/place-fields';
import type { DialogField } from '../../../client/ui/form-dialog';
import type { SiteDetail, SiteEdit } from '../../../server/domain/places/sites.contract';
import type { PlaceChoices } from '../../../server/platform/places/place-choices.contract';
import { closingForm } from './closing-form';
import { subdivisionField, subdivisionOf } from './subdivision-field';

interface Choices extends PlaceChoices {
  regions: string[];
  segments: string[];
}

const loadChoices = async (
  { call }: LegacyPage,
  { regions, segments }: Pick<SiteDetail, 'regions' | 'segments'>,
): Promise<Choices> => ({ ...(await call<PlaceChoices>('/refdata/places')), regions, segments });

function fieldsOf(
  page: LegacyPage,
  { regions, segments, ...places }: Choices,
  site: Partial<SiteDetail['site']>,
): DialogField[] {
  const { t } = page;
  const optional = t('layout.form.optional');
  return [
    {
      name: 'siteName',
      label: t('legacy.fields.siteName'),
      defaultValue: site.siteName,
      required: true,
      maxLength: 200,
    },
    ...placeFields(page, places, {
      place: site,
      fixed: site.hasEvents ? { timeZone: t('sites.timeZoneFixed'), currencyCode: t('sites.currencyFixed') } : {},
      zoneHint: t('legacy.sites.timeZoneHint'),
    }),
    {
      name: 'regionName',
      label: t('legacy.fields.regionName'),
      defaultValue: site.regionName ?? '',
      note: optional,
      maxLength: 100,
      suggestions: regions,
    },
    subdivisionField(t('legacy.fields.subdivisionName'), site),
    {
      name: 'segmentName',
      label: t('legacy.fields.segmentName'),
      defaultValue: site.segmentName ?? '',
      note: optional,
      maxLength: 100,
      suggestions: segments,
    },
    {
      name: 'address',
      kind: 'textarea',
      label: t('legacy.fields.address'),
      defaultValue: site.address,
      note: optional,
      maxLength: 500,
      rows: 3,
    },
  ];
}

const bodyOf = (typed: Record<string, string>) => ({
  siteName: typed.siteName,
  address: typed.address,
  countryCode: typed.countryCode,
  regionName: typed.regionName || null,
  segmentName: typed.segmentName || null,
  timeZone: typed.timeZone,
  currencyCode: typed.currencyCode,
  ...subdivisionOf(typed),
});

/** The site as it is, with what changes. */
function sameSite(
  { siteName, address, countryCode, regionName, segmentName, timeZone, currencyCode, siteStatus }: SiteDetail['site'],
  changed: Partial<SiteEdit>,
): SiteEdit {
  return { siteName, address, countryCode, regionName, segmentName, timeZone, currencyCode, siteStatus, ...changed };
}

export function useSiteForms() {
  const page = usePage();
  const { t, call, ask, say } = page;
  return {
    /** Makes a site and leads into it. */
    async openNewSite(open: (siteId: number) => void) {
      const choices = await loadChoices(page, { regions: [], segments: [] });
      ask({
        title: t('legacy.sites.newTitle'),
        fields: fieldsOf(page, choices, {}),
        follow: followCountry(choices),
        submit: t('legacy.sites.create'),
        async onSubmit(typed) {
          const { siteId } = await call<{ siteId: number }>('/sites', { method: 'POST', body: bodyOf(typed) });
          say(t('legacy.sites.created'));
          open(siteId);
        },
      });
    },

    async openSiteEdit(detail: SiteDetail, onSaved: () => void) {
      const { site } = detail;
      const choices = await loadChoices(page, detail);
      ask({
        title: t('legacy.sites.editTitle', { name: site.siteName }),
        submit: t('legacy.ui.save'),
        fields: fieldsOf(page, choices, site),
        ...(site.hasEvents ? {} : { follow: followCountry(choices) }),
        async onSubmit(typed) {
          await call(`/sites/${site.siteId}`, {
            method: 'PUT',
            body: { ...bodyOf(typed), siteStatus: site.siteStatus },
          });
          say(t('legacy.sites.saved'));
          onSaved();
        },
      });
    },

    /** The words name what happens to the locations of the site. */
    openSiteState({ site, locations }: SiteDetail, onSaved: () => void) {
      const open = locations.filter((one) => one.locationStatus === 'A').length;
      ask(
        closingForm(page, {
          kind: 'site',
          name: site.siteName,
          state: site.siteStatus,
          timeZone: site.timeZone,
          onSaved,
          lastDay: open > 0,
          points:
            site.siteStatus === 'A'
              ? [
                  ...(open > 0 ? [t('legacy.sites.closeSentence', { count: open })] : []),
                  t('legacy.sites.closeStays'),
                  t('legacy.sites.closeSiteUndo'),
                ]
              : [t('legacy.sites.openSentence')],
          save: (siteStatus, lastDay) =>
            call(`/sites/${site.siteId}`, { method: 'PUT', body: sameSite(site, { siteStatus, ...lastDay }) }),
        }),
      );
    },
  };
}
