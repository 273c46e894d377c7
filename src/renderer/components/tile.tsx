import { Children, type ReactNode } from 'react'
import { together } from '../../presentation/painters/together.ts'
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
      <dt>{together(label)}</dt>
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
        {Children.map(children, (child) => (typeof child === 'string' ? together(child) : child))}
      </dd>
    </div>
  )
}
