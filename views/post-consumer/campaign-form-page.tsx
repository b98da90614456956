import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import type { Campaign } from '../../server/features/post-consumer/campaigns.contract';
import { campaignKinds, campaignLimits } from '../../server/features/post-consumer/guest-limits.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './campaign-form-page.module.css';
import { path, type Refusal } from './guest-words';

interface CampaignFormPageProps {
  t: Translate;
  title: string;
  /** null: a new one. */
  campaign: Campaign | null;
  sites: ChoiceSite[];
  /** Serving lines. */
  lines: { refId: number; refName: string }[];
  /** Locations that are ticked before anybody ticks. */
  chosen: readonly number[];
  today: string;
  refused: Refusal | null;
}

export function CampaignFormPage({ t, title, campaign, sites, lines, chosen, today, refused }: CampaignFormPageProps) {
  const typed: Record<string, string> = {
    kind: 'portion',
    startsOn: today,
    ...(campaign && {
      name: campaign.name,
      kind: campaign.kind,
      sourceId: String(campaign.sourceId ?? ''),
      startsOn: campaign.startsOn,
      endsOn: campaign.endsOn ?? '',
      note: campaign.note,
    }),
    ...refused?.typed,
  };
  const problem = (name: string) => refused?.fields.find(({ field }) => field === name)?.sentence;
  const ticked = refused ? (refused.typed.locationId?.split(',') ?? []) : chosen.map(String);
  const list = `${path}/campaigns`;
  const back = campaign
    ? { label: campaign.name, href: `${list}/${campaign.campaignId}` }
    : { label: t('postConsumer.campaigns.title'), href: list };
  const places = problem('locationId');
  if (sites.length === 0)
    return (
      <>
        <PageHeader title={title} back={back} />
        <EmptyState title={t('volumes.noLocationsTitle')} sentence={t('volumes.noLocationsLimited')} />
      </>
    );
  return (
    <>
      <PageHeader title={title} sentence={t('postConsumer.campaigns.formSentence')} back={back} />
      {refused && <Notice tone="error" title={refused.sentence} />}
      <PostForm action={campaign ? `${list}/${campaign.campaignId}/edit` : list} className={s.form} aria-label={title}>
        {campaign && <input type="hidden" name="version" value={campaign.version} />}
        <FormField
          name="name"
          label={t('postConsumer.campaigns.name')}
          hint={t('postConsumer.campaigns.nameHint')}
          required
          maxLength={campaignLimits.name}
          defaultValue={typed.name}
          error={problem('name')}
        />
        <FormField
          kind="select"
          name="kind"
          label={t('postConsumer.campaigns.kind')}
          defaultValue={typed.kind}
          error={problem('kind')}
          options={campaignKinds.map((value) => ({ value, label: t(`postConsumer.campaigns.kinds.${value}`) }))}
        />
        <fieldset className={s.places} aria-describedby={places ? 'places-error' : undefined}>
          <legend>{t('postConsumer.campaigns.locations')}</legend>
          {places && (
            <p id="places-error" className={s.error}>
              {places}
            </p>
          )}
          <div className={s.sites}>
            {sites.map(({ siteId, siteName, locations }) => (
              <div key={siteId} role="group" aria-label={siteName} className={s.site}>
                <strong>{siteName}</strong>
                {locations.map(({ locationId, locationName }) => (
                  <label key={locationId} className={s.location}>
                    <input
                      type="checkbox"
                      name="locationId"
                      value={locationId}
                      defaultChecked={ticked.includes(String(locationId))}
                    />
                    <span>{locationName}</span>
                  </label>
                ))}
              </div>
            ))}
          </div>
        </fieldset>
        {lines.length > 0 && (
          <FormField
            kind="select"
            name="sourceId"
            label={t('postConsumer.campaigns.line')}
            hint={t('postConsumer.campaigns.lineHint')}
            defaultValue={typed.sourceId}
            error={problem('sourceId')}
            options={[
              { value: '', label: t('postConsumer.campaigns.everyLine') },
              ...lines.map(({ refId, refName }) => ({ value: String(refId), label: refName })),
            ]}
          />
        )}
        <div className={s.pair}>
          <FormField
            kind="date"
            name="startsOn"
            label={t('postConsumer.campaigns.startsOn')}
            required
            defaultValue={typed.startsOn}
            error={problem('startsOn')}
          />
          <FormField
            kind="date"
            name="endsOn"
            label={t('postConsumer.campaigns.endsOn')}
            note={t('layout.form.optional')}
            defaultValue={typed.endsOn}
            error={problem('endsOn')}
          />
        </div>
        <FormField
          kind="textarea"
          name="note"
          rows={3}
          label={t('postConsumer.campaigns.note')}
          note={t('layout.form.optional')}
          maxLength={campaignLimits.note}
          defaultValue={typed.note}
          error={problem('note')}
        />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t(campaign ? 'postConsumer.campaigns.save' : 'postConsumer.campaigns.add')}
          </Button>
          <LinkButton href={back.href}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
