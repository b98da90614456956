import { Button, LinkButton } from '../../../client/ui/button';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Effects, type EffectsProps } from '../roles/effects';
import r from '../roles/roles.module.css';
import { GroupsOff, type GroupsPageProps } from './groups-page';

export interface GroupReviewPageProps {
  t: Translate;
  title: string;
  sentence: string;
  action: string;
  /** Of the page that leads here. */
  back: string;
  /** As they are now. */
  config: GroupsPageProps['config'];
  /** What the form sends. */
  hidden: Record<string, string>;
  submit: string;
  danger?: boolean;
  none: string;
  effects: EffectsProps['effects'];
}

/** What a change of a group, of all, or its end would come to, before it happens. */
export function GroupReviewPage(props: GroupReviewPageProps) {
  const { t, title, sentence, action, back, config, hidden, submit, danger, none, effects } = props;
  return (
    <div className={r.page}>
      <PageHeader title={title} sentence={sentence} />
      <GroupsOff t={t} config={config} />
      <Effects t={t} none={none} effects={effects} />
      <PostForm action={action} className={r.actions}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" tone={danger ? 'danger' : 'primary'}>
          {submit}
        </Button>
        <LinkButton href={back}>{t(danger ? 'layout.confirm.no' : 'roles.discard')}</LinkButton>
      </PostForm>
    </div>
  );
}
