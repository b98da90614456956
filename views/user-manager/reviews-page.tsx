import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ReviewHead } from '../../server/features/user-manager/user-manager.contract';
import type { ReviewsColumn } from '../../server/features/user-manager/user-manager.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import s from './user-manager.module.css';

interface ReviewsPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  table: TableView<ReviewsColumn, ReviewHead>;
  running: ReviewHead | null;
  usualName: string;
  open: boolean;
  refused: FormFailure | null;
}

/** The access reviews of an organization, the one that is under way first. */
export function ReviewsPage({ t, settings, base, table, running, usualName, open, refused }: ReviewsPageProps) {
  const format = createFormat(settings);
  const href = ({ reviewId }: Pick<ReviewHead, 'reviewId'>) => `${base}/reviews/${reviewId}`;
  const bySomeone = (name: string | null, at: string) =>
    name === null ? format.dateTime(at) : t('userManager.reviews.byAt', { name, at: format.dateTime(at) });
  return (
    <>
      <PageHeader
        title={t('userManager.reviews.title')}
        sentence={t('userManager.reviews.sentence')}
        back={{ label: t('userManager.title'), href: base }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {running ? (
        <Notice tone="info">
          {t('userManager.reviews.underWay', { name: running.name })}{' '}
          <LinkButton href={href(running)}>{t('userManager.reviews.continue')}</LinkButton>
        </Notice>
      ) : (
        open && (
          <Section id="start" title={t('userManager.reviews.start')} sentence={t('userManager.reviews.startSentence')}>
            <PostForm action={`${base}/reviews`} className={s.form} aria-label={t('userManager.reviews.start')}>
              <FormField
                name="name"
                label={t('userManager.reviews.name')}
                required
                maxLength={100}
                defaultValue={refused?.typed.name ?? usualName}
                error={problemIn(refused, 'name')}
              />
              <div className={s.bar}>
                <Button type="submit" tone="primary">
                  {t('userManager.reviews.start')}
                </Button>
              </div>
            </PostForm>
          </Section>
        )
      )}
      {table.pager.total === 0 ? (
        <EmptyState title={t('userManager.reviews.none')} sentence={t('userManager.reviews.noneSentence')} />
      ) : (
        <ListTable
          id="reviews"
          caption={t('userManager.reviews.title')}
          format={format}
          table={table}
          rowOf={({ reviewId, name }) => ({ key: String(reviewId), name })}
          cells={{
            name: (review) => <a href={href(review)}>{review.name}</a>,
            started: ({ startedAt, startedByName }) => bySomeone(startedByName, startedAt),
            kept: ({ kept }) => format.number(kept),
            removed: ({ removed }) => format.number(removed),
            signed: ({ signedAt, signedByName }) =>
              signedAt === null ? (
                <Badge tone="accent">{t('userManager.reviews.open')}</Badge>
              ) : (
                bySomeone(signedByName, signedAt)
              ),
          }}
        />
      )}
    </>
  );
}
