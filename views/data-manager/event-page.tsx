import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { EventFamily, EventReview } from '../../server/domain/events/event-family.contract';
import type { EventRevision, WasteEvent } from '../../server/domain/events/event-list.contract';
import type { EventStep } from '../../server/features/data-manager/event-form.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import { DataTabs, type OpenTabs } from './data-tabs';
import s from './data.module.css';
import { EventStage, EventTime, addressOf, costOf, type Writing } from './event-cells';
import { EventHistory } from './event-history';
import { NotSaved } from './not-saved';

interface EventPageProps {
  t: Translate;
  /** The zone is that of its location. */
  settings: FormatSettings;
  event: WasteEvent;
  /** Newest first. */
  revisions: EventRevision[];
  /** The newest revision; 0 for none. */
  standing: number;
  family: EventFamily;
  review: EventReview | null;
  /** What the price list would make of its cost now; null where nothing would differ. */
  recost: { costAmount: string | null; costCurrency: string | null } | null;
  mayEdit: boolean;
  tabs: OpenTabs;
  done: EventStep | 'corrected' | 'split' | null;
  refused: FormFailure | null;
}

/** Everything that is known of an event, what became of it, and what may be done with it. */
export function EventPage(props: EventPageProps) {
  const { t, settings, event, revisions, review, mayEdit, tabs, done, refused } = props;
  const format = createFormat(settings);
  const writing = { t, format };
  return (
    <>
      <PageHeader
        title={t('legacy.events.one', { id: event.eventId })}
        sentence={`${event.locationName}, ${event.siteName} · ${format.dateTime(event.occurredAt)}`}
        badge={event.voidedAt !== null && <Badge>{t('legacy.events.voided')}</Badge>}
        back={{ label: t('dataManager.title'), href: '/data-manager' }}
        actions={
          mayEdit &&
          event.voidedAt === null && (
            <>
              <LinkButton tone="primary" href={`${addressOf(event)}/correct`}>
                {t('dataManager.event.correct')}
              </LinkButton>
              {event.netGrams > 0 && (
                <LinkButton href={`${addressOf(event)}/split`}>{t('dataManager.event.split')}</LinkButton>
              )}
            </>
          )
        }
      />
      <DataTabs t={t} at="events" tabs={tabs} />
      <NotSaved t={t} refused={refused} />
      {done && <Notice tone="success" title={t(`dataManager.event.done.${done}`)} />}
      {event.voidedAt !== null && (
        <Notice tone="info">
          <p>
            {t('legacy.events.voidedNotice', {
              name: event.voidedByName ?? t('legacy.ui.system'),
              at: format.dateTime(event.voidedAt),
              reason: event.voidReason ?? '',
            })}
          </p>
        </Notice>
      )}
      {event.unconfirmed?.map((question) => (
        <Notice key={question} tone="warning">
          <p>{t(`legacy.events.unusual.${question}`)}</p>
        </Notice>
      ))}
      {review && (
        <Notice tone="info">
          <p>
            {t('dataManager.event.checked', {
              name: review.byName ?? t('legacy.ui.system'),
              at: format.dateTime(review.reviewedAt),
            })}
          </p>
        </Notice>
      )}
      <Values {...writing} event={event} />
      <Origin {...writing} event={event} family={props.family} />
      {mayEdit && <Steps {...writing} {...props} />}
      <Section title={t('legacy.events.history')}>
        <EventHistory {...writing} event={event} revisions={revisions} />
      </Section>
    </>
  );
}

function Values({ t, format, event }: Writing & { event: WasteEvent }) {
  const said = (name: string | null) => name ?? t('legacy.events.notSaid');
  const weight = (grams: number) => format.weight(grams, { decimals: 2 });
  const source = event.costAmount !== null && (
    <span className={s.quiet}>
      {t(event.costByRule ? 'dataManager.event.costRule' : 'dataManager.event.costReported')}
    </span>
  );
  return (
    <Section title={t('dataManager.event.values')}>
      <DescriptionList
        items={[
          { term: t('legacy.fields.netGrams'), value: weight(event.netGrams) },
          { term: t('legacy.fields.grossGrams'), value: weight(event.grossGrams) },
          { term: t('legacy.fields.tareGrams'), value: weight(event.tareGrams) },
          {
            term: t('legacy.fields.cost'),
            value: (
              <>
                {costOf({ t, format }, event)}
                {source}
              </>
            ),
          },
          { term: t('legacy.fields.wasteStageId'), value: <EventStage t={t} event={event} /> },
          { term: t('legacy.fields.itemId'), value: said(event.itemName) },
          { term: t('legacy.fields.reasonId'), value: said(event.reasonName) },
          { term: t('legacy.fields.sourceId'), value: said(event.sourceName) },
          { term: t('legacy.fields.sinkId'), value: said(event.sinkName) },
          { term: t('legacy.fields.daypartId'), value: said(event.daypartName) },
          { term: t('legacy.fields.containerId'), value: said(event.containerName) },
          { term: t('legacy.fields.countsAsWaste'), value: t(event.countsAsWaste ? 'legacy.yes' : 'legacy.no') },
          ...(event.quantity === null
            ? []
            : [{ term: t('legacy.fields.quantity'), value: format.number(event.quantity) }]),
          ...(event.note === null ? [] : [{ term: t('legacy.fields.note'), value: event.note }]),
        ]}
      />
    </Section>
  );
}

