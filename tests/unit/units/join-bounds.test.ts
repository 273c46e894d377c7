import { expect, it } from 'vitest'
import { joinBounds } from '../../../src/units/number-text.ts'

it('writes the unit of two bounds once, and a single bound if both read the same', () => {
  expect(joinBounds('95 MB/s', '106 MB/s')).toBe('95–106 MB/s')
  expect(joinBounds('998 kB/s', '1.02 MB/s')).toBe('998 kB/s–1.02 MB/s')
  expect(joinBounds('9 MB/s', '9 MB/s')).toBe('9 MB/s')
  expect(joinBounds('950,000 records/s', '1,060,000 records/s')).toBe('950,000–1,060,000 records/s')
  expect(joinBounds('0 B/s', '12 kB/s')).toBe('0 B/s–12 kB/s')
})
