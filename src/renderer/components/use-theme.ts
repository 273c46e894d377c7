import { useSyncExternalStore } from 'react'
import type { Theme } from '../../charts/tokens.ts'

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)')

/** The theme of the desktop. The component is rendered again when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => (darkQuery.matches ? 'dark' : 'light'))
}

function subscribe(onChange: () => void): () => void {
  darkQuery.addEventListener('change', onChange)
  return () => darkQuery.removeEventListener('change', onChange)
}
