import { Children, type ReactNode } from 'react'
import { together } from '../../presentation/painters/together.ts'

interface TileProps {
  readonly label: string
  /** A number with its unit ("100 MB/s"), or a word. */
  readonly value: string
  readonly children?: ReactNode
}

/** One large figure, with details below. */
export function Tile({ label, value, children }: TileProps) {
  const [, number = value, unit = ''] = /^([×\d.,–<> ]*\d)\s?(\D.*)?$/.exec(value) ?? []
  return (
    <div className="tile">
      <dt>{together(label)}</dt>
      <dd className="value number">
        {number}
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
