import { above, below, box, circle, ellipse, line, polygon, within, type Drawing, type Shape } from './drawings.rules';

const shadow = { shape: ellipse(240, 262, [150, 16]), color: 'd9d0bf' };

const bowlOf = (color: string, edge: string) => [
  shadow,
  { shape: within(ellipse(240, 150, [148, 112]), below(150)), color },
  { shape: box(240, 258, [92, 12, 6]), color: edge },
  { shape: ellipse(240, 150, [148, 34]), color: edge },
];

const grain = (x: number, y: number): Shape => line([x - 6, y + 2], [x + 6, y - 2], 6);
const leaf = (x: number, y: number, size: number) => [
  { shape: circle(x, y, size), color: '6f9d4b' },
  { shape: circle(x - size * 0.2, y - size * 0.25, size * 0.62), color: '8ab95e' },
];
const potato = (x: number, y: number, color: string) => [
  { shape: ellipse(x, y, [64, 46]), color },
  { shape: ellipse(x - 16, y - 14, [30, 16]), color: 'f2dc9b' },
];
const carrot = (x: number, y: number) => [
  { shape: line([x, y - 84], [x - 26, y - 128], 13), color: '6f9d4b' },
  { shape: line([x, y - 84], [x + 4, y - 136], 13), color: '8ab95e' },
  { shape: line([x, y - 84], [x + 32, y - 122], 13), color: '6f9d4b' },
  { shape: circle(x, y - 66, 34), color: 'df7a34' },
  { shape: polygon([x - 33, y - 62], [x + 33, y - 62], [x, y + 104]), color: 'df7a34' },
  { shape: line([x - 18, y - 34], [x + 2, y - 34], 5), color: 'b95d22' },
  { shape: line([x - 2, y + 2], [x + 13, y + 2], 5), color: 'b95d22' },
  { shape: line([x - 9, y + 36], [x + 1, y + 36], 5), color: 'b95d22' },
];

