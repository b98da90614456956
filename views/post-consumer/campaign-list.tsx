import { LinkButton } from '../../client/ui/button';
import type { Campaign, CampaignEffect } from '../../server/features/post-consumer/campaigns.contract';
import { Section } from '../layout/section';
import { EffectText } from './campaign-effect';
import s from './campaign-list.module.css';
import { path, type Writing } from './guest-words';

/** Names of locations that a line has room for. */
const mostNames = 3;

interface CampaignListProps extends Writing {
  campaigns: { campaign: Campaign; effect: CampaignEffect | null }[];
  /** null for whoever marks none. */
  newHref: string | null;
  allHref: string;
}

/** The campaigns of the days that are shown, by the numbers of their marks in the trend. */
export function CampaignList({ t, format, campaigns, newHref, allHref }: CampaignListProps) {
  return (
    <Section
      id="campaigns"
      title={t('postConsumer.campaigns.shown')}
      sentence={t('postConsumer.campaigns.sentence')}
      actions={
        <LinkButton size="small" href={allHref}>
          {t('postConsumer.campaigns.all')}
        </LinkButton>
      }
    >
      {campaigns.length === 0 ? (
        <p className={s.none}>
          {t('postConsumer.campaigns.noneShown')}{' '}
          {newHref !== null && <a href={newHref}>{t('postConsumer.campaigns.new')}</a>}
        </p>
      ) : (
        <CampaignRows {...{ t, format, campaigns }} numbered />
      )}
    </Section>
  );
}

interface CampaignRowsProps extends Writing {
  campaigns: CampaignListProps['campaigns'];
  numbered?: boolean;
}

export function CampaignRows({ t, format, campaigns, numbered = false }: CampaignRowsProps) {
  return (
    <ol className={s.list}>
      {campaigns.map(({ campaign, effect }, at) => (
        <li key={campaign.campaignId} className={s.row}>
          <div className={s.what}>
            <strong>
              {numbered && <span className={s.number}>{format.number(at + 1)}</span>}
              <a href={`${path}/campaigns/${campaign.campaignId}`}>{campaign.name}</a>
            </strong>
            <span className={s.facts}>
              {t(`postConsumer.campaigns.kinds.${campaign.kind}`)} · {daysText({ t, format }, campaign)} ·{' '}
              {namesText({ t, format }, campaign)}
            </span>
          </div>
          {effect ? (
            <EffectText {...{ t, format, effect }} />
          ) : (
            <p className={s.none}>
              <a href={`${path}/campaigns/${campaign.campaignId}`}>{t('postConsumer.campaigns.open')}</a>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

export const daysText = ({ t, format }: Writing, { startsOn, endsOn }: Campaign) =>
  endsOn === null
    ? t('goals.actions.since', { date: format.date(startsOn) })
    : startsOn === endsOn
      ? format.date(startsOn)
      : format.range(startsOn, endsOn);

function namesText({ t, format }: Writing, { locationNames }: Campaign): string {
  const rest = locationNames.length - mostNames;
  const named = locationNames.slice(0, mostNames).join(', ');
  return rest > 0
    ? t('postConsumer.campaigns.andMore', { names: named, count: rest, number: format.number(rest) })
    : named;
}
