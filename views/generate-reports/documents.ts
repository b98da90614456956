import { createFormat, type FormatSettings } from '../../client/ui/format';
import { leastCoverage } from '../../server/domain/measures/volume-ratios.rules';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { ReportParameters } from '../../server/features/generate-reports/generate-reports.contract';
import type { ReportFigures } from '../../server/features/generate-reports/report-figures.contract';
import { grainOf, isOfStage } from '../../server/features/generate-reports/report-kinds.rules';
import type { Block, DocumentLogo, ReportDocument } from '../../server/platform/document/document.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { Writing } from './document-words';
import { donationStatement } from './donation-document';
import { impactNotes, impactUpdate } from './impact-document';
import { compliance, flwInventory, goalProgress, siteComparison } from './place-documents';
import { rawExport } from './raw-document';
import { volumeAdjusted } from './volume-document';
import { managerSummary, teamSheet, topItems } from './waste-documents';

interface Described {
  t: Translate;
  settings: FormatSettings;
  parameters: ReportParameters;
  figures: ReportFigures;
  organisation: { name: string; simulated: boolean; trackingLimit: number };
  /** As it is kept with the document; null for none. */
  logo: Omit<DocumentLogo, 'alt'> | null;
  /** Of the site or location; null for everything that is seen. */
  place: string | null;
  /** Not everything is seen by whoever asked. */
  restricted: boolean;
  now: Date;
}

/** A report in words: all of its languages' sentences are put together here. */
export function documentOf({
  t,
  settings,
  parameters,
  figures,
  organisation,
  logo,
  place,
  restricted,
  now,
}: Described): ReportDocument {
  const format = createFormat(settings);
  const writing: Writing = { t, format, parameters, limit: organisation.trackingLimit };
  const { kind, start, end, stageId } = parameters;
  const made = t('reports.doc.made', { when: format.dateTime(now) });
  return {
    title: t(`reports.kinds.${kind}.name`),
    subtitle: [
      organisation.name,
      place ?? t(restricted ? 'reports.doc.allSeen' : 'reports.doc.everything'),
      ...(grainOf[kind] === 'now' ? [] : [format.range(start, end)]),
      ...(isOfStage(kind) ? [stageName(t, stageId)] : []),
    ],
    locale: format.locale,
    simulated: organisation.simulated,
    ...(logo && { logo: { ...logo, alt: organisation.name } }),
    blocks: [
      ...(organisation.simulated ? [{ kind: 'paragraph' as const, text: t('global.simulatedReason') }] : []),
      ...blocksOf(writing, figures),
    ],
    notes: [
      ...(figures.kind === 'impactUpdate' ? impactNotes(writing, figures) : []),
      ...notesOf(writing, { restricted }),
    ],
    footer: `${organisation.name} · ${made}`,
  };
}

function blocksOf(writing: Writing, figures: ReportFigures): Block[] {
  switch (figures.kind) {
    case 'teamSheet':
      return wasteOr(writing, figures.waste.total.grams, () => teamSheet(writing, figures.waste));
    case 'managerSummary':
      return wasteOr(writing, figures.waste.total.grams, () => managerSummary(writing, figures.waste));
    case 'topItems':
      return topItems(writing, figures.rows);
    case 'siteComparison':
      return siteComparison(writing, figures.sites);
    case 'compliance':
      return compliance(writing, figures.sites);
    case 'goalProgress':
      return goalProgress(writing, figures);
    case 'flwInventory':
      return flwInventory(writing, figures.inventory);
    case 'impactUpdate':
      return impactUpdate(writing, figures);
    case 'donationStatement':
      return donationStatement(writing, figures);
    case 'volumeAdjusted':
      return volumeAdjusted(writing, figures.metrics);
    case 'rawExport':
      return rawExport(writing, figures.raw);
  }
}

const wasteOr = ({ t }: Writing, grams: number, blocks: () => Block[]): Block[] =>
  grams > 0 ? blocks() : [{ kind: 'notice', text: t('reports.doc.nothing') }];

const notes = {
  teamSheet: ['weights', 'baseline', 'tracked'],
  managerSummary: ['weights', 'costs', 'baseline', 'tracked'],
  siteComparison: ['baseline', 'unreliable', 'tracked'],
  topItems: ['weights', 'costs'],
  goalProgress: ['goals'],
  flwInventory: ['flw', 'weights', 'tracked'],
  compliance: ['compliance', 'tracked'],
  impactUpdate: ['tracked', 'unreliable'],
  donationStatement: ['donations'],
  volumeAdjusted: ['ratios', 'ratioDays', 'costs', 'tracked'],
  rawExport: ['raw'],
} as const;

function notesOf({ t, format, parameters, limit }: Writing, { restricted }: { restricted: boolean }): string[] {
  const said = { limit: format.percent(limit) };
  return [
    ...notes[parameters.kind].map((note) =>
      note === 'unreliable'
        ? t('reports.note.unreliable', said)
        : note === 'ratioDays'
          ? t('reports.note.ratioDays', { least: format.percent(leastCoverage / 100) })
          : t(`reports.note.${note}`),
    ),
    ...(restricted ? [t('reports.note.restricted')] : []),
    t('reports.note.frozen'),
  ];
}
