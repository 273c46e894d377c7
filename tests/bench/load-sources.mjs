/**
 * TypeScript sources as one module that any Node loads, for benchmarks.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))
const entry = 'virtual-entry'

/**
 * Everything that these modules export. @param {readonly string[]} modules paths in the repository, without `.ts`
 * @param {readonly string[]} external packages that are loaded as they are
 */
export async function loadSources(modules, external) {
  const file = join(root, 'node_modules', '.cache', `headroom-bench-${process.pid}.mjs`)
  const lines = modules.map((path) => `export * from ${JSON.stringify(join(root, `${path}.ts`))}`)
  await build({
    input: entry,
    platform: 'node',
    cwd: root,
    external: [...external],
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? lines.join('\n') : null),
      },
    ],
    // Beside the packages, so that those left outside are found.
    output: { file, format: 'esm' },
    logLevel: 'silent',
  })
  try {
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(file, { force: true })
  }
}
