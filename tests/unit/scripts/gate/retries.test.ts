import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRetries, retryLines } from '../../../../scripts/gate/retries.mjs'
import { temporaryFolder } from '../../temporary-folder.ts'

const folder = temporaryFolder()

it('second tries are printed with test and reason, and counted', () => {
  const path = join(folder.path, 'retries.ndjson')
  expect(retryLines(readRetries(path))).toEqual(['No test was tried again.'])
  const noisy = { suite: 'verdicts', test: 'confirms the prediction', attempt: 1, reason: 'too-noisy: ± 9 %' }
  writeFileSync(path, `${JSON.stringify(noisy)}\n`)
  expect(retryLines(readRetries(path))).toEqual([
    'tried again: verdicts: confirms the prediction: attempt 1: too-noisy: ± 9 %',
    '1 attempt was repeated, because the machine was too noisy.',
  ])
})