/** Drawn here for the demonstration, by the name of the value that shows them. */
export const drawings: Readonly<Record<string, Drawing>> = {
  'Bread and rolls': {
    ground: 'f3e9d6',
    layers: [
      shadow,
      { shape: box(240, 188, [284, 140, 66]), color: 'a9692f' },
      { shape: box(240, 180, [284, 132, 64]), color: 'c98a45' },
      ...[160, 240, 320].map((x) => ({ shape: line([x - 18, 150], [x + 22, 206], 14), color: 'eccb8f' })),
    ],
  },
  Soup: {
    ground: 'f4e3d3',
    layers: [
      ...bowlOf('5f7f8c', '7d9ba6'),
      { shape: ellipse(240, 150, [132, 26]), color: 'd9702f' },
      { shape: ellipse(214, 144, [44, 7]), color: 'eda25f' },
      { shape: circle(286, 152, 7), color: '6f9d4b' },
      { shape: circle(304, 146, 5), color: '8ab95e' },
      ...[196, 240, 284].map((x) => ({ shape: line([x, 92], [x + 8, 58], 9), color: 'e3cdb8' })),
    ],
  },
  Rice: {
    ground: 'e5ebe4',
    layers: [
      { shape: within(ellipse(240, 152, [124, 84]), above(156)), color: 'fbf8ee' },
      shadow,
      { shape: within(ellipse(240, 150, [148, 112]), below(150)), color: '3f6f6a' },
      { shape: box(240, 258, [92, 12, 6]), color: '2f5652' },
      ...[
        [190, 118],
        [222, 98],
        [256, 114],
        [288, 100],
        [170, 138],
        [236, 134],
        [304, 130],
      ].map(([x = 0, y = 0]) => ({ shape: grain(x, y), color: 'e2dcc6' })),
    ],
  },
  'Boiled potatoes': {
    ground: 'e8e6da',
    layers: [shadow, ...potato(178, 206, 'd9b25f'), ...potato(306, 208, 'cfa653'), ...potato(242, 156, 'e3bf6c')],
  },
  'Root vegetables': {
    ground: 'e4ecdc',
    layers: [...carrot(150, 176), ...carrot(330, 176), ...carrot(240, 176)],
  },
  'Leafy salad': {
    ground: 'eaf0df',
    layers: [
      ...leaf(170, 128, 48),
      ...leaf(310, 126, 50),
      ...leaf(240, 104, 58),
      { shape: circle(282, 130, 20), color: 'c9462f' },
      { shape: circle(204, 132, 17), color: 'c9462f' },
      shadow,
      { shape: within(ellipse(240, 150, [148, 112]), below(150)), color: 'b98a55' },
      { shape: box(240, 258, [92, 12, 6]), color: '96693a' },
    ],
  },
  Cheese: {
    ground: 'f0ead9',
    layers: [
      shadow,
      { shape: polygon([96, 178], [384, 178], [384, 248], [96, 248]), color: 'dda63a' },
      { shape: polygon([96, 178], [330, 86], [384, 178]), color: 'f0c75e' },
      { shape: circle(168, 214, 18), color: 'bf8a26' },
      { shape: circle(252, 226, 12), color: 'bf8a26' },
      { shape: circle(322, 206, 21), color: 'bf8a26' },
      { shape: ellipse(286, 140, [28, 14]), color: 'd9aa3f' },
    ],
  },
  Pizza: {
    ground: 'f2e4d8',
    layers: [
      shadow,
      { shape: circle(240, 160, 116), color: 'c98a45' },
      { shape: circle(240, 160, 98), color: 'efcf7a' },
      ...[
        [206, 118],
        [284, 126],
        [196, 188],
        [254, 202],
        [296, 180],
        [240, 156],
      ].map(([x = 0, y = 0]) => ({ shape: circle(x, y, 19), color: 'c04a34' })),
      ...[
        [240, 116],
        [180, 154],
        [222, 220],
        [306, 152],
      ].map(([x = 0, y = 0]) => ({ shape: ellipse(x, y, [11, 6]), color: '5f8f45' })),
    ],
  },
  'Coffee grounds': {
    ground: 'e9e2da',
    layers: [
      shadow,
      { shape: circle(334, 178, 44), color: 'f7f3ec' },
      { shape: circle(334, 178, 26), color: 'e9e2da' },
      { shape: box(230, 182, [196, 148, 40]), color: 'fdfaf4' },
      { shape: ellipse(230, 118, [98, 26]), color: 'e6ddd0' },
      { shape: ellipse(230, 120, [82, 19]), color: '4a3226' },
    ],
  },
  Bowl: {
    ground: 'e6e8ea',
    layers: [...bowlOf('9aa5ad', 'b9c3ca'), { shape: ellipse(240, 152, [130, 25]), color: '7f8b94' }],
  },
  'Full pan GN 1/1': {
    ground: 'e6e8ea',
    layers: [
      shadow,
      { shape: polygon([88, 140], [392, 140], [366, 252], [114, 252]), color: '9aa5ad' },
      { shape: box(240, 134, [344, 24, 12]), color: 'bcc6cd' },
      { shape: line([130, 172], [136, 226], 8), color: 'b3bec5' },
    ],
  },
  'Bucket, 20 l': {
    ground: 'e6e8ea',
    layers: [
      shadow,
      { shape: ellipse(240, 104, [104, 66]), color: '8d98a0' },
      { shape: ellipse(240, 106, [95, 57]), color: 'e6e8ea' },
      { shape: polygon([128, 116], [352, 116], [322, 262], [158, 262]), color: '3d6b8f' },
      { shape: box(240, 116, [244, 24, 12]), color: '5585aa' },
      { shape: box(240, 196, [72, 44, 6]), color: 'e9eef2' },
    ],
  },
};

/** Shown by nothing yet. */
export const spare = {
  name: 'Apple',
  drawing: {
    ground: 'f1e7df',
    layers: [
      shadow,
      { shape: line([240, 112], [254, 66], 9), color: '7a5230' },
      { shape: ellipse(284, 84, [30, 14]), color: '6f9d4b' },
      { shape: circle(206, 176, 76), color: 'c5412f' },
      { shape: circle(274, 176, 76), color: 'c5412f' },
      { shape: ellipse(190, 146, [20, 28]), color: 'dc6b54' },
    ],
  },
} satisfies { name: string; drawing: Drawing };
