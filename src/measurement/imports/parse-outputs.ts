/**
 * Outputs of benchmark tools, recognised by what stands in them.
 */
import type { Problem } from '../../contracts/app-error.ts'
import { type ImportedPart, importedTools } from '../../contracts/imported-run.ts'
import { parseConsumerPerfTest } from './consumer-perf-test.ts'
import { parseProducerPerfTest } from './producer-perf-test.ts'
import type { Parsing, ToolOutput } from './tool-output.ts'

/** One a tool. A terminal may show several tools: each looks for its own lines. */
const parsers: readonly ((output: ToolOutput) => Parsing)[] = [parseProducerPerfTest, parseConsumerPerfTest]

/** More problems of one output say nothing new. */
const mostProblems = 20

/** The clients that an output tells of, or all that is wrong with it, each as `name:line`. */
export function parseOutput(output: ToolOutput): { parts: ImportedPart[]; problems: Problem[] } {
  const parsings = parsers.map((parse) => parse(output))
  const parts = parsings.flatMap((parsing) => parsing.parts)
  const problems = parsings.flatMap((parsing) => parsing.problems).sort((one, other) => one.line - other.line)
  const located = problems.map(({ line, message }) => ({ place: `${output.name}:${line}`, message }))
  if (parts.length > 0 || problems.length > 0) return { parts, problems: bounded(located, output.name) }
  const message = `no line of a tool that Headroom reads was found; it reads ${importedTools.join(', ')}`
  return { parts, problems: [{ place: output.name, message }] }
}

function bounded(problems: readonly Problem[], name: string): Problem[] {
  const more = problems.length - mostProblems
  if (more <= 0) return [...problems]
  return [...problems.slice(0, mostProblems), { place: name, message: `and ${more} more lines like that` }]
}
