/**
 * Run `node scripts/pin-kafka-jars.mjs` after a change of src/runner/embedded/pom.xml. It fetches the jars and pins
 * their hashes. Compare the result with that of another machine before you commit it, because it is trusted from then
 * on.
 */
import { rm, writeFile } from 'node:fs/promises'
import { copyJars, pinnedJarsPath } from './setup/kafka-jars.mjs'
import { hashJars } from './setup/pinned-jars.mjs'
import { openStaging } from './setup/staging.mjs'

const folderPath = await openStaging('pin-kafka-jars')
try {
  await copyJars(folderPath, () => {})
  const lines = await hashJars(folderPath)
  await writeFile(pinnedJarsPath, lines)
  console.log(`${lines.trim().split('\n').length} jars pinned in ${pinnedJarsPath}`)
} finally {
  await rm(folderPath, { recursive: true, force: true })
}
