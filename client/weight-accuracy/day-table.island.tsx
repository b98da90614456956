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
  const open = days.find(({ date }) => date === edited);
  const shared = { t, format };
  return (
    <LayoutProvider strings={layout}>
      <DataTable
        id="days"
        caption={t('weightAccuracy.table.days', { location: locationName })}
        columns={[
          { key: 'date', label: t('weightAccuracy.column.date'), primary: true },
          { key: 'closed', label: t('weightAccuracy.column.closed') },
          { key: 'waste', label: t('weightAccuracy.column.waste'), unit: settings.unit.abbr, numeric: true },
          { key: 'check', label: t('weightAccuracy.column.check'), unit: settings.unit.abbr, numeric: true },
          { key: 'accuracy', label: t('weightAccuracy.column.accuracy'), numeric: true, primary: 'side' },
          { key: 'reason', label: t('weightAccuracy.column.reason') },
        ]}
        rows={days.map((day) => ({
          key: day.date,
          name: format.date(day.date),
          cells: [
            format.date(day.date, { style: 'weekday' }),
            day.isClosed ? t('weightAccuracy.yes') : t('weightAccuracy.no'),
            weightOf(day, day.wasteEventWeightSum, shared),
            <span key="check" className={s.check}>
              {weightOf(day, checkSum(day), shared)}
              <CheckWeightsInfo {...shared} day={day} />
              {mayEdit && !day.isClosed && day.checkweights.length > 0 ? (
                <Button tone="quiet" size="small" icon="edit" iconOnly onClick={() => setEdited(day.date)}>
                  {t('weightAccuracy.edit.open', { date: format.date(day.date) })}
                </Button>
              ) : (
                mayEdit && <span className={s.noEdit} />
              )}
            </span>,
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
