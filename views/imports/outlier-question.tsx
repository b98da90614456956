import { Button } from '../../client/ui/button';
import type { Format } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './import-page.module.css';

const answers = ['leaveOut', 'take', 'otherSign'] as const;

/** Weights that no single weighing gives are asked about before they go in; the answer can be changed until then. */
export function OutlierQuestion({ t, format, view }: { t: Translate; format: Format; view: ImportView }) {
  const { outliers, id } = view;
  if (view.state !== 'CHECKED' || !outliers) return null;
  const { lines, limitGrams, heaviestGrams, answer } = outliers;
  const [limit, heaviest] = [limitGrams, heaviestGrams].map((grams) => format.weight(grams, { decimals: 0 }));
  return (
    <Notice
      tone={answer === null ? 'warning' : 'info'}
      title={t(answer === null ? 'imports.outliers.title' : `imports.outliers.said.${answer}`)}
    >
      <p>
        {t('imports.outliers.sentence', {
          count: lines,
          formatted: format.number(lines),
          limit: limit!,
          heaviest: heaviest!,
        })}{' '}
        {answer === null && <a href="#left-out">{t('imports.outliers.see')}</a>}
      </p>
      <PostForm action={`/imports/${id}/choices`} className={s.answers}>
        {answers
          .filter((one) => one !== answer)
          .map((one) => (
            <Button key={one} type="submit" name="outliers" value={one} size="small">
              {t(`imports.outliers.answers.${one}`)}
            </Button>
          ))}
      </PostForm>
    </Notice>
  );
}
