import { Fragment } from 'react'
import { fieldRow, isFieldPlace } from './field-table.ts'

/** At most this many invalid fields are named. */
const maxNamed = 3

interface StaleNoteProps {
  /** The invalid fields. */
  readonly places: readonly string[]
  /** Words after the number of fields, if the fields are in another view: "in Sizing". */
  readonly where?: string
  readonly onShow: (place: string) => void
}

/**
 * Says that the answer is not that of the form, and names the invalid fields, which may be out of sight. Every view that
 * answers for the scenario shows it.
 */
export function StaleNote({ places, where, onShow }: StaleNoteProps) {
  if (places.length === 0) return null
  const named = places.slice(0, maxNamed)
  const more = places.length - named.length
  const count = places.length === 1 ? 'One field' : `${places.length} fields`
  return (
    <p className="stale" role="status">
      {where === undefined ? count : `${count} ${where}`} {places.length === 1 ? 'is' : 'are'} invalid. Showing the last
      valid result.{' '}
      {named.map((place) => (
        <Fragment key={place}>
          <button type="button" className="plain" onClick={() => onShow(place)}>
            {isFieldPlace(place) ? fieldRow(place).label : place}
          </button>{' '}
        </Fragment>
      ))}
      {more === 0 ? null : `and ${more} more`}
    </p>
  )
}
