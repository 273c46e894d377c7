import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

function plant(path: string, text = ''): void {
  mkdirSync(dirname(join(folder.path, path)), { recursive: true })
  writeFileSync(join(folder.path, path), text)
}

/** `npm run check` in a clone whose tools find nothing wrong. */
function check(): { status: number | null; output: string } {
  const script = join(folder.path, 'scripts/check.mjs')
  mkdirSync(dirname(script), { recursive: true })
  copyFileSync(resolve(import.meta.dirname, '../../../scripts/check.mjs'), script)
  const tools = ['@biomejs/biome/bin/biome', 'typescript/bin/tsc', 'knip/bin/knip.js']
  for (const tool of tools) plant(`node_modules/${tool}`)
  plant('scripts/layers/check-layers.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('a check of a clone says the one command that is missing, and passes once it has run', () => {
  expect(check()).toEqual({ status: 1, output: 'check: the npm packages are not installed; run: npm ci\n' })

  plant('node_modules/.package-lock.json', '{}')
  const { status, output } = check()
  expect(status).toBe(1)
  expect(output).toContain('ok     types: pure')
  expect(output).toContain('FAILED types: node: not run, src/runner has no npm packages\n')
  expect(output.trim().split('\n').at(-1)).toBe(
    'check: src/runner has no npm packages; run: npm ci --ignore-scripts --prefix src/runner',
  )

  for (const name of ['kafkajs', 'node-rdkafka']) plant(`src/runner/node_modules/${name}/package.json`, '{}')
  expect(check().status).toBe(0)
})
