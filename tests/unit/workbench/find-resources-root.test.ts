import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { findResourcesRoot } from '../../../src/workbench/find-resources-root.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const repository = resolve(import.meta.dirname, '../../..')

it('is the root of this repository for a file of its sources', () => {
  expect(findResourcesRoot(join(repository, 'src', 'cli'))).toBe(repository)
})

it('is not a nearer folder that has models of another program', async () => {
  const near = join(folder.path, 'app')
  for (const models of [join(folder.path, 'models'), join(near, 'models')]) await mkdir(models, { recursive: true })
  await writeFile(join(near, 'models', 'user.json'), '{}')
  await writeFile(join(folder.path, 'models', 'apache-kafka-on-hosts.json'), '{}')
  expect(findResourcesRoot(near)).toBe(folder.path)
})

it('is the first folder if none above it has the models', () => {
  expect(findResourcesRoot(folder.path)).toBe(folder.path)
})
