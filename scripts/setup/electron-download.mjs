/**
 * Downloads the official Electron into its cache. It is a separate process, so that the caller can end it if it hangs.
 * It prints a line regularly, because the caller treats silence as a hang.
 */
import { createRequire } from 'node:module'

const fromHere = createRequire(import.meta.url)
// The downloader of the `electron` package, and the checksums that this package pins.
const fromElectron = createRequire(fromHere.resolve('electron/package.json'))
const { downloadArtifact } = fromElectron('@electron/get')
const { version } = fromElectron('./package.json')

let lastShown = -1
try {
  await downloadArtifact({
    version,
    artifactName: 'electron',
    platform: process.platform,
    arch: process.arch,
    cacheRoot: process.env.electron_config_cache,
    checksums: fromElectron('./checksums.json'),
    downloadOptions: {
      quiet: true,
      /** @param {{ percent: number }} progress `percent` is a fraction */
      getProgressCallback: async ({ percent }) => {
        if (percent - lastShown < 0.01) return
        lastShown = percent
        console.log(`progress ${percent.toFixed(2)}`)
      },
    },
  })
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error)
  console.error(cause instanceof Error ? `${message} (${cause.message})` : message)
  process.exitCode = 1
}
