/**
 * Returns a function that passes values to `work`, one at a time. Of the values that arrive while `work` is busy, only the
 * last one is processed afterwards, so that slow work does not queue up. `work` must not reject.
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
