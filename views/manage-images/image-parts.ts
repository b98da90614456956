import type { Format, FormatSettings } from '../../client/ui/format';
import type {
  ImageDetail,
  ImageDone,
  ImageForm,
  Offer,
} from '../../server/features/manage-images/manage-images.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FormFailure } from '../layout/form-failure';
import type { Locale } from '../locales/messages';

export interface ImagePageProps {
  t: Translate;
  settings: FormatSettings;
  now: Date;
  detail: ImageDetail;
  organisationId: number;
  /** Of this page. */
  action: string;
  back: string;
  /** The reader sees the whole organization. */
  edits: boolean;
  /** Which other pages the reader may open. */
  opens: { values: boolean; profiles: boolean };
  localeNames: Record<Locale, string>;
  offer: Offer | null;
  done: NonNullable<ImageDone> | null;
  refused: (FormFailure & { form: ImageForm }) | null;
}

export type ImageParts = ImagePageProps & { format: Format };

/** Of this form, why it was refused. */
export const refusedIn = ({ refused }: ImagePageProps, form: ImageForm): FormFailure | null =>
  refused?.form === form ? refused : null;
