/**
 * Does something with a value one at a time: of the values that came meanwhile only the last one is taken up, so that slow
 * work on each of many never queues.
 */
export function latestOnly<T>(work: (value: T) => Promise<void>): (value: T) => void {
  let isBusy = false
  let waiting: { readonly value: T } | null = null
  const take = async (value: T): Promise<void> => {
    isBusy = true
    await work(value)
    isBusy = false
    const next = waiting
    waiting = null
    if (next !== null) await take(next.value)
  }
  return (value) => {
    if (isBusy) waiting = { value }
    else void take(value)
  }
}
