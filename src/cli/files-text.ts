import type { FileOutput } from '../presentation/output-files.ts'

/** Joins files into one text. With several files, a line with its name precedes each. */
export function filesText({ files }: Pick<FileOutput, 'files'>): string {
  if (files.length === 1) return files[0]?.text ?? ''
  return files.map(({ name, text }) => `# ${name}\n${text}`).join('\n')
}
