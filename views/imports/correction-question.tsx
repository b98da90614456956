import { Button } from '../../client/ui/button';
import type { Format } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './import-page.module.css';

const answers = ['leave', 'replace'] as const;

/** Lines that were imported before with other values replace nothing until somebody says so; the answer can be changed until the run. */
export function CorrectionQuestion({ t, format, view }: { t: Translate; format: Format; view: ImportView }) {
  const { corrections, id } = view;
  if (view.state !== 'CHECKED' || !corrections) return null;
  const { lines, answer } = corrections;
  return (
    <Notice
      tone={answer === null ? 'warning' : 'info'}
      title={t(answer === null ? 'imports.corrections.title' : `imports.corrections.said.${answer}`)}
    >
      <p>
        {t('imports.corrections.sentence', { count: lines, formatted: format.number(lines) })}{' '}
        <a href={answer === 'replace' ? '#replaced' : '#left-out'}>{t('imports.corrections.see')}</a>
      </p>
      <PostForm action={`/imports/${id}/choices`} className={s.answers}>
        {answers
          .filter((one) => one !== answer)
          .map((one) => (
            <Button key={one} type="submit" name="corrections" value={one} size="small">
              {t(`imports.corrections.answers.${one}`)}
            </Button>
          ))}
      </PostForm>
    </Notice>
  );
}
