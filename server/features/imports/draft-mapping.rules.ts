import type { WeightUnitCode } from '../../platform/weight-units.rules';
import { dateForms, type DateForm } from './date-forms.rules';
import { dayOfHead } from './guess-days.rules';
import type { SheetGuess } from './guess.rules';
import { withGuesses } from './guessed-mapping.rules';
import { assign, changeMeasure, measuresOf, withConstant, withDateForm, withDay } from './mapping-editor.rules';
import { listOf, record, without, type MappingJson } from './mapping-json.rules';
import { headsOf, wideColumns, wideMeasure, withHeads, withWideMeasure } from './mapping-wide.rules';
import { missingRoles } from './missing-roles.rules';
import type { Answer, Question } from './question.contract';

/** Kitchen waste: what a sheet weighs that says nothing of where the waste arose. */
const USUAL_STAGE = 8;

/** A mapping that reads the sheet: what it says of itself, and the usual answer to what it leaves open. */
export function draftMapping(
  generic: MappingJson,
  guess: SheetGuess,
  { unit, create = true }: { unit: WeightUnitCode; create?: boolean },
): MappingJson {
  const guessed = placesAsSites(withGuesses(generic, guess));
  const known = guess.wide && headsOf(guessed) === '' ? withHeads(guessed, 'item') : guessed;
  const hasBlocks = guess.blocks.length > 0;
  const filters = [guess.counts, guess.voids].filter((filter) => filter !== null);
  const measures = measuresOf(known).map((measure) => ({
    ...measure,
    ...(needsUnit(measure) && { unit }),
    ...((hasBlocks || guess.emptyWords.length > 0) && { whenEmpty: 'skip' }),
  }));
  const withUnit = known.wide !== undefined && needsUnit(wideMeasure(known)) ? withWideMeasure(known, { unit }) : known;
  return {
    ...withUnit,
    measures,
    ...(known.stage === undefined && { stage: { constant: guess.titleStage ?? USUAL_STAGE } }),
    ...(hasBlocks && { fillDown: guess.blocks }),
    ...(filters.length > 0 && { filters }),
    ...(guess.emptyWords.length > 0 && { emptyWords: guess.emptyWords }),
    ...blocksIn(withUnit, guess),
    ...(guess.recordId !== null && { recordId: { column: guess.recordId } }),
    unknownSites: create ? 'create' : 'refuse',
  };
}

/** Of a sheet of blocks, the first of which begins with what stands above the table. */
function blocksIn(mapping: MappingJson, { blockTitles, titlePlace }: SheetGuess): MappingJson {
  const subjects = blockTitles.filter((subject) =>
    subject === 'site'
      ? titlePlace !== null && record(mapping.site).column === ''
      : record(mapping.dates).constant !== undefined,
  );
  if (subjects.length === 0) return {};
  return {
    blockTitles: subjects,
    ...(subjects.includes('site') && { site: { constant: titlePlace }, location: { sameAsSite: true } }),
  };
}

/** The only places that a sheet names are its kitchens, whatever it calls them. */
function placesAsSites(mapping: MappingJson): MappingJson {
  const [site, location] = [record(mapping.site), record(mapping.location)];
  return site.column === '' && typeof location.column === 'string'
    ? { ...mapping, site: { column: location.column }, location: { sameAsSite: true } }
    : mapping;
}

const needsUnit = ({ kind, unit, unitColumn }: MappingJson) => kind !== 'servings' && !unit && !unitColumn;

const ASKED: Partial<Record<ReturnType<typeof missingRoles>[number], Question>> = {
  date: 'day',
  dateForm: 'dateForm',
  year: 'year',
  site: 'site',
  measure: 'measure',
  decimal: 'decimal',
  servingGrams: 'servingGrams',
  monthTotals: 'monthTotals',
};

