import { z, type ZodType } from 'zod';
import { sentence, type MessageKey, type Translate } from '../i18n/messages';
import type { LocalDate } from '../time';
import {
  dayPresets,
  defaultPreset,
  latestRange,
  monthPresets,
  presetRange,
  rangePresets,
  type AnyPreset,
  type DayPreset,
  type MonthPreset,
  type RangePreset,
} from './date-range.rules';
import type { FilterBarView, FilterControlView, FilterOption } from './report-filters.contract';
import { withParameters } from './table-query';
import type { RangeGrain } from './week-range.rules';

/** What choices depend on: the reader's language, and whatever a feature adds. */
interface Offer {
  t: Translate;
}

/** What the filters that several reports share offer. */
export interface FilterOffer extends Offer {
  /** In the organisation's zone. */
  today: LocalDate;
  countries: { countryCode: string; countryName: string }[];
  /** With the countries in which they are. */
  regions: { regionName: string; countryCodes: string[] }[];
  segments: { segmentName: string }[];
}

type Shape = Record<string, ZodType>;
type Values<S extends Shape> = { [N in keyof S]: z.infer<S[N]> };

/** One filter of a report: its fields in the address, its control, and the chip that says it is active. */
export interface ReportFilter<O extends Offer, S extends Shape = Shape> {
  fields: S;
  control(values: Values<S>, offer: O): FilterControlView | null;
  chip(values: Values<S>, offer: O): string | null;
}

interface ChoiceSpec<O extends Offer, Z extends ZodType> {
  field: Z;
  label: MessageKey;
  options: (offer: O, value: z.infer<Z>) => FilterOption[];
  /** What stands in the control, where that is not the field itself. */
  shown?: (value: z.infer<Z>, offer: O) => string;
  look?: 'select' | 'toggle';
  /** Fewer options make no dropdown. */
  least?: number;
  /** The value that an address need not name. */
  silent?: string;
  /** The field of another filter, whose value leaves only the options within it. */
  narrowedBy?: string | undefined;
  /** The words of a chip; null for the usual choice. */
  chip?: (label: string, offer: O, value: string) => string | null;
}

/** One of several values. */
export function choice<O extends Offer, const N extends string, Z extends ZodType>(
  name: N,
  spec: ChoiceSpec<O, Z>,
): ReportFilter<O, Record<N, Z>> {
  const {
    label,
    look = 'select',
    least = 2,
    silent = null,
    narrowedBy: by,
    shown = (value: z.infer<Z>) => String(value ?? ''),
  } = spec;
  const read = (values: Values<Record<N, Z>>, offer: O) => {
    const field = values[name];
    return { value: shown(field, offer), options: spec.options(offer, field) };
  };
  return {
    fields: { [name]: spec.field } as Record<N, Z>,
    control(values, offer) {
      const { value, options } = read(values, offer);
      // What an old link asks for and nobody offers any more still says so.
      const known = options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
      if (known.length < least) return null;
      const narrowedBy = by && { name: by, value: String((values as Record<string, unknown>)[by] ?? '') };
      return {
        kind: look,
        name,
        label: sentence(offer.t, label),
        value,
        options: known,
        silent,
        ...(narrowedBy && { narrowedBy }),
      };
    },
    chip(values, offer) {
      const { value, options } = read(values, offer);
      if (value === '' || !spec.chip) return null;
      return spec.chip(options.find((option) => option.value === value)?.label ?? value, offer, value);
    },
  };
}

interface EntrySpec<O extends Offer, Z extends ZodType<string | undefined>> {
  kind: 'search' | 'date';
  field: Z;
  label: MessageKey;
  /** How the chip writes it, where that is not as it was typed. */
  written?: (value: string, offer: O) => string;
}

/** What is chosen with the name of its filter, as a chip says it. */
export const chipText = ({ t }: Offer, label: MessageKey, value: string) =>
  t('global.labelled', { label: sentence(t, label), value });

/** A text or a day that is typed. */
export function entry<O extends Offer, const N extends string, Z extends ZodType<string | undefined>>(
  name: N,
  { kind, field, label, written = (value) => value }: EntrySpec<O, Z>,
): ReportFilter<O, Record<N, Z>> {
  return {
    fields: { [name]: field } as Record<N, Z>,
    control: (values, { t }) => ({ kind, name, label: sentence(t, label), value: values[name] ?? '' }),
    chip: (values, offer) => (values[name] ? chipText(offer, label, written(values[name], offer)) : null),
  };
}

const places = {
  country: ({ countries }: FilterOffer) => countries.map((one) => ({ value: one.countryCode, label: one.countryName })),
  region: ({ regions }: FilterOffer) =>
    regions.map(({ regionName, countryCodes }) => ({ value: regionName, label: regionName, within: countryCodes })),
  segment: ({ segments }: FilterOffer) => segments.map((one) => ({ value: one.segmentName, label: one.segmentName })),
};

interface PlaceSpec<Z extends ZodType<string | undefined>> {
  field: Z;
  label: MessageKey;
  /** The first option, which counts as one. */
  all: MessageKey;
  least?: number;
  narrowedBy?: string;
}

/** A country, a region or a segment, or all of them. */
export const place = <const N extends string, Z extends ZodType<string | undefined>>(
  name: N,
  kind: keyof typeof places,
  { all, ...spec }: PlaceSpec<Z>,
) =>
  choice<FilterOffer, N, Z>(name, {
    ...spec,
    chip: (label, offer) => chipText(offer, spec.label, label),
    options: (offer) => [{ value: '', label: sentence(offer.t, all) }, ...places[kind](offer)],
  });

