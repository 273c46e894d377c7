/**
 * State that is kept when the page is reloaded, but not in a new window.
 */
import { useEffect, useState } from 'react'

/** The methods of `sessionStorage` that are used. */
type TextStore = Pick<Storage, 'getItem' | 'setItem'>

/** Like `useState`, but the value is restored after a reload. `keepable` removes passwords, which must not be stored. */
export function useSessionState<T>(
  name: string,
  initial: T,
  keepable: (value: T) => T = unchanged,
): readonly [T, React.Dispatch<React.SetStateAction<T>>] {
  const key = `headroom.${name}`
  const [value, setValue] = useState(() => readSession(sessionStorage, key, initial))
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(keepable(value))), [key, value, keepable])
  return [value, setValue]
}

// Outside the hook, so that it is the same function in each render: a new one would store the value at every key press.
function unchanged<T>(value: T): T {
  return value
}

/** The value that this window stored under the key; `initial` if there is none. */
function readSession<T>(store: TextStore, key: string, initial: T): T {
  const text = store.getItem(key)
  return text === null ? initial : JSON.parse(text)
}
