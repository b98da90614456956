import { useState } from 'react';
import { closeView, useAddress, writeAddress } from '../../../client/legacy/address';
import { useAnswer, usePage } from '../../../client/legacy/page';
import { Loaded } from '../../../client/ui/loaded';
import type { ValueTree } from '../../../server/domain/catalogue/hierarchies.contract';
import { elements } from '../../../server/domain/catalogue/hierarchies.rules';
import type { ElementCode } from '../../../server/domain/catalogue/refdata.contract';
import { TreePage } from './tree-page';
import { ValueView } from './value-view';

const usual: ElementCode = 'WASTEITEM';

/** The tree of the element that the address names, or one of its values. */
export function HierarchiesPage() {
  const { sentenceOf } = usePage();
  const address = useAddress();
  const [arrived, setArrived] = useState(false);
  const elementCode = elements.find((code) => code === address.get('element')) ?? usual;
  const valueId = Number(address.get('value'));
  const tree = useAnswer<ValueTree>(`/hierarchies/${elementCode}`);
  const open = (value: number) => {
    setArrived(true);
    writeAddress({ value }, { opens: true });
  };
  const back = () => {
    setArrived(true);
    closeView({ value: null });
  };
  const choose = (element: string) =>
    writeAddress({ element: element === usual ? null : element, text: null, status: null });
  return (
    <Loaded from={tree} sentenceOf={sentenceOf}>
      {(data) =>
        valueId > 0 ? (
          <ValueView
            key={valueId}
            tree={data}
            valueId={valueId}
            arrived={arrived}
            onBack={back}
            onOpen={open}
            onChanged={tree.reload}
          />
        ) : (
          <TreePage
            tree={data}
            elementCode={elementCode}
            arrived={arrived}
            onElement={choose}
            onOpen={open}
            onChanged={tree.reload}
          />
        )
      }
    </Loaded>
  );
}
