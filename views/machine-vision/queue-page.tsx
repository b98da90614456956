import { shortcuts } from '../../client/machine-vision/shortcuts.island';
import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Fold } from '../../client/ui/fold';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { QueueCounts, ShownEvent, VisionDone } from '../../server/features/machine-vision/vision.contract';
import type { NamedItem } from '../../server/features/machine-vision/vision.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Island } from '../layout/island';
import { OrganisationChoice } from '../layout/organisation-choice';
import { ReportFilters } from '../layout/report-filters';
import { AnswerForm } from './answer-form';
import { answerIn, type Writing } from './vision-words';
import s from './vision.module.css';

interface QueuePageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  path: string;
  /** Of the event that is shown. */
  eventPath: string;
  photoPath: string;
  publishHref: string;
  taxonomyHref: string;
  /** Where the organization agreed to training. */
  csvHref: string | null;
  /** Where the reader may say how long photos are kept. */
  settingsHref: string | null;
  organisationId: number;
  organisations: { organisationId: number; name: string }[];
  limited: boolean;
  filters: FilterBarView;
  counts: QueueCounts;
  agreement: { both: number; agreed: number };
  items: NamedItem[];
  shown: ShownEvent | null;
  /** All others were gone through before. */
  again: boolean;
  place: { siteId: number | null; locationId: number | null; show: string };
  /** The queue behind the event that is shown. */
  skipHref: string;
  lastHref: string | null;
  addsPhoto: boolean;
  mostPhotoBytes: number;
  deletesPhotos: boolean;
  done: NonNullable<VisionDone> | null;
  refused: (FormFailure & { form: 'answer' | 'photo' | 'deletion' }) | null;
}

/** One waiting event after the other: what is on its photo? */
export function QueuePage(props: QueuePageProps) {
  const { t, settings, title, path, publishHref, taxonomyHref, csvHref, settingsHref } = props;
  const { organisationId, organisations, limited } = props;
  const { filters, counts, shown, again, lastHref, done, refused } = props;
  const format = createFormat(settings);
  const sentences = refused && [...new Set([...refused.fields.map((one) => one.sentence), refused.sentence])];
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('machineVision.sentence')}
        actions={
          <>
            <LinkButton href={taxonomyHref}>{t('machineVision.taxonomy.title')}</LinkButton>
            {settingsHref !== null && <LinkButton href={settingsHref}>{t('machineVision.settings.link')}</LinkButton>}
            {csvHref !== null && (
              <LinkButton icon="download" href={csvHref} download>
                {t('machineVision.export')}
              </LinkButton>
            )}
            <LinkButton icon="published" href={publishHref}>
              {t('machineVision.publishLink', { number: format.number(counts.ready) })}
            </LinkButton>
          </>
        }
      />
      {done && (
        <Notice tone="success">
          <p>
            {t(`machineVision.done.${done}`)}
            {lastHref !== null && (
              <>
                {' '}
                <a href={lastHref}>{t('machineVision.changeLast')}</a>
              </>
            )}
          </p>
        </Notice>
      )}
      {sentences && (
        <Notice tone="error" title={refused?.form === 'answer' ? t('machineVision.notSaved') : undefined}>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {organisations.length > 1 && (
        <OrganisationChoice t={t} path={path} organisations={organisations} chosen={organisationId} />
      )}
      {limited && <p className={s.note}>{t('machineVision.limited')}</p>}
      <Counts {...props} t={t} format={format} />
      <ReportFilters id="vision-filters" format={format} bar={filters} />
      {again && <Notice tone="info">{t('machineVision.again')}</Notice>}
      {shown ? <Bench {...props} format={format} shown={shown} /> : <Nothing {...props} />}
    </>
  );
}

