import { copyText } from '../../../client/identity/copy-text.island';
import { Button } from '../../../client/ui/button';
import { Fold } from '../../../client/ui/fold';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { OfferedRole } from '../../../server/identity/pages/team/team-rows.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { DescriptionList } from '../../layout/description-list';
import { PostForm } from '../../layout/form';
import { Island } from '../../layout/island';
import { Section } from '../../layout/section';
import { EndFields } from './end-fields';
import { RoleBoxes } from './role-boxes';
import s from './team.module.css';

export interface NewPeoplePageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  /** How many are added at once. */
  most: number;
  roles: Record<'add' | 'link', OfferedRole[]>;
  /** `beyond`: it gives more than whoever looks may give. */
  link:
    | {
        /** null: it was made with another secret of the installation. */
        address: string | null;
        expiresAt: string;
        uses: number;
        maxUses: number | null;
        roles: string[];
      }
    | 'beyond'
    | null;
  /** Whoever looks may change something here. */
  open: boolean;
  done?: 'linkMade' | 'linkRevoked' | undefined;
  refused?:
    | {
        form: 'add' | 'link';
        typed: Record<string, string>;
        fields: Record<string, string>;
        problem?: string | undefined;
      }
    | undefined;
}

/** How people come into an organization: one or many by email, or whoever follows a link. */
export function NewPeoplePage(props: NewPeoplePageProps) {
  const { t, base, open, refused } = props;
  return (
    <div className={s.page}>
      <PageHeader title={t('team.add')} sentence={t('team.addLead')} back={{ href: base, label: t('team.title') }} />
      {refused?.problem && <Notice tone="error">{refused.problem}</Notice>}
      {open ? (
        <>
          <AddForm {...props} />
          <InviteLink {...props} />
        </>
      ) : (
        <Notice tone="info">{t('identity.limitedToSites')}</Notice>
      )}
    </div>
  );
}

function AddForm({ t, settings, base, most, roles, refused }: NewPeoplePageProps) {
  const { typed = {}, fields = {} } = refused?.form === 'add' ? refused : {};
  return (
    <Section id="people" title={t('team.byEmail')} sentence={t('team.byEmailSentence')}>
      <PostForm action={`${base}/new`} className={s.form}>
        <FormField
          name="people"
          kind="textarea"
          rows={5}
          required
          maxLength={20_000}
          spellCheck={false}
          label={t('team.people')}
          hint={t('team.peopleHint', { count: most })}
          placeholder={'anna@example.com\nben@example.com, Ben Cole'}
          defaultValue={typed.people}
          error={fields.people}
        />
        <RoleBoxes t={t} of="add" roles={roles.add} />
        <EndFields
          t={t}
          day={typed.endDay}
          time={typed.endTime}
          zone={settings.timeZone}
          error={fields.endDay}
          optional
        />
        <Button type="submit" tone="primary">
          {t('team.addAction')}
        </Button>
      </PostForm>
    </Section>
  );
}

function InviteLink(props: NewPeoplePageProps) {
  const { t, settings, base, link, done, refused } = props;
  const format = createFormat(settings);
  return (
    <Section id="link" title={t('team.link')} sentence={t('team.linkSentence')}>
      {done && <Notice tone="success">{t(`team.${done}`)}</Notice>}
      {link === 'beyond' && <Notice tone="info">{t('team.linkBeyond')}</Notice>}
      {link !== null && link !== 'beyond' && (
        <DescriptionList
          items={[
            {
              term: t('team.linkAddress'),
              value:
                link.address === null ? (
                  t('team.linkUnreadable')
                ) : (
                  <span className={s.link}>
                    <code className={s.address}>{link.address}</code>
                    <Island of={copyText} when="load" props={{ text: link.address, name: t('team.link') }} />
                  </span>
                ),
            },
            { term: t('team.linkEnds'), value: format.dateTime(link.expiresAt) },
            {
              term: t('team.linkUses'),
              value:
                link.maxUses === null
                  ? format.number(link.uses)
                  : t('team.usesOf', { uses: format.number(link.uses), most: format.number(link.maxUses) }),
            },
            { term: t('team.roles'), value: link.roles.length === 0 ? t('team.noRoles') : link.roles.join(', ') },
          ]}
        />
      )}
      {link !== null && (
        <PostForm
          action={`${base}/invite/revoke`}
          data-confirm={t('team.revokeConfirm')}
          data-confirm-yes={t('team.revoke')}
        >
          <Button type="submit" tone="danger">
            {t('team.revoke')}
          </Button>
        </PostForm>
      )}
      {link === null ? (
        <LinkForm {...props} />
      ) : (
        <Fold title={t('team.replaceLink')} open={refused?.form === 'link'} className={s.after}>
          <LinkForm {...props} />
        </Fold>
      )}
    </Section>
  );
}

function LinkForm({ t, base, roles, link, refused }: NewPeoplePageProps) {
  const { typed = {}, fields = {} } = refused?.form === 'link' ? refused : {};
  return (
    <PostForm action={`${base}/invite`} className={s.form}>
      <div className={s.pair}>
        <FormField
          name="days"
          kind="number"
          min={1}
          max={365}
          required
          label={t('team.linkDays')}
          defaultValue={typed.days ?? '30'}
          error={fields.days}
        />
        <FormField
          name="uses"
          kind="number"
          min={1}
          max={100_000}
          label={t('team.linkMost')}
          note={t('security.optional')}
          defaultValue={typed.uses}
          error={fields.uses}
        />
      </div>
      <RoleBoxes t={t} of="link" roles={roles.link} />
      <Button type="submit">{t(link === null ? 'team.makeLink' : 'team.replaceLink')}</Button>
    </PostForm>
  );
}
