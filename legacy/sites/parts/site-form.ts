import { openForm } from '../../../client/legacy/dialog';
import type { FieldSpec } from '../../../client/legacy/fields';
import type { LegacyPage } from '../../../client/legacy/page';
import { openSaveForm } from '../../../client/legacy/save-form';
import type { Country, Currency } from '../../../server/features/reference-values/refdata.contract';
import type { SiteDetail } from '../../../server/features/sites/sites.contract';
import { openClosing } from './closing-form';

interface Choices {
  countries: Country[];
  currencies: Currency[];
  regions: string[];
  segments: string[];
}

async function loadChoices(page: LegacyPage, known: Pick<SiteDetail, 'regions' | 'segments'>): Promise<Choices> {
  const [countries, currencies] = await Promise.all([page.call<Country[]>('/refdata/countries').catch(() => []), page.call<Currency[]>('/refdata/currency').catch(() => [])]);
  return { countries, currencies, regions: known.regions, segments: known.segments };
}

/** The zones that this browser knows; the server says whether it knows them too. */
const timeZones = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

type Started = Partial<SiteDetail['site']>;

function specsOf({ t }: LegacyPage, { countries, currencies, regions, segments }: Choices, site: Started): FieldSpec[] {
  const optional = t('layout.form.optional');
  const choose = { value: '', label: t('legacy.ui.choose'), disabled: true };
  return [
    { name: 'siteName', label: t('legacy.fields.siteName'), value: site.siteName, required: true, maxLength: 200 },
    { name: 'countryCode', kind: 'select', label: t('legacy.fields.countryName'), value: site.countryCode, required: true, options: [choose, ...countries.map((one) => ({ value: one.countryCode, label: one.countryName }))] },
    { name: 'regionName', label: t('legacy.fields.regionName'), value: site.regionName, note: optional, maxLength: 100, suggestions: regions },
    { name: 'segmentName', label: t('legacy.fields.segmentName'), value: site.segmentName, note: optional, maxLength: 100, suggestions: segments },
    { name: 'timeZone', label: t('legacy.fields.timeZone'), value: site.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, required: true, suggestions: timeZones(), hint: t('legacy.sites.timeZoneHint') },
    {
      name: 'currencyCode', kind: 'select', label: t('legacy.fields.currencyCode'), value: site.currencyCode, required: true, disabled: site.hasEvents,
      hint: t(site.hasEvents ? 'sites.currencyFixed' : 'legacy.sites.currencyHint'),
      options: currencies.map((one) => ({ value: one.currencyCode, label: `${one.currencyCode} · ${one.currencyDesc}` })),
    },
    { name: 'address', kind: 'textarea', label: t('legacy.fields.address'), value: site.address, note: optional, maxLength: 500 },
  ];
}

const bodyOf = (typed: Record<string, string>) => ({
  siteName: typed.siteName, address: typed.address, countryCode: typed.countryCode, regionName: typed.regionName || null, segmentName: typed.segmentName || null,
  timeZone: typed.timeZone, currencyCode: typed.currencyCode,
});

/** Makes a site and leads into it. */
export function openNewSite(page: LegacyPage, open: (siteId: number) => void): void {
  const { t } = page;
  void loadChoices(page, { regions: [], segments: [] }).then((choices) => openForm({
    t, title: t('legacy.sites.newTitle'), fields: specsOf(page, choices, { currencyCode: page.user.currencyCode }), submit: t('legacy.sites.create'),
    async onSubmit(typed) {
      const { siteId } = await page.call<{ siteId: number }>('/sites', { method: 'POST', body: bodyOf(typed) });
      page.say(t('legacy.sites.created'));
      open(siteId);
    },
  }));
}

export function openSiteEdit(page: LegacyPage, detail: SiteDetail, onSaved: () => void): void {
  const { t } = page;
  const { site } = detail;
  void loadChoices(page, detail).then((choices) => openSaveForm(page, {
    title: t('legacy.sites.editTitle', { name: site.siteName }), submit: t('legacy.ui.save'), saved: t('legacy.sites.saved'), onSaved,
    fields: specsOf(page, choices, site), save: (typed) => page.call(`/sites/${site.siteId}`, { method: 'PUT', body: { ...bodyOf(typed), siteStatus: site.siteStatus } }),
  }));
}

/** The words name what happens to the locations of the site. */
export function openSiteState(page: LegacyPage, { site, locations }: SiteDetail, onSaved: () => void): void {
  const { t } = page;
  const open = locations.filter((one) => one.locationStatus === 'A').length;
  openClosing(page, {
    kind: 'site', name: site.siteName, state: site.siteStatus, onSaved,
    sentence: site.siteStatus === 'A' ? t('legacy.sites.closeSentence', { count: open }) : t('legacy.sites.openSentence'),
    save: (siteStatus) => {
      const { siteName, address, countryCode, regionName, segmentName, timeZone, currencyCode } = site;
      return page.call(`/sites/${site.siteId}`, { method: 'PUT', body: { siteName, address, countryCode, regionName, segmentName, timeZone, currencyCode, siteStatus } });
    },
  });
}
