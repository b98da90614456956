import type { Block, ReportDocument } from '../../platform/document/document.contract';

const plain = <C extends { href?: string | undefined }>({ href: _, ...cell }: C) => cell;

function blockWithout(block: Block): Block {
  switch (block.kind) {
    case 'figures':
      return { ...block, figures: block.figures.map(plain) };
    case 'bars':
      return { ...block, rows: block.rows.map(plain) };
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(plain)) };
    default:
      return block;
  }
}

/** The same for somebody who may open nothing behind it. */
export const withoutLinks = (document: ReportDocument): ReportDocument => ({
  ...document,
  blocks: document.blocks.map(blockWithout),
});
