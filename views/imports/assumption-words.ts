import type { Format } from '../../client/ui/format';
import type { Assumption } from '../../server/features/imports/assumptions.rules';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { HeadRole } from '../../server/features/imports/wide-heads.rules';
import type { Translate } from '../../server/platform/i18n/messages';

interface Words {
  t: Translate;
  format: Format;
}

const listShown = 6;
const listOf = (names: readonly string[]) =>
  names.slice(0, listShown).join(', ') + (names.length > listShown ? ' …' : '');

/** What was assumed, as one short sentence. */
export function assumptionSentence({ t, format }: Words, one: Assumption): string {
  const kinds = (words: [string, 8 | 9 | 23][]) =>
    listOf(
      words.map(([word, stage]) =>
        t('imports.howRead.assume.stagePair', { word, stage: t(`imports.howRead.kinds.${stage}`) }),
      ),
    );
  switch (one.is) {
    case 'unitHeading':
    case 'unitTitle':
      return t(`imports.howRead.assume.${one.is}`, { unit: one.unit, cell: one.cell });
    case 'unitCells':
    case 'unitUsual':
      return t(`imports.howRead.assume.${one.is}`, { unit: one.unit });
    case 'unitColumn':
    case 'fillDown':
    case 'total':
    case 'recordId':
      return t(`imports.howRead.assume.${one.is}`, { column: one.column });
    case 'dates': {
      const sentence = t(`imports.howRead.assume.dates.${one.form}`);
      return one.cell
        ? t('imports.howRead.assume.datesCell', { sentence, cell: one.cell.text, line: one.cell.line })
        : sentence;
    }
    case 'day':
      return t('imports.howRead.assume.day', { day: format.date(one.day) });
    case 'month':
      return t('imports.howRead.assume.month', { column: one.column, range: format.range(one.from, one.to) });
    case 'inHeads':
    case 'siteSheets':
    case 'swapped':
    case 'notSwapped':
      return t(`imports.howRead.assume.${one.is}`);
    case 'year':
      return t('imports.howRead.assume.year', { year: one.year });
    case 'monthTotals':
      return t(`imports.howRead.assume.monthTotals.${one.choice}`);
    case 'stage':
      return t('imports.howRead.assume.stage', { stage: t(`imports.howRead.kinds.${one.stage}`) });
    case 'stageColumns':
      return t('imports.howRead.assume.stageColumns', { list: kinds(one.words) });
    case 'stageWords':
      return t('imports.howRead.assume.stageWords', { column: one.column, list: kinds(one.words) });
    case 'site':
      return t('imports.howRead.assume.site', { site: one.site });
    case 'wide':
      return t('imports.howRead.assume.wide', {
        n: one.n,
        what: t(`imports.editor.heads.${one.heads as HeadRole}`).toLocaleLowerCase(),
      });
    case 'worksheets':
    case 'sheetsNotRead':
      return t(`imports.howRead.assume.${one.is}`, { names: listOf(one.names) });
    case 'notRead':
      return t('imports.howRead.assume.notRead', { columns: listOf(one.columns) });
  }
}

/** Sites that the import brings along, or leaves out; null where it knows all. */
export function newSitesSentence({ t, format, sites }: Words & { sites: ImportView['unknownSites'] }): string | null {
  if (sites.count === 0) return null;
  const more = sites.count - Math.min(sites.names.length, listShown);
  const names = [...sites.names].sort((a, b) => a.localeCompare(b)).slice(0, listShown);
  const all = more > 0 ? [...names, t('imports.howRead.assume.moreSites', { formatted: format.number(more) })] : names;
  const listed = all.join(', ');
  return sites.created
    ? t('imports.howRead.assume.newSites', { count: sites.count, names: listed })
    : t('imports.howRead.assume.refusedSites', { names: listed });
}
