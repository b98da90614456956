import type { Format } from '../../client/ui/format';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { ButtonKind, NamedButton } from '../../server/domain/tracker-profiles/profiles.contract';
import { elementOf } from '../../server/domain/tracker-profiles/profiles.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { Locale } from '../locales/messages';

export interface Writing {
  t: Translate;
  format: Format;
}

export const kindName = (t: Translate, kind: ButtonKind) =>
  t(`hierarchies.elements.${kind === 'express' ? 'EXPRESS_ITEM' : elementOf[kind]}`);

/** As a tracker in this language names it. */
export const nameIn = (speak: Translate, locale: Locale, { kind, refId, name, translations }: NamedButton) =>
  kind === 'stage' ? stageName(speak, refId, name) : (translations[locale] ?? name);

export const versionText = (t: Translate, version: number | null) =>
  version === null ? t('menuManager.draft') : t('menuManager.version', { version });
