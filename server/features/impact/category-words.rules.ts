import type { FoodCategory } from './factor-sets.rules';

/** Beginnings of words, in the languages of the product; the first category that fits counts. */
const stems: readonly (readonly [FoodCategory, readonly string[]])[] = [
  ['beef', ['beef', 'veal', 'rind', 'kalb', 'bœuf', 'boeuf', 'veau', 'ternera', 'vaca']],
  ['lamb', ['lamb', 'mutton', 'lamm', 'agneau', 'mouton', 'cordero']],
  [
    'pork',
    [
      'pork',
      'ham',
      'bacon',
      'sausage',
      'cold cuts',
      'schwein',
      'schinken',
      'wurst',
      'würst',
      'aufschnitt',
      'porc',
    ].concat(['jambon', 'saucisse', 'charcuterie', 'cerdo', 'jamón', 'embutido', 'salchicha']),
  ],
  [
    'poultry',
    [
      'chicken',
      'turkey',
      'poultry',
      'hähnchen',
      'huhn',
      'hühn',
      'pute',
      'geflügel',
      'poulet',
      'dinde',
      'volaille',
      'pollo',
      'pavo',
    ],
  ],
  [
    'shellfish',
    [
      'shellfish',
      'prawn',
      'shrimp',
      'mussel',
      'garnele',
      'muschel',
      'crevette',
      'moule',
      'gamba',
      'marisco',
      'mejillón',
    ],
  ],
  [
    'fish',
    ['fish', 'salmon', 'tuna', 'cod', 'fisch', 'lachs', 'poisson', 'saumon', 'pescado', 'salmón', 'atún', 'white fish'],
  ],
  ['eggs', ['egg', 'eier', 'rührei', 'œuf', 'oeuf', 'huevo']],
  ['pasta', ['pasta', 'noodle', 'spaghetti', 'spätzle', 'nudel', 'pâtes', 'nouille', 'fideo']],
  ['yogurt', ['yogurt', 'yoghurt', 'joghurt', 'yaourt', 'yogur']],
  ['cheese', ['cheese', 'käse', 'fromage', 'queso']],
  ['biscuits', ['cake', 'cookie', 'biscuit', 'kuchen', 'keks', 'gâteau', 'galleta']],
  ['butter', ['butter', 'beurre', 'mantequilla']],
  ['milk', ['milk', 'cream', 'milch', 'sahne', 'lait', 'leche', 'nata']],
  ['bread', ['bread', 'toast', 'bagel', 'brot', 'brötchen', 'croissant', 'baguette', 'panecillo']],
  ['rice', ['rice', 'risotto', 'reis', 'riz', 'arroz']],
  [
    'potatoes',
    ['potato', 'french fries', 'kartoffel', 'pommes frites', 'pommes de terre', 'pomme de terre', 'frites', 'patata'],
  ],
  ['tofu', ['tofu', 'seitan']],
  [
    'pulses',
    [
      'bean',
      'lentil',
      'chickpea',
      'pulse',
      'bohne',
      'linse',
      'hülsenfrücht',
      'haricot',
      'lentille',
      'pois chiche',
      'légumineuse',
      'alubia',
      'lenteja',
      'garbanzo',
      'legumbre',
    ],
  ],
  ['nuts', ['nuts', 'almond', 'nüsse', 'mandel', 'noix', 'amande', 'nueces', 'almendra']],
  ['tomatoes', ['tomato', 'tomate']],
  ['juice', ['juice', 'saft', 'zumo', 'jus d']],
  ['chocolate', ['chocolate', 'schokolade', 'chocolat']],
  ['oil', ['oil', 'huile', 'aceite']],
  ['sugar', ['sugar', 'zucker', 'sucre', 'azúcar']],
  [
    'fruit',
    [
      'fruit',
      'berry',
      'berries',
      'apple',
      'pear',
      'banana',
      'melon',
      'pineapple',
      'obst',
      'beere',
      'apfel',
      'äpfel',
      'melone',
    ].concat(['baie', 'pomme', 'poire', 'fruta', 'baya', 'manzana', 'melón']),
  ],
  [
    'vegetables',
    [
      'vegetable',
      'salad',
      'leafy',
      'carrot',
      'cabbage',
      'broccoli',
      'onion',
      'leek',
      'gemüse',
      'salat',
      'karotte',
      'kohl',
    ].concat([
      'zwiebel',
      'légume',
      'salade',
      'carotte',
      'chou',
      'oignon',
      'verdura',
      'hortaliza',
      'ensalada',
      'zanahoria',
      'cebolla',
    ]),
  ],
];

/** So long a stem is no accident in the middle of a word: German puts words together. */
const longEnough = 5;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patterns = stems.map(([category, all]) => {
  const inside = all.filter((stem) => stem.length >= longEnough).map(escaped);
  const atStart = all.map(escaped);
  return [category, new RegExp(`(?<!\\p{L})(?:${atStart.join('|')})|(?:${inside.join('|') || '(?!)'})`, 'u')] as const;
});

/** The category that an item's name speaks for; null where it says nothing, as of most dishes. A person looks at it before it counts. */
export function suggestCategory(name: string): FoodCategory | null {
  const text = name.toLowerCase().normalize('NFC');
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
