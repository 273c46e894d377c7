import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorExitCodes } from '../../../src/contracts/app-error.ts'
import { bundleScript } from '../workbench/bundle-script.ts'

let script = ''
beforeAll(async () => {
  script = await bundleScript(new URL('printing-script.ts', import.meta.url), 'printing')
})

describe('the terminal of a process', () => {
  it.runIf(existsSync('/dev/full'))('makes a failure of a result that the disk has no room for', () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [script], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect([status, stderr]).toEqual([
      errorExitCodes.DISK_FULL,
      'The output could not be written: the disk is full.\n' +
        'Make room on that disk or choose another place, then try again.\n',
    ])
  })

  it.runIf(process.platform !== 'win32')('prints nothing if the reader has closed the pipe', () => {
    const command = `"${process.execPath}" "${script}" | head -n 1; echo "\${PIPESTATUS[0]}" >&2`
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' })
    expect([stdout, stderr]).toEqual(['a result\n', '0\n'])
  })
})
