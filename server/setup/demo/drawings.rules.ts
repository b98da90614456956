/** How far a point lies outside a shape, in pixels; within it is negative. */
export type Shape = (x: number, y: number) => number;

interface Layer {
  shape: Shape;
  /** Hexadecimal, such as `c8863f`. */
  color: string;
}

export interface Drawing {
  ground: string;
  /** From back to front. */
  layers: readonly Layer[];
}

export const drawingSize = { width: 480, height: 320 } as const;

/** Many times as fast as `Math.hypot`, which minds what no picture has. */
const distance = (x: number, y: number) => Math.sqrt(x * x + y * y);

export const circle =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    distance(x - cx, y - cy) - radius;

export const ellipse =
  (cx: number, cy: number, [across, down]: readonly [number, number]): Shape =>
  (x, y) => {
    const near = distance((x - cx) / across, (y - cy) / down);
    const steep = distance((x - cx) / across ** 2, (y - cy) / down ** 2);
    return steep === 0 ? -Math.min(across, down) : (near * (near - 1)) / steep;
  };

/** With round corners. */
export const box =
  (cx: number, cy: number, [width, height, radius]: readonly [number, number, number]): Shape =>
  (x, y) => {
    const across = Math.abs(x - cx) - width / 2 + radius;
    const down = Math.abs(y - cy) - height / 2 + radius;
    return distance(Math.max(across, 0), Math.max(down, 0)) + Math.min(Math.max(across, down), 0) - radius;
  };

type Point = readonly [number, number];

/** A line with round ends. */
export const line =
  ([x1, y1]: Point, [x2, y2]: Point, width: number): Shape =>
  (x, y) => {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    return distance(x - x1 - along * dx, y - y1 - along * dy) - width / 2;
  };

/** Convex, its corners in the order of the clock. */
export function polygon(...corners: readonly Point[]): Shape {
  const sides = corners.map(([x, y], at) => {
    const [toX, toY] = corners[(at + 1) % corners.length] ?? [x, y];
    const length = distance(toX - x, toY - y);
    return { x, y, across: (toY - y) / length, down: (x - toX) / length };
  });
  return (x, y) =>
    sides.reduce((far, side) => Math.max(far, (x - side.x) * side.across + (y - side.y) * side.down), -Infinity);
}

export const within =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) =>
    shapes.reduce((far, shape) => Math.max(far, shape(x, y)), -Infinity);

export const above =
  (edge: number): Shape =>
  (_x, y) =>
    y - edge;

export const below =
  (edge: number): Shape =>
  (_x, y) =>
    edge - y;

const channels = (hex: string) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Red, green and blue of each pixel, row by row; edges are smooth. */
export function pixelsOf({ ground, layers }: Drawing): Uint8Array {
  const { width, height } = drawingSize;
  const pixels = new Uint8Array(width * height * 3);
  const paint = (at: number, color: readonly number[], cover: number) => {
    for (let c = 0; c < 3; c += 1) pixels[at + c] = (pixels[at + c] ?? 0) * (1 - cover) + (color[c] ?? 0) * cover;
  };
  for (const { shape, color } of [{ shape: () => -1, color: ground }, ...layers]) {
    const ink = channels(color);
    for (let at = 0; at < width * height; at += 1) {
      const cover = 0.5 - shape((at % width) + 0.5, Math.floor(at / width) + 0.5);
      if (cover > 0) paint(at * 3, ink, Math.min(1, cover));
    }
  }
  return pixels;
}
