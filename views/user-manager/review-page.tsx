import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ReviewState } from '../../server/features/user-manager/access-review.rules';
import type { ReviewDone, ReviewHead, ReviewRow } from '../../server/features/user-manager/user-manager.contract';
import { boxOf } from '../../server/features/user-manager/user-manager.rules';
import type { ReviewColumn } from '../../server/features/user-manager/user-manager.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import { securedWords } from './secured-words';
import s from './user-manager.module.css';

interface ReviewPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  review: ReviewHead;
  tally: Record<ReviewState, number>;
  /** The id of whoever looks. */
  yourself: number;
  /** The query of the page, which its form sends along. */
  shownAs: string;
  csvHref: string;
  filters: FilterBarView;
  table: TableView<ReviewColumn, ReviewRow>;
  /** Whoever looks may decide. */
  open: boolean;
  done: ReviewDone | null;
  refused: FormFailure | null;
}

/** One access review: everyone with what they can do, and whether they keep it. */
export function ReviewPage(props: ReviewPageProps) {
  const { t, settings, base, review, tally, shownAs, csvHref, filters, table, open, done, refused } = props;
  const format = createFormat(settings);
  const signed = review.signedAt !== null;
  const by = (name: string | null, at: string) =>
    name === null ? format.dateTime(at) : t('userManager.reviews.byAt', { name, at: format.dateTime(at) });
  const list =
    table.pager.total === 0 ? (
      <EmptyState title={t('users.emptyTitle')} sentence={t('userManager.noneFits')} />
    ) : (
      <ListTable
        id="review"
        caption={review.name}
        format={format}
        table={table}
        counted
        cells={cellsOf(props, format)}
        rowOf={({ userId, fullName }) => ({ key: String(userId), name: fullName ?? t('userManager.deleted') })}
      />
    );
  return (
    <>
      <PageHeader
        title={review.name}
        badge={
          <Badge {...(signed ? { tone: 'less' as const } : { tone: 'accent' as const })}>
            {t(signed ? 'userManager.reviews.signedOff' : 'userManager.reviews.open')}
          </Badge>
        }
        sentence={t(signed ? 'userManager.reviews.signedSentence' : 'userManager.reviews.openSentence')}
        back={{ label: t('userManager.reviews.title'), href: base }}
        actions={
          <LinkButton icon="download" href={csvHref} download>
            {t('global.downloadCsv')}
          </LinkButton>
        }
      />
      {done && <Notice tone="success">{t(`userManager.reviews.done.${done}`)}</Notice>}
      {refused && (
        <Notice tone="error">
          {refused.sentence} {problemIn(refused, 'people')}
        </Notice>
      )}
      <ul className={s.counts}>
        {(['open', 'keep', 'remove'] as const)
          .filter((state) => !signed || state !== 'open')
          .map((state) => (
            <li key={state}>
              <strong>{format.number(tally[state])}</strong> {t(`userManager.reviews.states.${state}`)}
            </li>
          ))}
      </ul>
      <DescriptionList
        items={[
          { term: t('userManager.reviews.started'), value: by(review.startedByName, review.startedAt) },
          ...(review.signedAt === null
            ? []
            : [{ term: t('userManager.reviews.signed'), value: by(review.signedByName, review.signedAt) }]),
          ...(review.statement === null
            ? []
            : [
                { term: t('userManager.reviews.statement'), value: <span className={s.text}>{review.statement}</span> },
              ]),
        ]}
      />
      <ReportFilters id="review-filters" format={format} bar={filters} />
      {open ? (
        <PostForm action={`${base}/${review.reviewId}/decide`} aria-label={t('userManager.reviews.decide')}>
          <input type="hidden" name="shownAs" value={shownAs} />
          {list}
          {table.pager.total > 0 && (
            <div className={s.decide}>
              <FormField
                className={s.form}
                name="note"
                label={t('userManager.reviews.note')}
                note={t('userManager.optional')}
                maxLength={500}
                defaultValue={refused?.typed.note}
                error={problemIn(refused, 'note')}
              />
              <div className={s.bar}>
                <Button type="submit" tone="primary" name="decision" value="keep">
                  {t('userManager.reviews.keepTicked')}
                </Button>
                <Button type="submit" tone="danger" name="decision" value="remove">
                  {t('userManager.reviews.removeTicked')}
                </Button>
              </div>
            </div>
          )}
        </PostForm>
      ) : (
        list
      )}
      {open && <SignOff {...props} format={format} />}
    </>
  );
}

