import type { ReactNode } from 'react'

/** The header of a column of numbers. */
export function NumberHead({ children }: { readonly children: ReactNode }) {
  return (
    <th scope="col" className="is-number">
      {children}
    </th>
  )
}
