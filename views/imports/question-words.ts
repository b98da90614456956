import { createFormat, type Format, type Locale, type WeightUnit } from '../../client/ui/format';
import { dateForms, type DateForm } from '../../server/features/imports/date-forms.rules';
import type { SheetGuess } from '../../server/features/imports/guess.rules';
import { dateFormOf, stageOf, type MappingJson } from '../../server/features/imports/mapping-editor.rules';
import { record } from '../../server/features/imports/mapping-json.rules';
import type { Question } from '../../server/features/imports/question.contract';
import { sheetUnits } from '../../server/features/imports/units.rules';
import type { DateForms } from '../../server/platform/date-forms.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { readDate } from '../../server/platform/sheet/dates.rules';
import { readNumber } from '../../server/platform/sheet/numbers.rules';
import type { AskedQuestion } from './question-form';

interface Words {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  forms?: DateForms | undefined;
}

interface Known {
  guess: SheetGuess | null;
  mapping: MappingJson;
}

/** A question in plain words, with an example of the sheet and what may be said. */
export function askedOf(
  { t, ...words }: Words,
  { guess, mapping }: Known,
  { ask, error }: { ask: Question; error: string | undefined },
): AskedQuestion | null {
  const format = createFormat(words);
  const dates = record(mapping.dates);
  const choice = (value: string, label: string) => ({ value, label });
  const plain = { ask, error, hint: undefined, choices: null, kind: 'text' as const, value: '' };
  switch (ask) {
    case 'site':
      return {
        ...plain,
        title: t('imports.questions.site'),
        hint: t('imports.questions.hints.site'),
        value: String(record(mapping.site).constant ?? guess?.titlePlace ?? ''),
      };
    case 'day':
      return {
        ...plain,
        title: t('imports.questions.day'),
        hint: t('imports.questions.hints.day'),
        kind: 'date',
        value: String(dates.constant ?? ''),
      };
    case 'year':
      return {
        ...plain,
        title: t('imports.questions.year'),
        hint: t('imports.questions.hints.year'),
        kind: 'number',
        value: String(dates.year ?? ''),
      };
    case 'servingGrams':
      return {
        ...plain,
        title: t('imports.questions.servingGrams'),
        hint: t('imports.questions.hints.servingGrams'),
        kind: 'number',
        suffix: 'g',
      };
    case 'dateForm':
      return { ...plain, ...dateQuestion({ t, format }, { guess, mapping }) };
    case 'swapped': {
      const swapped = guess?.swapped;
      if (!swapped) return null;
      const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(swapped.date.text) ?? [];
      const date = format.date(`${year}-${month}-${day}`);
      const other = format.date(`${year}-${day}-${month}`);
      return {
        ...plain,
        title: t('imports.questions.swapped'),
        hint: t('imports.questions.hints.swapped', {
          text: swapped.text.text,
          textLine: swapped.text.line,
          line: swapped.date.line,
        }),
        choices: [
          choice('yes', t('imports.questions.swappedChoices.yes', { date, other })),
          choice('no', t('imports.questions.swappedChoices.no', { date })),
        ],
        value: dates.swappedDays === undefined ? '' : dates.swappedDays === true ? 'yes' : 'no',
      };
    }
    case 'decimal': {
      const cell = guess?.evidence.decimal;
      const shown = (sign: ',' | '.') => {
        const read = readNumber(cell?.text ?? '', sign);
        return read.ok
          ? format.number(read.value.value, 3)
          : t(`imports.editor.decimals.${sign === ',' ? 'comma' : 'point'}`);
      };
      return {
        ...plain,
        title: cell
          ? t('imports.questions.decimal', { cell: cell.text, line: cell.line })
          : t('imports.questions.decimalAny'),
        choices: [choice('.', shown('.')), choice(',', shown(','))],
        value: String(mapping.decimal ?? ''),
      };
    }
    case 'monthTotals':
      return {
        ...plain,
        title: t('imports.questions.monthTotals'),
        hint: t('imports.questions.hints.monthTotals'),
        choices: (['spread', 'lastOpenDay', 'firstDay'] as const).map((one) =>
          choice(one, t(`imports.editor.monthTotalsChoices.${one}`)),
        ),
        value: String(dates.monthTotals ?? ''),
      };
    case 'measure':
      // Where no column holds figures, the editor of columns is all that helps.
      if (!guess || guess.figures.length === 0) return null;
      return {
        ...plain,
        title: t('imports.questions.measure'),
        choices: guess.figures.map((column) => choice(column, column)),
      };
    case 'stage':
      return {
        ...plain,
        title: t('imports.questions.stage'),
        choices: ([8, 9, 23] as const).map((stage) => choice(String(stage), t(`imports.howRead.kinds.${stage}`))),
        value: stageOf(mapping),
      };
    case 'unit':
      return {
        ...plain,
        title: t('imports.questions.unit'),
        choices: sheetUnits.map((unit) => choice(unit, unit)),
      };
    case 'newSites':
      return {
        ...plain,
        title: t('imports.questions.newSites'),
        choices: (['create', 'refuse'] as const).map((one) =>
          choice(one, t(`imports.questions.newSitesChoices.${one}`)),
        ),
        value: String(mapping.unknownSites ?? ''),
      };
    case 'fillDown': {
      const columns = Array.isArray(mapping.fillDown) ? mapping.fillDown.map(String) : (guess?.blocks ?? []);
      // Nothing stands once a block.
      if (columns.length === 0) return null;
      return {
        ...plain,
        title: t('imports.questions.fillDown'),
        choices: [
          choice(columns.join('\n'), t('imports.questions.fillDownChoices.yes')),
          choice('no', t('imports.questions.fillDownChoices.no')),
        ],
        value: mapping.fillDown === undefined ? 'no' : columns.join('\n'),
      };
    }
    case 'stageWords':
    case 'emptyWeight':
    case 'partsDisagree':
      return null;
  }
}

/** The orders of day and month as the days that they make of the same cell; where there is no such cell, every form of dates. */
function dateQuestion(
  { t, format }: { t: Translate; format: Format },
  { guess, mapping }: Known,
): Pick<AskedQuestion, 'title' | 'choices' | 'value'> {
  const cell = guess?.unclearDay;
  const dayOf = (form: DateForm) => {
    const read = readDate(cell?.text ?? '', { ...dateForms[form], timeZone: 'UTC', year: 2024 }, 'UTC');
    return read.ok ? read.value.localDate : null;
  };
  const current = dateFormOf(mapping);
  const value = current === 'open' || current === 'other' ? '' : current;
  const orders = (['dayFirst', 'monthFirst'] as const).flatMap((form) => {
    const day = dayOf(form);
    return day === null ? [] : [{ value: form, label: format.date(day) }];
  });
  if (cell && orders.length === 2 && orders[0]?.label !== orders[1]?.label)
    return { title: t('imports.questions.dateForm', { cell: cell.text, line: cell.line }), choices: orders, value };
  return {
    title: t('imports.questions.dateFormAny'),
    choices: (
      ['dayFirst', 'monthFirst', 'yearFirst', 'named', 'dayMonth', 'monthDay', 'week', 'month', 'excel'] as const
    ).map((form) => ({ value: form, label: t(`imports.editor.dateForms.${form}`) })),
    value,
  };
}
