import type { ReactNode } from 'react';
import { Button } from '../../../client/ui/button';
import { Notice } from '../../../client/ui/notice';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import s from './security.module.css';

/** Fields by name, as a form sends them. */
export type TypedForm = Record<string, string>;

export interface PolicyCardProps {
  t: Translate;
  id: string;
  title: string;
  sentence: string;
  action: string;
  /** Whoever looks may change it. */
  open: boolean;
  problem?: string | undefined;
  /** What stands below the form: what the policy does, or lists. */
  after?: ReactNode;
  children: ReactNode;
}

/** One policy: what it is for, and the form that changes it. */
export function PolicyCard({ t, id, title, sentence, action, open, problem, after, children }: PolicyCardProps) {
  return (
    <section id={id} className={s.card} aria-labelledby={`${id}-title`}>
      <header className={s.about}>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{sentence}</p>
      </header>
      <div className={s.body}>
        {problem && <Notice tone="error">{problem}</Notice>}
        {open ? (
          <PostForm action={action} className={s.fields}>
            {children}
            <Button type="submit">
              {t('security.save')}
              <span className="visually-hidden"> {title}</span>
            </Button>
          </PostForm>
        ) : (
          <fieldset disabled className={s.fields}>
            <legend className="visually-hidden">{title}</legend>
            {children}
          </fieldset>
        )}
        {after}
      </div>
    </section>
  );
}
