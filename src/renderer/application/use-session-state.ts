/**
 * State that a page which is loaded again finds as it was; a window that is opened anew begins afresh.
 */
import { useEffect, useState } from 'react'

/** The part of a store that is used: `sessionStorage`. */
type TextStore = Pick<Storage, 'getItem' | 'setItem'>

/** Like `useState`. `keepable` takes out what must not be kept, such as passwords. */
export function useSessionState<T>(
  name: string,
  initial: T,
  keepable: (value: T) => T = (value) => value,
): readonly [T, React.Dispatch<React.SetStateAction<T>>] {
  const key = `headroom.${name}`
  const [value, setValue] = useState(() => readSession(sessionStorage, key, initial))
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(keepable(value))), [key, value, keepable])
  return [value, setValue]
}

/** What this window wrote itself under the key; `initial` where it did not. */
function readSession<T>(store: TextStore, key: string, initial: T): T {
  const text = store.getItem(key)
  return text === null ? initial : JSON.parse(text)
}
