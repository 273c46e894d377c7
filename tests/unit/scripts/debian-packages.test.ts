import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  describeMissing,
  ensureDebianPackages,
  isAfterTimeTransition,
} from '../../../scripts/setup/debian-packages.mjs'

/** A system with none of the packages: its PATH has only an apt-get and a dpkg-query that keep a list of their own. */
describe.runIf(process.platform === 'linux')('ensureDebianPackages()', () => {
  let folder: string
  const installed = () => join(folder, 'installed')
  const calls = () =>
    existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []

  function command(name: string, script: string): void {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'headroom-apt-'))
    vi.stubEnv('PATH', folder)
    writeFileSync(installed(), '')
    command('dpkg-query', `while read -r name; do echo "$name installed"; done < ${installed()}`)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })

  /** An apt-get that installs all that it is asked for but what is named. */
  function aptGet({ butNot = '-' } = {}): void {
    const install = `for word in "$@"; do case $word in -*|DPkg*|install|${butNot}) ;; *) echo "$word" >> ${installed()} ;; esac; done`
    command('apt-get', `echo "$@" >> ${join(folder, 'calls')}\ncase "$*" in *install*) ${install} ;; esac`)
  }

  it('fetches the lists, installs what is missing without asking, and finds it there', async () => {
    aptGet()
    expect(await ensureDebianPackages({ asRoot: true })).toEqual({ missing: [] })
    const [update, install] = calls()
    expect(update).toMatch(/ update$/)
    expect(install).toMatch(/ install -y --no-install-recommends xvfb xauth .*libssl-dev .*python3$/)
    expect(await ensureDebianPackages({ asRoot: true })).toEqual({ missing: [] })
    expect(calls()).toHaveLength(2)
  })

  it('says what apt-get could not install, and the command for it', async () => {
    aptGet({ butNot: 'libnss3' })
    expect(await ensureDebianPackages({ asRoot: true })).toEqual({
      missing: ['libnss3'],
      command: 'apt-get install -y --no-install-recommends libnss3',
    })
  })

  it('installs nothing for somebody who is not root, who gets the command', async () => {
    aptGet()
    const outcome = await ensureDebianPackages({ asRoot: false })
    expect(outcome.command).toMatch(/^sudo apt-get install -y --no-install-recommends xvfb /)
    expect(calls()).toEqual([])
  })
})

describe('describeMissing()', () => {
  it('gives somebody who is not root one command to run', () => {
    expect(describeMissing(['xvfb', 'libzstd-dev'], false)).toEqual({
      missing: ['xvfb', 'libzstd-dev'],
      command: 'sudo apt-get install -y --no-install-recommends xvfb libzstd-dev',
    })
  })

  it('leaves sudo out for root, where an installation has failed', () => {
    expect(describeMissing(['xvfb'], true).command).toBe('apt-get install -y --no-install-recommends xvfb')
  })
})

describe('isAfterTimeTransition()', () => {
  it('knows the systems whose packages were renamed', () => {
    const texts = [
      'ID=debian\nVERSION_ID="12"',
      'ID=debian\nVERSION_ID="13"',
      'ID=ubuntu\nVERSION_ID="22.04"',
      'ID=ubuntu\nVERSION_ID="24.04"',
      '',
    ]
    expect(texts.map(isAfterTimeTransition)).toEqual([false, true, false, true, false])
  })
})
