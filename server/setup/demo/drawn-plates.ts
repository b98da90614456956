import sharp from 'sharp';

const [width, height] = [320, 240];
type Colour = readonly [number, number, number];

/** The same numbers for the same seed, from 0 to 1. */
function numbersOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

interface Blob {
  x: number;
  y: number;
  wide: number;
  high: number;
  colour: Colour;
}

/** The food of an item lies alike on each of its plates, and a little different on every one. */
function blobsOf(itemId: number, eventId: number): Blob[] {
  const [alike, own] = [numbersOf(itemId), numbersOf(eventId)];
  const hue = alike();
  return Array.from({ length: 4 + Math.floor(alike() * 3) }, () => {
    const [turn, far] = [alike() * Math.PI * 2, alike() * 55];
    const shade = 0.55 + alike() * 0.45;
    return {
      x: width / 2 + Math.cos(turn) * far + (own() - 0.5) * 10,
      y: height / 2 + Math.sin(turn) * far * 0.9 + (own() - 0.5) * 10,
      wide: 18 + alike() * 26,
      high: 14 + alike() * 22,
      colour: [
        (120 + 110 * Math.cos(hue * 6.28) * 0.5 + 60) * shade,
        (100 + 110 * Math.cos((hue + 0.33) * 6.28) * 0.5 + 30) * shade,
        (60 + 90 * Math.cos((hue + 0.67) * 6.28) * 0.5 + 20) * shade,
      ],
    };
  });
}

/** A picture for the demo, drawn and not taken: a plate on a table with what was left of an item. */
export function drawnPlate({ itemId, eventId }: { itemId: number; eventId: number }): Promise<Buffer> {
  const blobs = blobsOf(itemId, eventId);
  const grain = numbersOf(eventId + 1);
  const raw = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const colour = colourAt(x, y, blobs);
      const noise = (grain() - 0.5) * 10;
      for (let at = 0; at < 3; at += 1)
        raw[(y * width + x) * 3 + at] = Math.max(0, Math.min(255, Math.round((colour[at] ?? 0) + noise)));
    }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

function colourAt(x: number, y: number, blobs: readonly Blob[]): Colour {
  const on = blobs.findLast((one) => ((x - one.x) / one.wide) ** 2 + ((y - one.y) / one.high) ** 2 < 1);
  if (on) {
    const light = 1.12 - 0.28 * (((x - on.x) / on.wide) ** 2 + ((y - on.y) / on.high) ** 2);
    return [on.colour[0] * light, on.colour[1] * light, on.colour[2] * light];
  }
  const far = Math.hypot(x - width / 2, y - height / 2);
  if (far < 88) return [238, 236, 230];
  if (far < 106) return [222, 219, 211];
  if (far < 110) return [168, 160, 148];
  const plank = Math.sin(y / 5 + Math.sin(x / 60)) * 6;
  return [146 + plank, 122 + plank, 96 + plank];
}
