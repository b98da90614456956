import type { AskedQuestion } from '../../../views/imports/question-form';
import type { ProblemGroup } from '../../../views/imports/problem-groups';
import type { Reading } from '../../../views/imports/how-read';
import { createFormat, type Format } from '../../../client/ui/format';
import type { Failure } from '../../platform/errors';
import type { Context } from '../../platform/http/define-route';
import { sentence, type Translate } from '../../platform/i18n/messages';
import { readDate } from '../../platform/sheet/dates.rules';
import { readNumber } from '../../platform/sheet/numbers.rules';
import { weightUnits } from '../../platform/weight-units.rules';
import { assumptionsOf } from './assumptions.rules';
import { dateForms, type DateForm } from './date-forms.rules';
import { faultSentence, getImport } from './import.presentation';
import { mayChange } from './import.rules';
import type { ImportView } from './import.contract';
import { groupErrors, type StoredImport } from './import.store';
import { findUse } from './kept-mapping.store';
import { dateFormOf, stageOf, type MappingJson } from './mapping-editor.rules';
import { record } from './mapping-json.rules';
import type { Question } from './question.contract';
import { draftOf, firstWeighings, headOf, unitOfPerson, type Draft } from './reading.service';
import { remedyFor } from './remedies.rules';
import { guessOf } from './sheet-preview';
import { storedMapping } from './import-run.service';
import { SheetError } from '../../platform/sheet/sheet.errors';

export interface Conversation {
  question: AskedQuestion | null;
  /** Somebody changes what was assumed. */
  changes: boolean;
  reading: Reading | null;
  groups: ProblemGroup[];
}

type RequestContext = Context<'VIEW_DATA_MANAGER'>;
type Known = Pick<Draft, 'guess' | 'mapping'>;

const nothing: Conversation = { question: null, changes: false, reading: null, groups: [] };

/** What is asked about a sheet, or how it is read. */
export async function conversationOf(
  context: RequestContext,
  view: ImportView,
  { ask, failure }: { ask: Question | undefined; failure: Failure | undefined },
): Promise<Conversation> {
  const { t, db, actor, locale } = context;
  const key = { organisationId: actor.organisation.id, id: view.id };
  const found = await getImport(db, key);
  if (!mayChange({ ...found }) && view.state !== 'CHECKING')
    return { ...nothing, groups: await groupsOf(context, found) };
  const format = createFormat({ locale, unit: actor.unit, timeZone: actor.organisation.timeZone });
  const words = { t, format };
  const error = failure?.options.fields?.find(({ field }) => field === 'value');
  const said = error && sentence(t, error.code, error.params);
  if (view.state === 'UPLOADED') {
    const draft = await draftOf(db, key, { answers: found.totals.answers, unit: unitOfPerson(actor.unit.abbr) });
    const [next] = draft.open;
    return { ...nothing, question: next ? askedOf(words, draft, { ask: next, error: said }) : null };
  }
  const mapping = storedMapping(found);
  if (!mapping || view.state === 'FAILED') return nothing;
  const { guess } = await guessOf(db, key, headOf(found));
  const use = await findUse(db, { organisationId: key.organisationId, batchId: view.id });
  return {
    question:
      ask && view.state === 'CHECKED'
        ? askedOf(words, { guess, mapping: found.mapping as MappingJson }, { ask, error: said })
        : null,
    changes: true,
    reading: {
      weighings: await weighingsOf(context, key, found),
      assumptions: assumptionsOf(mapping, guess),
      recognised: use?.name ?? null,
    },
    groups: await groupsOf(context, found),
  };
}

async function weighingsOf({ db }: RequestContext, key: { organisationId: number; id: number }, found: StoredImport) {
  const mapping = storedMapping(found);
  try {
    return mapping ? await firstWeighings(db, key, mapping) : [];
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return [];
  }
}

async function groupsOf({ db, t, actor }: RequestContext, found: StoredImport): Promise<ProblemGroup[]> {
  const mapping = storedMapping(found);
  const groups = await groupErrors(db, { organisationId: actor.organisation.id, id: found.id });
  return groups.map(({ code, column, lines, firstLine, params, raws }) => ({
    key: `${code} ${column ?? ''}`,
    reason: code === 'import.unknownSite' ? t('imports.groups.unknownSites') : faultSentence(t, { code, params }),
    column: code === 'import.unknownSite' ? null : column,
    lines,
    firstLine,
    raw: raws.find((raw) => raw !== '')?.slice(0, 60) ?? '',
    remedy: mapping ? remedyFor({ code, column, raws }, mapping) : null,
  }));
}

interface Words {
  t: Translate;
  format: Format;
}

/** A question in plain words, with an example of the sheet and what may be said. */
function askedOf(
  { t, format }: Words,
  { guess, mapping }: Known,
  { ask, error }: { ask: Question; error: string | undefined },
): AskedQuestion | null {
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
        choices: weightUnits.map((unit) => choice(unit, unit)),
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
      return {
        ...plain,
        title: t('imports.questions.fillDown'),
        choices: [
          choice(columns.join('\n') || 'yes', t('imports.questions.fillDownChoices.yes')),
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
  { t, format }: Words,
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
