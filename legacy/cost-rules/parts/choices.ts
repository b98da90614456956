import type { LegacyPage } from '../../../client/legacy/page';
import type { ComboOption } from '../../../client/ui/combo-box.rules';
import type { Currency, ReferenceValue } from '../../../server/domain/catalogue/refdata.contract';
import type { SiteLookup } from '../../../server/domain/places/sites.contract';

/** What the forms of the page offer. */
export interface Choices {
  items: ComboOption[];
  sites: (ComboOption & { currencyCode: string; timeZone: string })[];
  currencies: Currency[];
}

/** Items with the categories that they lie in; of retired ones, none. */
export async function loadChoices({ call, organisationId }: LegacyPage): Promise<Choices> {
  const [values, sites, currencies] = await Promise.all([
    call<ReferenceValue[]>(`/refdata/participant/${organisationId}/WASTEITEM/hier/0`),
    call<SiteLookup>('/sites', { query: { status: 'A' } }),
    call<Currency[]>('/refdata/currency'),
  ]);
  const names = new Map(values.map((one) => [one.refId, one.refName]));
  return {
    items: values
      .filter((one) => one.status === 'A')
      .map((one) => ({ value: String(one.refId), label: one.refName, hint: names.get(one.parentId ?? 0) ?? '' })),
    sites: sites.map(({ siteId, siteName, currencyCode, timeZone }) => ({
      value: String(siteId),
      label: siteName,
      hint: currencyCode,
      currencyCode,
      timeZone,
    })),
    currencies,
  };
}
