import type { SecuredNames } from '../../server/domain/places/secured-items.contract';
import { setPath } from '../../server/features/data-security/data-security-address.rules';
import { Button, LinkButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { SecuredLists } from './secured-content';
import type { DataSecurityTranslate } from './words';

interface ViewWindowProps {
  t: DataSecurityTranslate;
  names: SecuredNames;
  onClose: () => void;
}

export function ViewWindow({ t, names, onClose }: ViewWindowProps) {
  const footer = (
    <>
      <LinkButton href={setPath}>{t('dataSecurity.set')}</LinkButton>
      <Button tone="primary" onClick={onClose}>
        {t('dataSecurity.close')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={t('dataSecurity.title')}
      sentence={t('dataSecurity.lead')}
      closeLabel={t('dataSecurity.close')}
      onClose={onClose}
      footer={footer}
    >
      <SecuredLists t={t} names={names} level="h3" />
    </Dialog>
  );
}
