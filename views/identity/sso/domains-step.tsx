import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { ItemList, type Item } from '../account/item-list';
import { CopiedValues } from './copied-values';
import type { RefusedInput } from './provider-step';
import { SetupFrame, type SetupFrameProps } from './setup-frame';

export interface DomainView {
  id: string;
  domain: string;
  proven: boolean;
  /** Since when a proven one has been without its record. */
  missingSince: string | null;
}

export type DomainsStepProps = Omit<SetupFrameProps, 'at'> & {
  settings: FormatSettings;
  domains: DomainView[];
  txtRecord: string;
  graceDays: number;
  refused?: RefusedInput | undefined;
};

/** Whose people come in by the provider: those with addresses of domains that the organization has proved to be its own. */
export function DomainsStep({
  settings,
  domains,
  txtRecord,
  graceDays,
  refused = { typed: {}, fields: {} },
  ...frame
}: DomainsStepProps) {
  const { t, setup } = frame;
  const action = `/sso/${setup.id}/domains`;
  const format = createFormat(settings);
  const item = ({ id, domain, proven, missingSince }: DomainView): Item => ({
    key: id,
    title: domain,
    badge:
      missingSince !== null ? (
        <Badge tone="attention">{t('ssoPages.recordMissing')}</Badge>
      ) : (
        <Badge tone={proven ? 'less' : 'attention'}>{t(proven ? 'ssoPages.proven' : 'ssoPages.unproven')}</Badge>
      ),
    details:
      missingSince === null
        ? []
        : [t('ssoPages.recordMissingSince', { time: format.dateTime(missingSince), count: graceDays })],
    actions: setup.open && (
      <>
        <PostForm action={action}>
          <input type="hidden" name="act" value="check" />
          <input type="hidden" name="domainId" value={id} />
          <Button type="submit" size="small" tone={proven ? 'plain' : 'primary'}>
            {t('ssoPages.checkNow')}
            <span className="visually-hidden"> {domain}</span>
          </Button>
        </PostForm>
        <PostForm
          action={action}
          data-confirm={t('ssoPages.removeDomainConfirm', { domain })}
          data-confirm-yes={t('ssoPages.remove')}
        >
          <input type="hidden" name="act" value="remove" />
          <input type="hidden" name="domainId" value={id} />
          <Button type="submit" size="small">
            {t('ssoPages.remove')}
            <span className="visually-hidden"> {domain}</span>
          </Button>
        </PostForm>
      </>
    ),
  });
  return (
    <SetupFrame {...frame} at="domains">
      <Section id="domains" title={t('ssoPages.domainsTitle')} sentence={t('ssoPages.domainsSentence')}>
        <ItemList items={domains.map(item)} empty={t('ssoPages.noDomains')} />
      </Section>
      {domains.length > 0 && (
        <Section id="record" title={t('ssoPages.recordTitle')} sentence={t('ssoPages.recordSentence')}>
          <CopiedValues values={[{ label: t('ssoPages.recordValue'), text: txtRecord }]} />
        </Section>
      )}
      {setup.open && (
        <Section id="add-domain" title={t('ssoPages.addDomain')}>
          <PostForm action={action} className={account.form}>
            <input type="hidden" name="act" value="add" />
            <FormField
              name="domain"
              label={t('ssoPages.domain')}
              hint={t('ssoPages.domainHint')}
              error={refused.fields.domain}
              required
              maxLength={260}
              autoComplete="off"
              spellCheck={false}
              defaultValue={refused.typed.domain}
            />
            <Button type="submit" tone={domains.length === 0 ? 'primary' : 'plain'}>
              {t('ssoPages.addDomain')}
            </Button>
          </PostForm>
        </Section>
      )}
    </SetupFrame>
  );
}
