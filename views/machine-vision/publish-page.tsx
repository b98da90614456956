import { Button } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { BatchRow, PlannedAnswer, VisionDone } from '../../server/features/machine-vision/vision.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import { answerIn, type Writing } from './vision-words';
import s from './vision.module.css';

type Batch = Omit<BatchRow, 'publishedAt' | 'undoneAt'> & {
  publishedAt: string;
  undoneAt: string | null;
  undoable: boolean;
};

interface PublishPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  path: string;
  /** Before a batch's id. */
  batchPath: string;
  /** Before an event's id. */
  eventsPath: string;
  back: string;
  planned: PlannedAnswer[];
  batches: Batch[];
  undoDays: number;
  done: NonNullable<VisionDone> | null;
  refused: FormFailure | null;
}

/** What publishing the answers would change, and what was published before. */
export function PublishPage(props: PublishPageProps) {
  const { t, settings, title, back, done, refused } = props;
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('machineVision.publish.sentence')}
        back={{ label: t('machineVision.title'), href: back }}
      />
      {done && <Notice tone="success">{t(`machineVision.done.${done}`)}</Notice>}
      {refused && <Notice tone="error">{refused.fields[0]?.sentence ?? refused.sentence}</Notice>}
      <Ready {...props} format={format} />
      <Batches {...props} format={format} />
    </>
  );
}

type Parts = PublishPageProps & Writing;

function Ready({ t, format, path, planned, eventsPath }: Parts) {
  const may = planned.filter(({ outcome }) => outcome !== 'refused');
  const refused = planned.filter(({ outcome }) => outcome === 'refused');
  const changed = may.filter(({ outcome }) => outcome === 'changes').length;
  if (planned.length === 0)
    return <EmptyState title={t('machineVision.publish.none')} sentence={t('machineVision.publish.noneSentence')} />;
  return (
    <>
      {may.length > 0 && (
        <Section
          id="ready"
          title={t('machineVision.publish.ready', { count: may.length, number: format.number(may.length) })}
          sentence={t('machineVision.publish.readySentence', {
            count: changed,
            number: format.number(changed),
          })}
        >
          <Rows {...{ t, format, eventsPath }} planned={may} />
          <PostForm action={path}>
            <input type="hidden" name="labels" value={may.map(({ labelId }) => labelId).join()} />
            <Button type="submit" tone="primary">
              {t('machineVision.publish.submit', { count: may.length, number: format.number(may.length) })}
            </Button>
          </PostForm>
        </Section>
      )}
      {refused.length > 0 && (
        <Section
          id="refused"
          title={t('machineVision.publish.refused')}
          sentence={t('machineVision.publish.refusedSentence')}
        >
          <Rows {...{ t, format, eventsPath }} planned={refused} />
        </Section>
      )}
    </>
  );
}

function Rows({ t, format, planned, eventsPath }: Writing & { planned: readonly PlannedAnswer[]; eventsPath: string }) {
  return (
    <ul className={s.rows}>
      {planned.map(({ labelId, label, partNames, event, outcome, refusal }) => (
        <li key={labelId} className={s.row}>
          <div>
            <p>
              {format.weight(event.netGrams, { decimals: 2 })} · {event.locationName}
            </p>
            <p className={s.under}>{format.dateTime(event.occurredAt, event.timeZone)}</p>
          </div>
          <div>
            <p>
              {event.itemName ?? t('machineVision.noItem')} →{' '}
              <strong>{answerIn({ t, format }, { kind: label.kind, parts: partNames })}</strong>
            </p>
            <p className={s.under}>
              {refusal ??
                t(
                  outcome === 'same'
                    ? 'machineVision.publish.same'
                    : `machineVision.publish.effects.${label.kind === 'unreadable' ? 'item' : label.kind}`,
                )}
            </p>
          </div>
          <a href={`${eventsPath}/${event.eventId}`}>
            {t('machineVision.publish.change')}
            <span className="visually-hidden"> {event.eventId}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Batches({ t, format, batches, batchPath, undoDays }: Parts) {
  if (batches.length === 0) return null;
  return (
    <Section
      id="batches"
      title={t('machineVision.publish.batches')}
      sentence={t('machineVision.publish.batchesSentence', { days: undoDays })}
    >
      <ul className={s.rows}>
        {batches.map((batch) => (
          <li key={batch.batchId} className={s.row}>
            <div>
              <p>{format.dateTime(batch.publishedAt)}</p>
              <p className={s.under}>{batch.byName}</p>
            </div>
            <div>
              <p>{t('machineVision.publish.events', { count: batch.events, number: format.number(batch.events) })}</p>
              <p className={s.under}>
                {batch.undoneAt === null
                  ? t('machineVision.publish.changed', { count: batch.changed, number: format.number(batch.changed) })
                  : `${t('machineVision.publish.undoneAt', { time: format.dateTime(batch.undoneAt) })}${
                      batch.left > 0
                        ? ` · ${t('machineVision.publish.left', { count: batch.left, number: format.number(batch.left) })}`
                        : ''
                    }`}
              </p>
            </div>
            {batch.undoable && (
              <PostForm
                action={`${batchPath}/${batch.batchId}/undo`}
                data-confirm={t('machineVision.publish.undoConfirm', {
                  count: batch.events,
                  number: format.number(batch.events),
                })}
                data-confirm-yes={t('machineVision.publish.undo')}
              >
                <Button type="submit" size="small">
                  {t('machineVision.publish.undo')}
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