function Counts({ t, format, counts, agreement: { both, agreed } }: QueuePageProps & Writing) {
  const figures = (['toAnswer', 'second', 'disagreed', 'ready'] as const).map((key) => ({
    key,
    term: t(`machineVision.counts.${key}`),
    value: format.number(counts[key]),
  }));
  return (
    <dl className={s.counts}>
      {figures.map(({ key, term, value }) => (
        <div key={key}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t('machineVision.agreement')}</dt>
        <dd>
          {both === 0 ? (
            <Missing reason={t('machineVision.noAgreement')} align="start" />
          ) : (
            <>
              {format.percent(agreed / both)}
              <small>{t('machineVision.agreementOf', { count: both, number: format.number(both) })}</small>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Nothing({ t, counts, publishHref, filters }: QueuePageProps) {
  const filtered = filters.chips.length > 0;
  const publish = counts.ready > 0 && (
    <LinkButton tone="primary" href={publishHref}>
      {t('machineVision.publish.title')}
    </LinkButton>
  );
  if (filtered) return <EmptyState title={t('machineVision.noneFound')} sentence={t('machineVision.noneFits')} />;
  return counts.all === 0 ? (
    <EmptyState title={t('machineVision.allClassified')} sentence={t('machineVision.allClassifiedSentence')} />
  ) : (
    <EmptyState
      title={t('machineVision.allAnswered')}
      sentence={t('machineVision.allAnsweredSentence')}
      actions={publish}
    />
  );
}

type Parts = QueuePageProps & { format: Writing['format']; shown: ShownEvent };

function Bench(props: Parts) {
  const { t, format, shown, eventPath, skipHref, place, items, refused } = props;
  const { suggestions, known, labels, hindrance } = shown;
  const at = {
    siteId: String(place.siteId ?? ''),
    locationId: String(place.locationId ?? ''),
    show: place.show,
  };
  return (
    <>
      <div className={s.bench}>
        <Photos {...props} />
        <div className={s.answers}>
          <DescriptionList items={factsOf(props)} />
          {labels.length > 0 && (
            <section>
              <h2>{t('machineVision.soFar')}</h2>
              <ul className={s.labels}>
                {labels.map((label) => (
                  <li key={label.labelId}>
                    <strong>{answerIn({ t, format }, label)}</strong>{' '}
                    <span className={s.under}>{label.mine ? t('machineVision.you') : label.byName}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {hindrance === null ? (
            <AnswerForm
              t={t}
              format={format}
              action={`${eventPath}/answer`}
              skipHref={skipHref}
              place={at}
              suggestions={suggestions}
              known={known}
              items={items}
              refused={refused?.form === 'answer' ? refused : null}
            />
          ) : (
            <>
              <Notice tone="info">{t(`machineVision.hindrance.${hindrance}`)}</Notice>
              <div>
                <LinkButton href={skipHref}>{t('machineVision.next')}</LinkButton>
              </div>
            </>
          )}
        </div>
      </div>
      {hindrance === null && <Island of={shortcuts} when="load" props={{ keys: keysOf(t, suggestions.length) }} />}
    </>
  );
}

function keysOf(t: Translate, suggestions: number) {
  const says = (key: string, name: 'item' | 'notFood' | 'unreadable' | 'skip' | 'second' | 'split') => ({
    keys: key,
    says: t(`machineVision.shortcuts.${name}`),
  });
  return [
    ...(suggestions > 0
      ? [{ keys: suggestions === 1 ? '1' : `1–${suggestions}`, says: t('machineVision.shortcuts.suggestion') }]
      : []),
    says('I', 'item'),
    says('N', 'notFood'),
    says('U', 'unreadable'),
    says('S', 'skip'),
    says('O', 'second'),
    says('P', 'split'),
  ];
}

function factsOf({ t, format, shown: { event, menu } }: Parts) {
  const missing = <Missing reason={t('machineVision.notSaid')} align="start" />;
  return [
    { term: t('machineVision.weight'), value: format.weight(event.netGrams, { decimals: 2 }) },
    { term: t('machineVision.itemNow'), value: event.itemName ?? missing },
    { term: t('machineVision.time'), value: format.dateTime(event.occurredAt, event.timeZone) },
    { term: t('machineVision.place'), value: `${event.siteName} · ${event.locationName}` },
    { term: t('machineVision.container'), value: event.containerName ?? missing },
    { term: t('machineVision.daypart'), value: event.daypartName ?? missing },
    ...(menu.length === 0 ? [] : [{ term: t('machineVision.menu'), value: menu.join(', ') }]),
  ];
}

function Photos(props: Parts) {
  const { t, format, shown, photoPath, eventPath, addsPhoto, deletesPhotos, mostPhotoBytes, refused } = props;
  const { event, photos } = shown;
  const failed = refused?.form === 'photo' ? refused : null;
  return (
    <div className={s.photos}>
      {photos.length === 0 && (
        <div className={s.photo}>
          <p className={s.noPhoto}>{t('machineVision.noPhoto')}</p>
        </div>
      )}
      {photos.map(({ photoId, takenAt }) => (
        <figure key={photoId} className={s.figureOf}>
          <a className={s.photo} href={`${photoPath}/${photoId}`}>
            <img
              src={`${photoPath}/${photoId}`}
              alt={t('machineVision.photoAlt', { time: format.dateTime(takenAt, event.timeZone) })}
            />
          </a>
          {deletesPhotos && (
            <PostForm
              action={`${eventPath}/photos/${photoId}/delete`}
              data-confirm={t('machineVision.deletePhotoConfirm')}
              data-confirm-yes={t('machineVision.deletePhoto')}
            >
              <Button type="submit" size="small">
                {t('machineVision.deletePhoto')}
              </Button>
            </PostForm>
          )}
        </figure>
      ))}
      {addsPhoto && (
        <Fold quiet title={t('machineVision.addPhoto')} open={failed !== null}>
          <PostForm action={`${eventPath}/photo`} encType="multipart/form-data">
            <div className={s.file}>
              <label htmlFor="vision-photo">{t('machineVision.photoFile')}</label>
              <input
                id="vision-photo"
                type="file"
                name="photo"
                required
                accept="image/jpeg,image/png,image/webp,image/gif"
                data-most-bytes={mostPhotoBytes}
                data-too-large={t('machineVision.photoTooLarge')}
                aria-describedby={failed ? 'vision-photo-problem' : undefined}
              />
              {failed && (
                <p id="vision-photo-problem" className={s.problem}>
                  {problemIn(failed, 'photo') ?? failed.sentence}
                </p>
              )}
            </div>
            <Button type="submit">{t('machineVision.addPhotoSubmit')}</Button>
          </PostForm>
        </Fold>
      )}
    </div>
  );
}
