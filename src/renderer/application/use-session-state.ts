/**
 * State that survives a reload of the page, but not a new window.
 */
import { useEffect, useState } from 'react'

/** The part of a store that is used: `sessionStorage`. */
type TextStore = Pick<Storage, 'getItem' | 'setItem'>

/** Like `useState`. `keepable` removes what must not be stored, such as passwords. */
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

/** The value that this window stored under the key, else `initial`. */
function readSession<T>(store: TextStore, key: string, initial: T): T {
  const text = store.getItem(key)
  return text === null ? initial : JSON.parse(text)
}
