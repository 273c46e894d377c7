import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const helper = pathToFileURL(join(import.meta.dirname, '../../bench/virtual-display.mjs')).href

it.runIf(process.platform !== 'win32')(
  'runs a script once more under a display with the words that it was given',
  () => {
    const display = join(folder.path, 'xvfb-run')
    writeFileSync(display, '#!/bin/sh\necho "$@"\n')
    chmodSync(display, 0o755)
    const script = join(folder.path, 'pictures.mjs')
    writeFileSync(
      script,
      `import { rerunUnderVirtualDisplay as rerun } from '${helper}'\nawait rerun(import.meta.url)\n`,
    )
    const env = { ...process.env, PATH: `${folder.path}${delimiter}${process.env.PATH}` }
    const { stdout } = spawnSync(process.execPath, [script, '1280-light', 'runs'], { env, encoding: 'utf8' })
    expect(stdout.trim()).toMatch(/pictures\.mjs 1280-light runs$/)
  },
)
