import type { RawSummary } from '../../server/features/generate-reports/report-figures.contract';
import type { Block } from '../../server/platform/document/document.contract';
import { costText, countCell, inUnit, sourceOf, weightCell, type Writing } from './document-words';

/** What the files of a raw export hold; the events themselves are in them alone. */
export function rawExport(writing: Writing, raw: RawSummary): Block[] {
  const { t, format } = writing;
  if (raw.events === 0) return [{ kind: 'notice', text: t('reports.doc.nothing') }];
  const left = [
    ...(raw.voided > 0 ? [t('reports.doc.voided', { count: raw.voided, number: format.number(raw.voided) })] : []),
    ...(raw.notWaste > 0
      ? [t('reports.doc.notWaste', { count: raw.notWaste, number: format.number(raw.notWaste) })]
      : []),
  ];
  return [
    { kind: 'notice', text: t('reports.doc.rawFiles', { count: raw.events, number: format.number(raw.events) }) },
    {
      kind: 'figures',
      figures: [
        {
          label: t('reports.doc.weighings'),
          ...countCell(writing, raw.events),
          note: left.length > 0 ? left.join(' · ') : undefined,
        },
        {
          label: t('reports.doc.waste'),
          text: format.weight(raw.grams),
          value: inUnit(raw.grams, format),
          unit: format.unit.abbr,
          href: sourceOf(writing),
        },
        {
          label: t(raw.costs.length > 1 ? 'reports.doc.costs' : 'reports.doc.cost'),
          text: costText(writing, raw.costs),
        },
      ],
    },
    {
      kind: 'table',
      title: t('reports.doc.byLocation'),
      columns: [
        { label: t('legacy.fields.siteName'), width: 0.32 },
        { label: t('legacy.fields.locationName'), width: 0.32 },
        { label: t('reports.doc.weighings'), numeric: true },
        { label: t('reports.doc.waste'), numeric: true, side: true, unit: format.unit.abbr },
      ],
      rows: raw.locations.map((one) => [
        { text: one.siteName },
        { text: one.locationName },
        countCell(writing, one.events),
        weightCell(writing, one.grams, sourceOf(writing, { siteId: null, locationId: one.locationId })),
      ]),
      empty: '',
    },
  ];
}
