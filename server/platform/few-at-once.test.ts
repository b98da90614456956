import { expect, it } from 'vitest';
import { Failure } from './errors';
import { fewAtOnce } from './few-at-once';

const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });

it('lets so many in at once, the others in their order', async () => {
  const turns = fewAtOnce({ atOnce: 2, mostWaiting: 5, seconds: 1 });
  const came: string[] = [];
  const enter = async (name: string) => {
    const end = await turns.begin();
    came.push(name);
    return end;
  };
  const [a, b, c, d] = [enter('a'), enter('b'), enter('c'), enter('d')];
  await settled();
  expect(came).toEqual(['a', 'b']);
  const end = await b;
  end();
  end();
  await settled();
  expect(came).toEqual(['a', 'b', 'c']);
  (await a)();
  (await c)();
  (await d)();
  expect(came).toEqual(['a', 'b', 'c', 'd']);
});

it('passes the turn on when the work fails', async () => {
  const turns = fewAtOnce({ atOnce: 1, mostWaiting: 1, seconds: 1 });
  await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.take(() => Promise.resolve('next'))).toBe('next');
});

it('sends away whom it would keep waiting behind too many', async () => {
  const turns = fewAtOnce({ atOnce: 1, mostWaiting: 1, seconds: 7 });
  const end = await turns.begin();
  const second = turns.begin();
  const refused = await turns.begin().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Failure);
  expect([(refused as Failure).status, (refused as Failure).options.params]).toEqual([429, { seconds: 7 }]);
  end();
  (await second)();
});
