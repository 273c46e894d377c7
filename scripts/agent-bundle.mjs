/**
 * `npm run agent:bundle` packs the agent into one file for hosts of this platform, with its own Node and client
 * library. The file unpacks to a folder `headroom-agent` with a program of the same name. The hosts need only the
 * system packages that `headroom agent deploy` lists.
 */
import { chmod, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildRunner } from './build.mjs'
import { repositoryPath, runnerPath } from './setup/paths.mjs'
import { reporterFor, runStep } from './setup/progress.mjs'
import { runCommand } from './setup/run-command.mjs'
import { ensureRunnerPackage } from './setup/runner-package.mjs'
import { SetupError } from './setup/setup-error.mjs'
import { openStaging } from './setup/staging.mjs'

const name = 'headroom-agent'

/** The parts of the runner's folder that an agent needs. Embedded clusters are left out. */
const parts = ['package.json', 'dist', 'node_modules']

/** The third-party software in the bundle. */
const notices = ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json']

/** Finds its own folder, even if it was started through a symbolic link. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node_modules/node/bin/node" "$here/dist/agent.mjs" "$@"
`

/** @returns {Promise<string>} path of the bundle */
async function makeBundle() {
  const { version } = JSON.parse(await readFile(join(repositoryPath, 'package.json'), 'utf8'))
  const outPath = join(repositoryPath, 'out')
  const path = join(outPath, `${name}-${version}-${process.platform}-${process.arch}.tar.gz`)
  const stagedPath = await openStaging('agent-bundle')
  try {
    const folder = join(stagedPath, name)
    await mkdir(folder)
    for (const part of parts) {
      await cp(join(runnerPath, part), join(folder, part), { recursive: true, verbatimSymlinks: true })
    }
    for (const notice of notices) await cp(join(repositoryPath, notice), join(folder, notice))
    await writeFile(join(folder, name), launcher)
    await chmod(join(folder, name), 0o755)
    const staged = join(stagedPath, 'bundle.tar.gz')
    const owner = ['--owner=0', '--group=0', '--numeric-owner']
    const { exitCode, tail } = await runCommand('tar', ['-czf', staged, ...owner, '-C', stagedPath, name])
    if (exitCode !== 0) throw new SetupError(`the bundle could not be packed: ${tail}`)
    await mkdir(outPath, { recursive: true })
    await rename(staged, path)
    return path
  } finally {
    await rm(stagedPath, { recursive: true, force: true })
  }
}

async function main() {
  if (process.platform === 'win32') {
    console.error('The bundle is for Linux and macOS; on Windows run: headroom agent')
    return 2
  }
  const report = reporterFor(process.stdout)
  const runner = await runStep(report, 'runner', async (onProgress) => {
    const value = await ensureRunnerPackage({ onProgress })
    await buildRunner()
    return { message: 'ready', value }
  })
  if (runner === undefined) return 1
  const bundle = await runStep(report, 'bundle', async () => {
    const path = await makeBundle()
    const megabytes = Math.round((await stat(path)).size / 1e6)
    return { message: `${path} (${megabytes} MB)`, value: path }
  })
  return bundle === undefined ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main()
