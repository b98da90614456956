import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { OfferedRole, TeamRow } from '../../../server/identity/pages/team/team-rows.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { DescriptionList } from '../../layout/description-list';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { EndFields } from './end-fields';
import { RoleBoxes } from './role-boxes';
import { StateBadge } from './team-page';
import s from './team.module.css';

export interface PersonPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  person: TeamRow;
  typed: { name: string; endDay?: string | undefined; endTime?: string | undefined };
  roles: OfferedRole[];
  yourself: boolean;
  /** They may do something that whoever looks may not. */
  above: boolean;
  /** They belong to another organization, too. */
  elsewhere: boolean;
  /** Their name is this organization's to change. */
  named: boolean;
  open: boolean;
  removable: boolean;
  permissionsHref?: string | undefined;
  fields?: Record<string, string> | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

/** One of the people of an organization. */
export function PersonPage(props: PersonPageProps) {
  const { t, settings, base, person, yourself, above, open, removable, permissionsHref, done, problem } = props;
  const format = createFormat(settings);
  const time = (instant: string | null, otherwise: string) => (instant === null ? otherwise : format.dateTime(instant));
  const changeable = !yourself && !above;
  return (
    <div className={s.page}>
      <PageHeader
        title={person.name}
        badge={<StateBadge t={t} state={person.state} />}
        sentence={person.email}
        back={{ href: base, label: t('team.title') }}
        actions={permissionsHref && <LinkButton href={permissionsHref}>{t('team.whatTheyCanDo')}</LinkButton>}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      <DescriptionList
        items={[
          {
            term: t('team.secondFactor'),
            value:
              person.secondFactor === null
                ? t('team.notAnswered')
                : t(person.secondFactor ? 'team.enrolled' : 'team.notEnrolled'),
          },
          { term: t('team.lastLogin'), value: time(person.lastLogin, t('team.never')) },
          { term: t('team.added'), value: time(person.createdAt, '') },
          { term: t('team.ends'), value: time(person.endsAt, t('team.noEnd')) },
          ...(open
            ? []
            : [
                {
                  term: t('team.roles'),
                  value: person.roles.length === 0 ? t('team.noRoles') : person.roles.join(', '),
                },
              ]),
        ]}
      />
      {open && <EditForm {...props} />}
      {open && changeable && <Ending {...props} />}
      {(open || removable) && !changeable && (
        <p className={s.muted}>{t(yourself ? 'team.yourself' : 'team.aboveYou')}</p>
      )}
      {open && changeable && person.lockedUntil !== null && (
        <Lock {...props} until={format.dateTime(person.lockedUntil)} />
      )}
      {(open || removable) && changeable && <Access {...props} />}
    </div>
  );
}

function EditForm({ t, base, person, typed, roles, yourself, named, fields = {} }: PersonPageProps) {
  return (
    <Section id="edit" title={t('team.edit')}>
      <PostForm action={`${base}/${person.id}`} className={s.form}>
        <FormField
          className={s.narrow}
          name="name"
          label={t('team.name')}
          required
          maxLength={200}
          autoComplete="off"
          disabled={!named}
          hint={named ? undefined : t(person.secondFactor === null ? 'team.notAnswered' : 'team.elsewhere')}
          defaultValue={typed.name}
          error={fields.name}
        />
        <RoleBoxes t={t} of="edit" roles={roles} disabled={yourself} />
        {!(yourself && !named) && (
          <Button type="submit" tone="primary">
            {t('team.save')}
          </Button>
        )}
      </PostForm>
    </Section>
  );
}

function Ending({ t, settings, base, person, typed, fields = {} }: PersonPageProps) {
  return (
    <Section id="end" title={t('team.temporary')} sentence={t('team.temporarySentence')}>
      <PostForm action={`${base}/${person.id}/end`} className={s.form}>
        <input type="hidden" name="act" value="limit" />
        <EndFields t={t} day={typed.endDay} time={typed.endTime} zone={settings.timeZone} error={fields.endDay} />
        <Button type="submit">{t('team.limit')}</Button>
      </PostForm>
      {person.endsAt !== null && (
        <PostForm action={`${base}/${person.id}/end`} className={s.after}>
          <input type="hidden" name="act" value="permanent" />
          <Button type="submit">{t('team.permanent')}</Button>
        </PostForm>
      )}
    </Section>
  );
}

function Lock({ t, base, person, elsewhere, until }: PersonPageProps & { until: string }) {
  return (
    <Section id="lock" title={t('team.lock')} sentence={t('team.lockSentence', { time: until })}>
      {elsewhere ? (
        <p className={s.muted}>{t('team.lockedElsewhere')}</p>
      ) : (
        <PostForm action={`${base}/${person.id}/unlock`}>
          <Button type="submit">{t('team.unlock')}</Button>
        </PostForm>
      )}
    </Section>
  );
}

function Access({ t, base, person, open, removable }: PersonPageProps) {
  const { id, name, state } = person;
  const off = state === 'deactivated';
  return (
    <Section id="access" title={t('team.access')} sentence={t('team.accessSentence')}>
      <div className={s.actions}>
        {open && state === 'invited' && (
          <PostForm action={`${base}/${id}/resend`}>
            <Button type="submit">{t('team.resend')}</Button>
          </PostForm>
        )}
        {open && state !== 'ended' && (state !== 'invited' || person.secondFactor !== null) && (
          <PostForm
            action={`${base}/${id}/active`}
            data-confirm={off ? undefined : t('team.deactivateConfirm', { name })}
            data-confirm-yes={off ? undefined : t('team.deactivate')}
          >
            <input type="hidden" name="act" value={off ? 'reactivate' : 'deactivate'} />
            <Button type="submit">{t(off ? 'team.reactivate' : 'team.deactivate')}</Button>
          </PostForm>
        )}
        {removable && (
          <PostForm
            action={`${base}/${id}/remove`}
            data-confirm={t('team.removeConfirm', { name })}
            data-confirm-yes={t('team.remove')}
          >
            <Button type="submit" tone="danger">
              {t('team.remove')}
            </Button>
          </PostForm>
        )}
      </div>
    </Section>
  );
}