const typed = z.string().max(40).catch('').default('');
const rangeFieldsOf = <const P extends readonly [string, ...string[]]>(presets: P) => ({
  range: z.enum(presets).optional().catch(undefined),
  startDate: typed,
  endDate: typed,
});
interface RangeValues<P extends AnyPreset> {
  range?: P | undefined;
  startDate: string;
  endDate: string;
}

/** The dates that a query means: those of its preset, or those that were typed. */
export function datesOf<P extends AnyPreset>(
  { range, startDate, endDate }: RangeValues<P>,
  today: LocalDate,
  usual: AnyPreset = defaultPreset,
) {
  const preset = range ?? (startDate || endDate ? 'custom' : usual);
  if (preset === 'custom') return { preset, startDate, endDate };
  const { start, end } = presetRange(preset as Exclude<AnyPreset, 'custom'>, today);
  return { preset, startDate: start, endDate: end };
}

/** The newest weeks that hold something, and the same report of them. @param data as for `latestRange` */
export function latestWeeks(
  data: Parameters<typeof latestRange>[0] | null,
  { today, url }: { today: LocalDate; url: string },
) {
  const latest = data && latestRange(data, today);
  if (!latest) return null;
  const { start, end } = latest;
  return { start, end, href: withParameters(url, { range: 'custom', startDate: start, endDate: end, page: null }) };
}

interface RangeSpec<P extends AnyPreset> {
  label: MessageKey;
  presetLabel: (preset: P, t: Translate) => string;
}

const rangeOf = <P extends AnyPreset, F extends Shape>(
  { label, presetLabel }: RangeSpec<P>,
  { fields, presets, usual, grain }: { fields: F; presets: readonly P[]; usual: P; grain: RangeGrain },
): ReportFilter<FilterOffer, F> => ({
  fields,
  control(values, { t, today }) {
    const { preset, ...dates } = datesOf(values as unknown as RangeValues<P>, today, usual);
    return {
      kind: 'range',
      name: 'range',
      label: sentence(t, label),
      value: preset,
      options: presets.map((value) => ({ value, label: presetLabel(value, t) })),
      ...dates,
      today,
      grain,
    };
  },
  chip: () => null,
});

/** Whole weeks: a preset that ends with the last Sunday, or a Monday and a Sunday of one's own. `usual`: the preset without a choice. */
export const weekRange = ({ usual = defaultPreset, ...spec }: RangeSpec<RangePreset> & { usual?: RangePreset }) =>
  rangeOf(spec, { fields: rangeFieldsOf(rangePresets), presets: rangePresets, usual, grain: 'week' });

/** Any days: the same presets and the last 7 days, or two dates of one's own. */
export const dayRange = (spec: RangeSpec<DayPreset>) =>
  rangeOf(spec, { fields: rangeFieldsOf(dayPresets), presets: dayPresets, usual: 'last7Days', grain: 'day' });

/** Whole months: a preset that ends with the last one, or two dates of one's own. */
export const monthRange = (spec: RangeSpec<MonthPreset>) =>
  rangeOf(spec, { fields: rangeFieldsOf(monthPresets), presets: monthPresets, usual: 'last3Months', grain: 'day' });

/** A filter whose own fields the list does not need to know. */
interface AnyFilter<O extends Offer> {
  fields: Shape;
  control(values: never, offer: O): FilterControlView | null;
  chip(values: never, offer: O): string | null;
}

type FieldsOf<F> = F extends { fields: infer S extends Shape } ? S : never;
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

interface BarSpec<O extends Offer> {
  values: object;
  offer: O;
  /** The page, and path and query as asked for. */
  action: string;
  url: string;
}

/**
 * The filters of a report declared once: the fields of its query, its controls, its chips and their links.
 * @param parameters `kept` stays when filters are applied; `pages` goes with every change
 */
export function reportFilters<O extends Offer>() {
  return <const F extends readonly AnyFilter<O>[]>(
    all: F,
    parameters: { kept: readonly string[]; pages: readonly string[]; reset?: MessageKey },
  ) => {
    const names = all.flatMap(({ fields }) => Object.keys(fields));
    const without = (gone: readonly string[]) =>
      Object.fromEntries([...gone, ...parameters.pages].map((name) => [name, null]));
    return {
      query: Object.assign({}, ...all.map(({ fields }) => fields)) as unknown as Together<FieldsOf<F[number]>>,

      bar({ values, offer, action, url }: BarSpec<O>): FilterBarView {
        const asked = values as never;
        const address = new URL(url, 'http://tare.invalid').searchParams;
        const chips = all.flatMap(({ chip, fields }) => {
          const label = chip(asked, offer);
          return label === null ? [] : [{ label, removeHref: withParameters(url, without(Object.keys(fields))) }];
        });
        const clear = parameters.reset
          ? { label: sentence(offer.t, parameters.reset), href: action }
          : { label: null, href: withParameters(url, without(names)) };
        const controls = all.flatMap(({ control }) => control(asked, offer) ?? []);
        return {
          action,
          here: url,
          controls,
          kept: Object.fromEntries(parameters.kept.map((name) => [name, address.get(name)])),
          chips,
          clear: chips.length > (parameters.reset ? 0 : 1) ? clear : null,
          narrowed: chips.length > 0 || controls.some(({ kind }) => kind === 'range'),
        };
      },
    };
  };
}
