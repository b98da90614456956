import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { PageHeader } from '../../client/ui/page-header';
import type { Partner } from '../../server/features/donation-dashboard/donations.contract';
import { donationLimits, partnerKinds } from '../../server/features/donation-dashboard/donations.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { path, type Refusal } from './donation-words';
import s from './form.module.css';
import { problemIn, Refused } from './refused';

interface PartnerFormPageProps {
  t: Translate;
  title: string;
  /** null: a new one. */
  partner: Partner | null;
  refused: Refusal | null;
}

const fields = ['name', 'kind', 'contact', 'status'] as const;

export function PartnerFormPage({ t, title, partner, refused }: PartnerFormPageProps) {
  const problem = problemIn(refused);
  const typed: Record<string, string> = {
    kind: 'foodBank',
    status: 'A',
    ...(partner && { name: partner.name, kind: partner.kind, contact: partner.contact, status: partner.status }),
    ...refused?.typed,
  };
  const back = `${path}/partners`;
  return (
    <>
      <PageHeader title={title} back={{ label: t('donations.partners'), href: back }} />
      <Refused refused={refused} fields={fields} />
      <PostForm action={partner ? `${back}/${partner.partnerId}/edit` : back} className={s.form} aria-label={title}>
        {partner && <input type="hidden" name="version" value={typed.version ?? partner.version} />}
        <FormField
          name="name"
          label={t('donations.partnerName')}
          required
          maxLength={donationLimits.name}
          defaultValue={typed.name}
          error={problem('name')}
        />
        <FormField
          kind="select"
          name="kind"
          label={t('donations.kind')}
          defaultValue={typed.kind}
          error={problem('kind')}
          options={partnerKinds.map((value) => ({ value, label: t(`donations.kinds.${value}`) }))}
        />
        <FormField
          name="contact"
          label={t('donations.contact')}
          note={t('layout.form.optional')}
          hint={t('donations.contactHint')}
          maxLength={donationLimits.contact}
          defaultValue={typed.contact}
          error={problem('contact')}
        />
        {partner && (
          <FormField
            kind="select"
            name="status"
            label={t('donations.partnerStatus')}
            hint={t('donations.retiredHint')}
            defaultValue={typed.status}
            error={problem('status')}
            options={[
              { value: 'A', label: t('donations.partnerShows.active') },
              { value: 'I', label: t('donations.partnerShows.retired') },
            ]}
          />
        )}
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t(partner ? 'donations.save' : 'donations.addPartner')}
          </Button>
          <LinkButton href={back}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