function SignOff({ t, base, review, tally, refused, format }: ReviewPageProps & { format: Format }) {
  const action = `${base}/${review.reviewId}`;
  const remove = { count: tally.remove, number: format.number(tally.remove) };
  return (
    <Section
      id="sign"
      title={t('userManager.reviews.sign')}
      sentence={
        tally.open > 0
          ? t('userManager.reviews.stillOpen', { count: tally.open, number: format.number(tally.open) })
          : t('userManager.reviews.signSentence', remove)
      }
    >
      {tally.open === 0 && (
        <PostForm
          action={`${action}/sign`}
          className={s.form}
          aria-label={t('userManager.reviews.sign')}
          data-confirm={t('userManager.reviews.signSentence', remove)}
          data-confirm-yes={t('userManager.reviews.sign')}
        >
          <FormField
            kind="textarea"
            name="statement"
            rows={3}
            maxLength={1000}
            label={t('userManager.reviews.statement')}
            note={t('userManager.optional')}
            defaultValue={refused?.typed.statement}
            error={problemIn(refused, 'statement')}
          />
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('userManager.reviews.sign')}
            </Button>
          </div>
        </PostForm>
      )}
      <PostForm
        action={`${action}/discard`}
        data-confirm={t('userManager.reviews.discardConfirm', { name: review.name })}
        data-confirm-yes={t('userManager.reviews.discard')}
      >
        <Button type="submit">{t('userManager.reviews.discard')}</Button>
      </PostForm>
    </Section>
  );
}

const tones = { open: undefined, keep: 'less', remove: 'more' } as const;

function cellsOf(
  { t, open, yourself, refused }: ReviewPageProps,
  format: Format,
): Record<ReviewColumn, (row: ReviewRow) => ReactNode> {
  return {
    person: ({ userId, fullName, email, mark }) => (
      <>
        {open ? (
          <>
            <FormField
              kind="checkbox"
              id={boxOf('userIds', userId)}
              name={boxOf('userIds', userId)}
              value="on"
              label={fullName ?? t('userManager.deleted')}
              defaultChecked={refused?.typed[boxOf('userIds', userId)] !== undefined}
            />
            <input type="hidden" name={`mark-${userId}`} value={mark} />
          </>
        ) : (
          (fullName ?? t('userManager.deleted'))
        )}
        <small className={s.under}>
          {email}
          {userId === yourself && ` · ${t('userManager.reviews.yourself')}`}
        </small>
      </>
    ),
    roles: ({ roleNames }) =>
      roleNames.length === 0 ? <Missing align="start" reason={t('users.noRoles')} /> : roleNames.join(', '),
    secured: ({ secured }) => securedWords(t, secured),
    lastSignInAt: ({ lastSignInAt }) =>
      lastSignInAt === null ? (
        <Missing align="start" reason={t('users.neverSignedIn')} />
      ) : (
        <span className={s.whole}>{format.dateTime(lastSignInAt)}</span>
      ),
    state: ({ state }) => {
      const tone = tones[state];
      return <Badge {...(tone ? { tone } : {})}>{t(`userManager.reviews.states.${state}`)}</Badge>;
    },
    decidedBy: ({ state, decision, note, decidedByName, decidedAt, bySelf }) => {
      if (decidedAt === null) return <Missing align="start" reason={t('userManager.reviews.states.open')} />;
      if (state === 'open' && decision !== null) return t('userManager.reviews.changedSince');
      return (
        <span className={s.text}>
          {decidedByName === null
            ? format.dateTime(decidedAt)
            : t('userManager.reviews.byAt', { name: decidedByName, at: format.dateTime(decidedAt) })}
          {bySelf && ` · ${t('userManager.reviews.bySelf')}`}
          {note !== null && ` · ${note}`}
        </span>
      );
    },
  };
}
