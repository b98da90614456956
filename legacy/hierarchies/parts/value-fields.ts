import { choiceField } from '../../../client/legacy/choice-field';
import type { LegacyPage } from '../../../client/legacy/page';
import type { DialogField } from '../../../client/ui/form-dialog';
import type { TreeValue, ValueTree } from '../../../server/domain/catalogue/hierarchies.contract';
import { factsOf, flwDestinations, materials, nameLocales } from '../../../server/domain/catalogue/hierarchies.rules';
import { weightUnits } from '../../../server/platform/weight-units.rules';
import { placeKey, placesFor } from './tree.rules';

/** As the server names a refused one. */
const translationField = (locale: string) => `translations.${locale}`;

export function nameFields({ t }: LegacyPage, _tree: ValueTree, value?: TreeValue): DialogField[] {
  const optional = t('layout.form.optional');
  return [
    {
      name: 'name',
      label: t('hierarchies.name'),
      defaultValue: value?.name ?? '',
      required: true,
      maxLength: 200,
      hint: t('hierarchies.nameHint'),
    },
    ...nameLocales.map((locale): DialogField => ({
      name: translationField(locale),
      label: t(`hierarchies.names.${locale}`),
      defaultValue: value?.translations[locale] ?? '',
      maxLength: 200,
      note: optional,
    })),
  ];
}

/** In the person's unit where weights may be given in it. */
function tareUnit({ format }: LegacyPage) {
  const unit = weightUnits.find((one) => one === format.unit.abbr);
  return unit ? { unit, gramsPerUnit: format.unit.gramsPerUnit } : { unit: 'kg' as const, gramsPerUnit: 1_000 };
}

export function factFields(page: LegacyPage, { elementCode }: ValueTree, value?: TreeValue): DialogField[] {
  const { t } = page;
  const has = factsOf(elementCode);
  const { unit, gramsPerUnit } = tareUnit(page);
  const optional = t('layout.form.optional');
  const none = { value: '', label: t('legacy.events.notSaid') };
  const tare = value?.tareGrams == null ? '' : String(Math.round((value.tareGrams / gramsPerUnit) * 10_000) / 10_000);
  return [
    ...(has.tare
      ? [
          {
            name: 'tare',
            kind: 'number',
            min: 0,
            step: 'any',
            label: t('hierarchies.tare'),
            suffix: unit,
            defaultValue: tare,
            note: optional,
            hint: t('hierarchies.tareHint'),
          } satisfies DialogField,
        ]
      : []),
    ...(has.countsAsWaste
      ? [
          {
            name: 'countsAsWaste',
            kind: 'checkbox',
            label: t('hierarchies.countsAsWaste'),
            defaultChecked: value?.countsAsWaste ?? true,
            hint: t('hierarchies.countsHint'),
          } satisfies DialogField,
        ]
      : []),
    ...(has.flwDestination
      ? [
          {
            name: 'flwDestination',
            kind: 'select',
            label: t('hierarchies.destination'),
            defaultValue: value?.flwDestination ?? '',
            hint: t('hierarchies.destinationHint'),
            options: [
              none,
              ...flwDestinations.map((one) => ({ value: one, label: t(`hierarchies.destinations.${one}`) })),
            ],
          } satisfies DialogField,
        ]
      : []),
    ...(has.donation
      ? [
          {
            name: 'donation',
            kind: 'checkbox',
            label: t('hierarchies.donation'),
            defaultChecked: value?.donation ?? false,
            hint: t('hierarchies.donationHint'),
          } satisfies DialogField,
        ]
      : []),
    ...(has.material
      ? [
          {
            name: 'material',
            kind: 'select',
            label: t('hierarchies.material'),
            defaultValue: value?.material ?? '',
            hint: t('hierarchies.materialHint'),
            options: [none, ...materials.map((one) => ({ value: one, label: t(`hierarchies.materials.${one}`) }))],
          } satisfies DialogField,
        ]
      : []),
  ];
}

interface Placing {
  tree: ValueTree;
  place?: { hierarchyId: number; parentId: number | null } | undefined;
  moving?: TreeValue;
}

/** Where a value stands. */
export function placeField({ t }: LegacyPage, { tree, place, moving }: Placing): DialogField {
  const places = placesFor(tree, moving);
  const start = moving ?? place;
  return choiceField({
    name: 'hierarchyId',
    label: t('hierarchies.place'),
    required: true,
    defaultValue: start ? placeKey(start) : (places[0]?.key ?? ''),
    options: places.map(({ key, names }) => ({
      value: key,
      label: names.at(-1) ?? '',
      hint: names.length === 1 ? t('hierarchies.atTop') : names.slice(0, -1).join(' › '),
    })),
  });
}

type Typed = Record<string, string>;

/** The facts that were typed, as the calls take them. */
export function bodyOf(page: LegacyPage, typed: Typed): Record<string, unknown> {
  const names = nameLocales.flatMap((locale): [string, string | null][] =>
    typed[translationField(locale)] === undefined ? [] : [[locale, typed[translationField(locale)] || null]],
  );
  return {
    ...(names.length > 0 ? { translations: Object.fromEntries(names) } : {}),
    ...(typed.tare === undefined
      ? {}
      : { tare: typed.tare === '' ? null : { weight: Number(typed.tare), unit: tareUnit(page).unit } }),
    ...(typed.countsAsWaste === undefined ? {} : { countsAsWaste: typed.countsAsWaste === 'true' }),
    ...(typed.flwDestination === undefined ? {} : { flwDestination: typed.flwDestination || null }),
    ...(typed.donation === undefined ? {} : { donation: typed.donation === 'true' }),
    ...(typed.material === undefined ? {} : { material: typed.material || null }),
  };
}

/** What was changed of a value: a tare that nobody touched is not rounded to the unit that it was shown in. */
export function changesOf(
  page: LegacyPage,
  { value, fields, typed }: { value: TreeValue; fields: DialogField[]; typed: Typed },
): Record<string, unknown> {
  const started = Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === 'checkbox' ? (field.defaultChecked ? 'true' : '') : String(field.defaultValue ?? ''),
    ]),
  );
  const touched = Object.fromEntries(Object.entries(typed).filter(([name, text]) => text !== started[name]));
  return { ...bodyOf(page, touched), ...(typed.name !== value.name ? { name: typed.name } : {}) };
}
