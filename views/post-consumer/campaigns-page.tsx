import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Campaign, CampaignEffect } from '../../server/features/post-consumer/campaigns.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { CampaignRows } from './campaign-list';
import { path } from './guest-words';

interface CampaignsPageProps {
  t: Translate;
  settings: FormatSettings;
  campaigns: { campaign: Campaign; effect: CampaignEffect | null }[];
  edits: boolean;
  done: 'created' | 'changed' | 'ended' | 'deleted' | null;
}

/** What was done so that guests leave less, and what it changed. */
export function CampaignsPage({ t, settings, campaigns, edits, done }: CampaignsPageProps) {
  const format = createFormat(settings);
  const add = edits && (
    <LinkButton tone="primary" icon="plus" href={`${path}/campaigns/new`}>
      {t('postConsumer.campaigns.new')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('postConsumer.campaigns.title')}
        sentence={t('postConsumer.campaigns.sentence')}
        back={{ label: t('postConsumer.title'), href: path }}
        actions={campaigns.length > 0 && add}
      />
      {done && <Notice tone="success">{t(`postConsumer.campaigns.done.${done}`)}</Notice>}
      {campaigns.length === 0 ? (
        <EmptyState
          title={t('postConsumer.campaigns.noneTitle')}
          sentence={t('postConsumer.campaigns.none')}
          actions={add}
        />
      ) : (
        <CampaignRows {...{ t, format, campaigns }} />
      )}
    </>
  );
}
