/** Prints through the terminal of its process, as a command does. */
import { processTerminal } from '../../../src/cli/terminal/terminal.ts'

const terminal = processTerminal()
terminal.out('a result\n'.repeat(10_000))
terminal.out('the rest of it\n')
process.exitCode = 0
