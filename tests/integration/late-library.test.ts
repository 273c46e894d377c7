/**
 * The library does not copy the values of the engine's producers, so they must not change until it has reported the records. The
 * real librdkafka reads them early. The library of this test reads them as late as possible, and refuses a part of what it is
 * offered.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { propertySeedVariable } from '../../scripts/gate/property-seed.mjs'
import { temporaryFolder } from '../unit/temporary-folder.ts'
import { buildSends, sendLate } from './late-library/build.ts'

const folder = temporaryFolder()
const cases = 60

test('a producer of the engine changes no value before its report, needs bounded memory, and counts every record', () => {
  const path = join(folder.path, 'sends')
  buildSends(path)
  const sent = sendLate(path, Number(process.env[propertySeedVariable]) >>> 0, cases)
  // Each of these cases has occurred, so it was tested.
  for (const [name, count] of Object.entries(sent)) expect([name, count > 0]).toEqual([name, true])
})
