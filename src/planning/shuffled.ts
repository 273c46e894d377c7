import { createRandom } from '../contracts/seeded-random.ts'

/** Shuffles items with a seed: Fisher and Yates' shuffle. A seed always gives the same order. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = createRandom(seed)
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const drawn = Math.floor(random() * (last + 1))
    const [one, other] = [order[last], order[drawn]]
    if (one === undefined || other === undefined) continue
    order[last] = other
    order[drawn] = one
  }
  return order
}
