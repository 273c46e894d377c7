import { afterEach, describe, expect, it } from 'vitest'
import { utcEpochMs } from '../../../src/observation/utc-time.ts'

const { TZ } = process.env

afterEach(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

describe('utcEpochMs()', () => {
  const known = Date.UTC(2026, 2, 29, 2, 30)

  // On 29 March 2026, the hour from 02:00 is left out in Berlin. In New York it was summer time already.
  it.each(['Europe/Berlin', 'America/New_York', 'UTC'])(
    'takes a time without a zone for UTC on a machine in %s',
    (zone) => {
      process.env.TZ = zone
      expect(utcEpochMs('2026-03-29T02:30:00')).toBe(known)
      expect(utcEpochMs('2026-03-29 02:30')).toBe(known)
      expect(utcEpochMs('2026-03-29T02:30:00Z')).toBe(known)
      expect(utcEpochMs('2026-03-29T04:30:00+02:00')).toBe(known)
      expect(utcEpochMs('2026-03-28T21:30:00-0500')).toBe(known)
      expect(utcEpochMs('2026-03-29')).toBe(Date.UTC(2026, 2, 29))
      expect(utcEpochMs('soon')).toBeNaN()
    },
  )
})
