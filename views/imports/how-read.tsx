import { DataTable } from '../../client/ui/data-table';
import type { Format } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import type { Assumption } from '../../server/features/imports/assumptions.rules';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { ReadWeighing } from '../../server/features/imports/sheet-guess.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Section } from '../layout/section';
import { assumptionSentence, newSitesSentence } from './assumption-words';
import s from './how-read.module.css';

export interface Reading {
  weighings: ReadWeighing[];
  assumptions: Assumption[];
  /** Of a kept mapping that reads it. */
  recognised: string | null;
}

interface HowReadProps {
  t: Translate;
  format: Format;
  view: ImportView;
  reading: Reading;
  mayChange: boolean;
}

const cellsShown = 8;

/** The first weighings beside the lines that they come from, and what was assumed to get there. */
export function HowRead({ t, format, view, reading, mayChange }: HowReadProps) {
  const { weighings, assumptions, recognised } = reading;
  const sites = newSitesSentence({ t, format, sites: view.unknownSites });
  const change = (what: Assumption['change']) =>
    what === 'columns' ? `/imports/${view.id}/mapping` : `/imports/${view.id}?ask=${what}`;
  const rows = [
    ...assumptions.map((one) => ({ text: assumptionSentence({ t, format }, one), change: one.change })),
    ...(sites ? [{ text: sites, change: 'newSites' as const }] : []),
  ];
  return (
    <Section
      id="how-read"
      title={t('imports.howRead.title')}
      sentence={recognised ? t('imports.howRead.recognised', { name: recognised }) : t('imports.howRead.sentence')}
    >
      {weighings.length > 0 && <Weighings t={t} format={format} weighings={weighings} />}
      <h3 className={s.heading}>{t('imports.howRead.assumptions')}</h3>
      <ul className={s.assumptions}>
        {rows.map(({ text, change: what }) => (
          <li key={text}>
            <span>{text}</span>
            {mayChange && (
              <a href={change(what)}>
                {t('imports.howRead.change')}
                <span className="visually-hidden">: {text}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Weighings({ t, format, weighings }: Pick<HowReadProps, 't' | 'format'> & { weighings: ReadWeighing[] }) {
  const hasCost = weighings.some(({ event }) => event.costAmount !== undefined);
  const hasItem = weighings.some(({ event }) => event.itemName !== undefined);
  return (
    <DataTable
      id="import-first-weighings"
      caption={t('imports.howRead.title')}
      phone="blocks"
      columns={[
        { key: 'line', label: t('imports.howRead.line'), primary: true },
        { key: 'day', label: t('imports.howRead.day') },
        { key: 'site', label: t('imports.howRead.site') },
        ...(hasItem ? [{ key: 'item', label: t('imports.howRead.item') }] : []),
        { key: 'kind', label: t('imports.howRead.kind') },
        { key: 'weight', label: t('imports.howRead.weight'), numeric: true },
        ...(hasCost ? [{ key: 'cost', label: t('imports.howRead.cost'), numeric: true }] : []),
      ]}
      rows={weighings.map(({ line, raw, event }, at) => ({
        key: String(at),
        name: event.itemName ?? event.siteName,
        cells: [
          raw === null ? (
            <span className={s.quiet}>{t('imports.howRead.sameLine')}</span>
          ) : (
            <>
              {format.number(line)}
              <span className={s.raw}>{rawOf(raw)}</span>
            </>
          ),
          format.date(event.localDate),
          event.locationName === event.siteName ? event.siteName : `${event.siteName} · ${event.locationName}`,
          ...(hasItem
            ? [event.itemName ?? <Missing key="item" reason={t('imports.howRead.noItem')} align="start" />]
            : []),
          t(`global.stage${event.stageId}`),
          weightOf(format, event),
          ...(hasCost
            ? [
                event.costAmount === undefined ? (
                  <Missing key="cost" reason={t('imports.howRead.noCost')} />
                ) : (
                  format.money(event.costAmount, event.currency ?? '')
                ),
              ]
            : []),
        ],
      }))}
    />
  );
}

const rawOf = (cells: readonly string[]) => {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.slice(0, cellsShown).join(' · ').slice(0, 160) + (filled.length > cellsShown ? ' …' : '');
};

/** As it was weighed: rounded to the person's unit, a small weight would look like another. */
const weightOf = (format: Format, { enteredValue, enteredUnit, netGrams }: ReadWeighing['event']): string =>
  enteredUnit === 'serving'
    ? format.weight(netGrams)
    : `${format.number(enteredValue, Math.min(String(enteredValue).split('.')[1]?.length ?? 0, 4))}\u202f${enteredUnit}`;