/** What only a person can say, in the order in which it is asked. */
export function openQuestions(
  mapping: MappingJson,
  { columns, swapped }: { columns: readonly string[]; swapped: boolean },
): Question[] {
  const missing = missingRoles(mapping, columns).flatMap((role) => ASKED[role] ?? []);
  return swapped && record(mapping.dates).swappedDays === undefined ? ['swapped', ...missing] : missing;
}

/** The mapping with what somebody answered, or changed. */
export function withAnswer(
  mapping: MappingJson,
  { ask, value }: Answer,
  { columns, unit }: { columns: readonly string[]; unit: WeightUnitCode },
): MappingJson {
  const dates = record(mapping.dates);
  switch (ask) {
    case 'site':
      return withConstant(mapping, 'site', value);
    case 'day':
      return withDay(mapping, value);
    case 'dateForm':
      return value in dateForms ? withDateForm(mapping, value as DateForm) : mapping;
    case 'swapped':
      return { ...mapping, dates: { ...dates, swappedDays: value === 'yes' } };
    case 'year':
      return withYear(mapping, Number(value));
    case 'decimal':
      return { ...mapping, decimal: value };
    case 'monthTotals':
      return { ...mapping, dates: { ...dates, monthTotals: value } };
    case 'measure':
      return changeMeasure(assign(mapping, { column: value, role: 'weight', columns }), value, { unit });
    case 'servingGrams':
      return withGrams(mapping, Number(value));
    case 'stage':
      return withStage(mapping, Number(value));
    case 'stageWords':
      return withStageWords(mapping, value);
    case 'unit':
      return withUnit(mapping, value);
    case 'newSites':
      return { ...mapping, unknownSites: value === 'refuse' ? 'refuse' : 'create' };
    case 'fillDown':
      return value === 'no'
        ? without(mapping, 'fillDown')
        : { ...mapping, fillDown: [...new Set([...texts(mapping.fillDown), ...value.split('\n')])] };
    case 'emptyWeight':
      return { ...mapping, measures: measuresOf(mapping).map((measure) => ({ ...measure, whenEmpty: 'skip' })) };
    case 'partsDisagree':
      return { ...mapping, total: { ...record(mapping.total), otherwise: 'take' } };
  }
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function withYear(mapping: MappingJson, year: number): MappingJson {
  const next = { ...mapping, dates: { ...record(mapping.dates), year } };
  if (headsOf(mapping) !== 'day') return next;
  const columns = wideColumns(mapping).map((one) => ({ ...one, value: dayOfHead(String(one.value), year) }));
  return { ...next, wide: { ...record(mapping.wide), columns } };
}

function withGrams(mapping: MappingJson, gramsPerServing: number): MappingJson {
  const inMeasures = {
    ...mapping,
    measures: measuresOf(mapping).map((measure) =>
      measure.kind === 'servings' && typeof measure.gramsPerServing !== 'object'
        ? { ...measure, gramsPerServing }
        : measure,
    ),
  };
  return wideMeasure(mapping).kind === 'servings' ? withWideMeasure(inMeasures, { gramsPerServing }) : inMeasures;
}

/** Of the whole sheet; what its columns say by themselves is put aside. */
function withStage(mapping: MappingJson, constant: number): MappingJson {
  return { ...mapping, stage: { constant } };
}

/** `8` and below it the words that mean it, a line each. */
function withStageWords(mapping: MappingJson, value: string): MappingJson {
  const [stage, ...words] = value.split('\n');
  const known = record(mapping.stage);
  const values = { ...record(known.values), ...Object.fromEntries(words.map((word) => [word, Number(stage)])) };
  return { ...mapping, stage: { ...known, values } };
}

function withUnit(mapping: MappingJson, unit: string): MappingJson {
  const change = (measure: MappingJson) =>
    measure.kind === 'servings' ? measure : { ...without(measure, 'unitColumn'), unit };
  const inMeasures = { ...mapping, measures: listOf(mapping.measures).map(change) };
  return mapping.wide === undefined || wideMeasure(mapping).kind === 'servings'
    ? inMeasures
    : withWideMeasure(inMeasures, { unit, unitColumn: undefined });
}
