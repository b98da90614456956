import type { SheetGuess } from './guess.rules';
import { assign, changeMeasure, columnOf, dateForms, measuresOf, type MappingJson } from './mapping-editor.rules';

/** Columns of a unit or a cost belong to a weight, so they are assigned after it. */
const LAST = ['cost', 'unit'];

/** The mapping with what the sheet says of itself. What it leaves open is taken out, so that a person has to say it. */
export function withGuesses(mapping: MappingJson, { columns, guesses, dateForm, decimal }: SheetGuess): MappingJson {
  const ordered = [...guesses].sort((a, b) => LAST.indexOf(a.role) - LAST.indexOf(b.role));
  const assigned = ordered.reduce<MappingJson>((before, { column, role, unit, currency }) => {
    const after = assign(before, { column, role, columns });
    if (role === 'weight') return changeMeasure(after, column, { unit, unitColumn: undefined });
    const carrier = measuresOf(after).find(({ costColumn }) => costColumn === column)?.column;
    return currency && typeof carrier === 'string' ? changeMeasure(after, carrier, { currency }) : after;
  }, mapping);
  const form = dateForm ? dateForms[dateForm] : null;
  const dates = { ...(assigned.dates as MappingJson), patterns: form ? [...form.patterns] : [], ...(form && { precision: form.precision }) };
  const hasLocation = columns.includes(columnOf(assigned, 'location') ?? '');
  return { ...assigned, dates, decimal, ...(hasLocation ? {} : { location: { sameAsSite: true } }) };
}
