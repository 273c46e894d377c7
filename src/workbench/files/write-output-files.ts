import { join } from 'node:path'
import type { FileOutput } from '../../presentation/output-files.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

/**
 * Writes files for another program into a folder, each completely or not at all.
 * @returns their paths
 * @throws AppError DISK_FULL or FILE_UNWRITABLE
 */
export async function writeOutputFiles({ files }: Pick<FileOutput, 'files'>, directory: string): Promise<string[]> {
  const paths: string[] = []
  for (const { name, text } of files) {
    const path = join(directory, name)
    await writeFileAtomically(path, text)
    paths.push(path)
  }
  return paths
}
