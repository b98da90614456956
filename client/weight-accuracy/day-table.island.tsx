import { useState, type ReactNode } from 'react';
import { accuracyOfDay } from '../../server/domain/measures/weight-accuracy.rules';
import type {
  Checkweight,
  CheckweightDay,
  CheckweightNote,
  NoteReference,
} from '../../server/features/weight-accuracy/weight-accuracy.contract';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import { defineIsland } from '../runtime/define-island';
import { refreshRegion } from '../runtime/refresh-region';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { DataTable } from '../ui/data-table';
import { createFormat, type Format, type FormatSettings } from '../ui/format';
import { LayoutProvider } from '../ui/layout-strings';
import { CheckWeightsInfo } from './check-weights-info';
import s from './day-table.module.css';
import { EditWeights } from './edit-weights';
import { NoteCell } from './note-cell';
import { words, type AccuracyTranslate } from './words';

interface DayTableProps {
  t: AccuracyTranslate;
  layout: LayoutStrings;
  settings: FormatSettings;
  locationName: string;
  days: CheckweightDay[];
  references: NoteReference[];
  mayEdit: boolean;
  longestNote: number;
  /** The part of the page above that changes with a weight. */
  summaryId: string;
}

/** The days of one location, with the weights behind each and the reason that people noted. */
function DayTable({
  t,
  layout,
  settings,
  locationName,
  days: served,
  references,
  mayEdit,
  longestNote,
  summaryId,
}: DayTableProps) {
  const format = createFormat(settings);
  const [days, setDays] = useState(served);
  const [edited, setEdited] = useState<string | null>(null);
  const change = (date: string, changed: (day: CheckweightDay) => Partial<CheckweightDay>) =>
    setDays((before) => before.map((day) => (day.date === date ? { ...day, ...changed(day) } : day)));
  const correct = (date: string, weight: Checkweight) => {
    change(date, ({ checkweights }) => ({
      checkweights: checkweights.map((one) => (one.id === weight.id ? weight : one)),
    }));
    void refreshRegion(summaryId);
  };
  const add = (date: string, weight: Checkweight) => {
    change(date, ({ checkweights }) => ({
      checkweights: [...checkweights, weight].sort((a, b) => a.timeMillis - b.timeMillis || a.id - b.id),
    }));
    void refreshRegion(summaryId);
  };
  const open = days.find(({ date }) => date === edited);
  const shared = { t, format };
  return (
    <LayoutProvider strings={layout}>
      <DataTable
        id="days"
        phone="blocks"
        caption={t('weightAccuracy.table.days', { location: locationName })}
        columns={[
          { key: 'date', label: t('weightAccuracy.column.date'), primary: true },
          { key: 'closed', label: t('weightAccuracy.column.closed') },
          { key: 'waste', label: t('weightAccuracy.column.waste'), unit: settings.unit.abbr, numeric: true },
          { key: 'check', label: t('weightAccuracy.column.check'), unit: settings.unit.abbr, numeric: true },
          { key: 'accuracy', label: t('weightAccuracy.column.accuracy'), numeric: true },
          { key: 'reason', label: t('weightAccuracy.column.reason') },
        ]}
        rows={days.map((day) => ({
          key: day.date,
          name: format.date(day.date),
          cells: [
            format.date(day.date, { style: 'weekday' }),
            day.isClosed ? t('weightAccuracy.yes') : t('weightAccuracy.no'),
            weightOf(day, day.wasteEventWeightSum, shared),
            <CheckWeights key="check" {...shared} day={day} mayEdit={mayEdit} onOpen={() => setEdited(day.date)} />,
            <Accuracy key="accuracy" {...shared} day={day} gramsPerUnit={settings.unit.gramsPerUnit} />,
            <NoteCell
              key="note"
              {...shared}
              note={day.note}
              references={references}
              longest={longestNote}
              mayEdit={mayEdit}
              onChange={(note: CheckweightNote) => change(day.date, () => ({ note }))}
            />,
          ],
        }))}
      />
      {open && (
        <EditWeights
          {...shared}
          day={open}
          locationName={locationName}
          onCorrected={(weight) => correct(open.date, weight)}
          onAdded={(weight) => add(open.date, weight)}
          onClose={() => setEdited(null)}
        />
      )}
    </LayoutProvider>
  );
}

interface Shared {
  t: AccuracyTranslate;
  format: Format;
}

/** What the bins of a day weighed, and where that is corrected; or entered, while there is nothing. */
function CheckWeights({
  mayEdit,
  onOpen,
  ...shared
}: Shared & { day: CheckweightDay; mayEdit: boolean; onOpen(): void }) {
  const { t, format, day } = shared;
  const date = format.date(day.date);
  const change = { tone: 'quiet', size: 'small', 'data-key': `weights-${day.date}`, onClick: onOpen } as const;
  if (mayEdit && !day.isClosed && day.checkweights.length === 0)
    return (
      <span className={s.check}>
        <Button {...change} aria-label={t('weightAccuracy.add.openDay', { date })}>
          {t('weightAccuracy.add.open')}
        </Button>
      </span>
    );
  return (
    <span className={s.check}>
      {weightOf(day, checkSum(day), shared)}
      <CheckWeightsInfo {...shared} />
      {mayEdit && day.isClosed && <span className={s.noEdit} />}
      {mayEdit && !day.isClosed && (
        <Button {...change} icon="edit" iconOnly>
          {t('weightAccuracy.edit.open', { date })}
        </Button>
      )}
    </span>
  );
}

const checkSum = ({ checkweights }: CheckweightDay) => checkweights.reduce((sum, { weight }) => sum + weight, 0);

function weightOf({ isClosed }: CheckweightDay, weight: number, { t, format }: Shared): ReactNode {
  return isClosed ? <Closed t={t} /> : format.number(weight, 1);
}

function Closed({ t }: Pick<Shared, 't'>) {
  return (
    <span className={s.closed} title={t('weightAccuracy.closedReason')}>
      {t('weightAccuracy.closedMark')}
    </span>
  );
}

function Accuracy({ t, format, day, gramsPerUnit }: Shared & { day: CheckweightDay; gramsPerUnit: number }) {
  // Back to the stored hundredths of a gram, so that a limit is met here exactly where the server meets it.
  const grams = (weight: number) => Math.round(weight * gramsPerUnit * 100) / 100;
  const checkGrams = day.checkweights.reduce((sum, { weight }) => sum + grams(weight), 0);
  const judged = accuracyOfDay({ closed: day.isClosed, wasteGrams: grams(day.wasteEventWeightSum), checkGrams });
  if (judged.state === 'closed') return <Closed t={t} />;
  if (judged.state === 'complete') return <>{format.percent(judged.accuracy)}</>;
  return (
    <span
      className={s.incomplete}
      title={t(checkGrams === 0 ? 'weightAccuracy.incompleteWhy.notWeighed' : 'weightAccuracy.incompleteWhy.tooLight')}
    >
      <Badge tone="attention">{t('weightAccuracy.incomplete')}</Badge> {format.percent(judged.accuracy)}
    </span>
  );
}

export const dayTable = defineIsland('weight-accuracy/day-table', DayTable, words);
export default dayTable;