function Origin({ t, format, event, family }: Writing & { event: WasteEvent; family: EventFamily }) {
  const link = (eventId: number) => (
    <a key={eventId} href={addressOf({ eventId })}>
      {t('legacy.events.one', { id: eventId })}{' '}
    </a>
  );
  const optional = (term: string, value: ReactNode) => (value === null ? [] : [{ term, value }]);
  return (
    <Section title={t('dataManager.event.recorded')}>
      <DescriptionList
        items={[
          {
            term: t('legacy.fields.occurredAt'),
            value: <EventTime t={t} format={format} event={{ ...event, voidedAt: null, unconfirmed: null }} zones />,
          },
          { term: t('legacy.fields.createdAt'), value: format.dateTime(event.createdAt) },
          { term: t('legacy.fields.origin'), value: t(`legacy.origins.${event.origin}`) },
          { term: t('legacy.fields.entered'), value: `${format.number(event.enteredValue, 2)} ${event.enteredUnit}` },
          { term: t('legacy.fields.estimated'), value: t(event.estimated ? 'legacy.yes' : 'legacy.no') },
          ...optional(t('legacy.fields.createdByName'), event.createdByName),
          ...optional(t('legacy.fields.deviceId'), event.deviceName),
          ...optional(t('dataManager.event.weighedBy'), event.operatorAlias),
          ...optional(t('legacy.fields.importLine'), event.importLine),
          ...(family.wholeId === null ? [] : [{ term: t('dataManager.event.partOf'), value: link(family.wholeId) }]),
          ...(family.partIds.length === 0
            ? []
            : [{ term: t('dataManager.event.parts'), value: family.partIds.map(link) }]),
          { term: t('legacy.fields.clientEventUuid'), value: event.clientEventUuid },
        ]}
      />
    </Section>
  );
}

function Steps({ t, format, event, standing, review, recost, refused }: EventPageProps & Writing) {
  const cost = (one: { costAmount: string | null; costCurrency: string | null }) =>
    one.costAmount === null || one.costCurrency === null
      ? t('dataManager.event.noCost')
      : format.money(one.costAmount, one.costCurrency);
  const step = { t, event, standing, refused };
  return (
    <Section title={t('dataManager.event.actions')} sentence={t('dataManager.event.actionsLead')}>
      {event.voidedAt !== null ? (
        <Step
          {...step}
          name="restore"
          title={t('legacy.events.restore')}
          lead={t('dataManager.event.restoreLead')}
          open
        />
      ) : (
        <>
          {review === null && (
            <Step
              {...step}
              name="confirm"
              title={t('dataManager.event.confirm')}
              lead={t('dataManager.event.confirmLead')}
              open={event.unconfirmed !== null}
            />
          )}
          {recost && (
            <Step
              {...step}
              name="recost"
              title={t('dataManager.event.recost')}
              lead={t('dataManager.event.recostLead', { before: cost(event), after: cost(recost) })}
            />
          )}
          <Step {...step} name="void" title={t('legacy.events.void')} lead={t('dataManager.event.voidLead')} />
        </>
      )}
    </Section>
  );
}

interface StepProps {
  t: Translate;
  event: WasteEvent;
  standing: number;
  name: EventStep;
  title: string;
  lead: string;
  open?: boolean;
  refused: FormFailure | null;
}

/** Something to be done with a reason; that an event is right needs none. */
function Step({ t, event, standing, name, title, lead, open, refused }: StepProps) {
  const here = refused?.typed.step === name ? refused : null;
  return (
    <div id={name} className={s.action}>
      <Fold title={title} open={open ?? here !== null}>
        <PostForm action={`${addressOf(event)}/steps/${name}`} className={s.form}>
          <p>{lead}</p>
          <input type="hidden" name="standing" value={standing} />
          {name !== 'confirm' && (
            <FormField
              id={`${name}-reason`}
              name="reason"
              label={t('legacy.events.changeReason')}
              hint={t('legacy.events.reasonHint')}
              required
              maxLength={500}
              defaultValue={here?.typed.reason ?? ''}
              error={problemIn(here, 'reason')}
            />
          )}
          <div>
            <Button type="submit" tone={name === 'void' ? 'danger' : 'primary'}>
              {title}
            </Button>
          </div>
        </PostForm>
      </Fold>
    </div>
  );
}
