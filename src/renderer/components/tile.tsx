import { Children, type ReactNode } from 'react'
import { withNoBreakSpaces } from '../../presentation/painters/no-break-spaces.ts'
import type { Quantity } from '../../units/quantity.ts'

interface TileProps {
  readonly label: string
  readonly value: Quantity
  readonly children?: ReactNode
}

/** One large figure with its unit and label. `children` are details below it. */
export function Tile({ label, value: { digits, unit }, children }: TileProps) {
  return (
    <div className="tile">
      <dt>{withNoBreakSpaces(label)}</dt>
      <dd className="value number">
        {digits}
        {unit === '' ? null : (
          <span className="unit">
            {' '}
            <span className="number">{unit}</span>
          </span>
        )}
      </dd>
      <dd className="detail">
        {Children.map(children, (child) => (typeof child === 'string' ? withNoBreakSpaces(child) : child))}
      </dd>
    </div>
  )
}
