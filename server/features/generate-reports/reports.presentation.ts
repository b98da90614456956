import { localeNames } from '../../../views/locales';
import { listCurrencies, listUnits } from '../../domain/catalogue';
import { listPlaces, listStages } from '../../domain/places';
import type { Context } from '../../platform/http/define-route';
import { localeCodes } from '../../platform/i18n/messages';
import type { ReportChoices, RunView, StoredRun } from './generate-reports.contract';

export const access = 'GENERATE_REPORTS' as const;
export const path = '/generate-reports';
export type PageContext = Context<typeof access>;

export const viewOf = ({ runId, kind, state, step, parameters, createdAt, finishedAt }: StoredRun): RunView => ({
  runId,
  kind,
  state,
  step,
  startDate: parameters.start,
  endDate: parameters.end,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

/** What the forms of a report offer. */
export async function loadChoices({ db, acting: { scope } }: PageContext): Promise<ReportChoices> {
  const [sites, stages, units, currencies] = await Promise.all([
    listPlaces(db, scope),
    listStages(db, scope),
    listUnits(db),
    listCurrencies(db),
  ]);
  return {
    sites,
    stages,
    units: units.map(({ unitId, unitAbrv }) => ({ unitId, abbr: unitAbrv })),
    currencies: currencies.map(({ currencyCode }) => currencyCode),
    locales: localeCodes.map((locale) => ({ locale, name: localeNames[locale] })),
  };
}

/** The lower of the published footprints, and disposal as it is counted in the country. */
export const setFields = (countryCode: string) => ({
  productionSet: 'sel2021',
  disposalSet: countryCode === 'US' ? 'epa2026' : 'uk2024',
  logo: 'organization',
});
