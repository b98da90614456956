import type { ReactNode } from 'react';
import type { Format } from '../../client/ui/format';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import { HeroFigure, HeroRow } from '../layout/hero-figure';

interface ImportFiguresProps {
  t: Translate;
  format: Format;
  view: ImportView;
}

/** How much goes, or went, in. */
export function ImportFigures({ t, format, view }: ImportFiguresProps) {
  const { state, eventsTaken, linesRead, linesRefused, netGrams, costs, firstDay, lastDay } = view;
  const share = linesRead === 0 ? null : (linesRead - linesRefused) / linesRead;
  const days = firstDay && lastDay ? format.range(firstDay, lastDay) : undefined;
  // Before it ran there are no events to be opened.
  const figure = state === 'CHECKED' ? undefined : importedFigure(view);
  const label =
    state === 'DONE' ? t('imports.wentIn') : state === 'UNDONE' ? t('imports.voided') : t('imports.wouldGoIn');
  return (
    <>
      <HeroRow>
        <HeroFigure
          label={label}
          value={format.number(eventsTaken)}
          figure={figure}
          comparison={t('imports.fromLines', { count: linesRead, formatted: format.number(linesRead) })}
          trust={share === null ? undefined : t('imports.goodLines', { percent: percentBelow(format, share) })}
          trustFraction={share}
        />
        {eventsTaken > 0 && (
          <HeroFigure
            second
            figure={figure}
            label={t('imports.weight')}
            value={format.weight(netGrams, { unit: false })}
            unit={format.unit.abbr}
            comparison={days}
          />
        )}
        {eventsTaken > 0 && (
          <HeroFigure
            second
            figure={figure}
            label={t('imports.cost')}
            value={
              costs.length > 0 ? costs.map(({ currency, amount }) => format.money(amount, currency)).join(' + ') : null
            }
            missing={t('imports.noCost')}
          />
        )}
      </HeroRow>
      <DescriptionList items={factsOf({ t, format, view })} />
    </>
  );
}

/** Whatever became of them: an import that was undone is the events that it voided. */
export const importedFigure = ({ id, state }: Pick<ImportView, 'id' | 'state'>) =>
  ({
    of: { kind: 'imported' },
    filters: { importBatchId: id, counts: 'all', state: state === 'UNDONE' ? 'voided' : 'all' },
  }) as const;

/** Rounded down, so that a single refused line never reads as none. */
function percentBelow(format: Format, share: number): string {
  const shown = Math.floor(share * 1_000) / 1_000;
  return format.percent(shown, { decimals: Number.isInteger(Math.round(shown * 1_000) / 10) ? 0 : 1 });
}

function factsOf({ t, format, view }: ImportFiguresProps): { term: string; value: ReactNode }[] {
  const { state, eventsKnown, linesRefused, unknownSites, sitesCreated } = view;
  const facts = [
    {
      term: t('imports.known'),
      value: eventsKnown > 0 ? t('imports.knownHint', { events: format.number(eventsKnown) }) : format.number(0),
    },
    {
      term: t('imports.refusedLines'),
      value: linesRefused > 0 ? <a href="#problems">{format.number(linesRefused)}</a> : format.number(0),
    },
  ];
  if (state !== 'CHECKED') return [...facts, { term: t('imports.sitesCreated'), value: format.number(sitesCreated) }];
  const count = format.number(unknownSites.count);
  const sites =
    unknownSites.count === 0 ? (
      count
    ) : (
      <a href="#sites">
        {t(unknownSites.created ? 'imports.newSitesCreated' : 'imports.newSitesRefused', { sites: count })}
      </a>
    );
  return [...facts, { term: t('imports.newSites'), value: sites }];
}
