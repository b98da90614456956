import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import type { Format } from '../../client/ui/format';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import s from './import-page.module.css';

interface UndoFormProps {
  t: Translate;
  format: Format;
  view: ImportView;
  longestReason: number;
  reason: string;
}

export function UndoForm({ t, format, view, longestReason, reason }: UndoFormProps) {
  return (
    <Section title={t('imports.undoTitle')} sentence={t('imports.undoSentence')}>
      <PostForm
        action={`/imports/${view.id}/undo`}
        className={s.undo}
        data-valid-submit=""
        data-confirm={t('imports.undoConfirm', { events: format.number(view.eventsTaken), file: view.fileName })}
        data-confirm-yes={t('imports.undo')}
      >
        <FormField
          name="reason"
          label={t('imports.undoReason')}
          required
          maxLength={longestReason}
          defaultValue={reason}
        />
        <Button type="submit" tone="danger">
          {t('imports.undo')}
        </Button>
      </PostForm>
    </Section>
  );
}
