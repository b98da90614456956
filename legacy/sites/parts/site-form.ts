import { usePage, type LegacyPage } from '../../../client/legacy/page';
import type { FormFieldProps } from '../../../client/ui/form-field';
import type { Country, Currency } from '../../../server/features/reference-values/refdata.contract';
import type { SiteDetail } from '../../../server/features/sites/sites.contract';
import { closingForm } from './closing-form';

interface Choices {
  countries: Country[];
  currencies: Currency[];
  regions: string[];
  segments: string[];
}

async function loadChoices({ call }: LegacyPage, { regions, segments }: Pick<SiteDetail, 'regions' | 'segments'>): Promise<Choices> {
  const [countries, currencies] = await Promise.all([call<Country[]>('/refdata/countries').catch(() => []), call<Currency[]>('/refdata/currency').catch(() => [])]);
  return { countries, currencies, regions, segments };
}

/** The zones that this browser knows; the server says whether it knows them too. */
const timeZones = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

type Started = Partial<SiteDetail['site']>;

function fieldsOf({ t }: LegacyPage, { countries, currencies, regions, segments }: Choices, site: Started): FormFieldProps[] {
  const optional = t('layout.form.optional');
  const choose = { value: '', label: t('legacy.ui.choose'), disabled: true };
  return [
    { name: 'siteName', label: t('legacy.fields.siteName'), defaultValue: site.siteName, required: true, maxLength: 200 },
    { name: 'countryCode', kind: 'select', label: t('legacy.fields.countryName'), defaultValue: site.countryCode ?? '', required: true, options: [choose, ...countries.map((one) => ({ value: one.countryCode, label: one.countryName }))] },
    { name: 'regionName', label: t('legacy.fields.regionName'), defaultValue: site.regionName ?? '', note: optional, maxLength: 100, suggestions: regions },
    { name: 'segmentName', label: t('legacy.fields.segmentName'), defaultValue: site.segmentName ?? '', note: optional, maxLength: 100, suggestions: segments },
    { name: 'timeZone', label: t('legacy.fields.timeZone'), defaultValue: site.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, required: true, suggestions: timeZones(), hint: t('legacy.sites.timeZoneHint') },
    {
      name: 'currencyCode', kind: 'select', label: t('legacy.fields.currencyCode'), defaultValue: site.currencyCode, required: true, disabled: site.hasEvents,
      hint: t(site.hasEvents ? 'sites.currencyFixed' : 'legacy.sites.currencyHint'),
      options: currencies.map((one) => ({ value: one.currencyCode, label: `${one.currencyCode} · ${one.currencyDesc}` })),
    },
    { name: 'address', kind: 'textarea', label: t('legacy.fields.address'), defaultValue: site.address, note: optional, maxLength: 500, rows: 3 },
  ];
}

const bodyOf = (typed: Record<string, string>) => ({
  siteName: typed.siteName, address: typed.address, countryCode: typed.countryCode, regionName: typed.regionName || null, segmentName: typed.segmentName || null,
  timeZone: typed.timeZone, currencyCode: typed.currencyCode,
});

export function useSiteForms() {
  const page = usePage();
  const { t, call, ask, say } = page;
  return {
    /** Makes a site and leads into it. */
    async openNewSite(open: (siteId: number) => void) {
      const choices = await loadChoices(page, { regions: [], segments: [] });
      ask({
        title: t('legacy.sites.newTitle'), fields: fieldsOf(page, choices, { currencyCode: page.user.currencyCode }), submit: t('legacy.sites.create'),
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
        title: t('legacy.sites.editTitle', { name: site.siteName }), submit: t('legacy.ui.save'), fields: fieldsOf(page, choices, site),
        async onSubmit(typed) {
          await call(`/sites/${site.siteId}`, { method: 'PUT', body: { ...bodyOf(typed), siteStatus: site.siteStatus } });
          say(t('legacy.sites.saved'));
          onSaved();
        },
      });
    },

    /** The words name what happens to the locations of the site. */
    openSiteState({ site, locations }: SiteDetail, onSaved: () => void) {
      const open = locations.filter((one) => one.locationStatus === 'A').length;
      ask(closingForm(page, {
        kind: 'site', name: site.siteName, state: site.siteStatus, onSaved,
        sentence: site.siteStatus === 'A' ? t('legacy.sites.closeSentence', { count: open }) : t('legacy.sites.openSentence'),
        save: (siteStatus) => {
          const { siteName, address, countryCode, regionName, segmentName, timeZone, currencyCode } = site;
          return call(`/sites/${site.siteId}`, { method: 'PUT', body: { siteName, address, countryCode, regionName, segmentName, timeZone, currencyCode, siteStatus } });
        },
      }));
    },
  };
}
