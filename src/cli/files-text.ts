import type { FileOutput } from '../presentation/output-files.ts'

/** Files as one text: the text of a single file; several are joined, each below a line with its name. */
export function filesText({ files }: Pick<FileOutput, 'files'>): string {
  if (files.length === 1) return files[0]?.text ?? ''
  return files.map(({ name, text }) => `# ${name}\n${text}`).join('\n')
}
