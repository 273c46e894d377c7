/**
 * Stops a process (SIGSTOP) for a while, again and again. To others this looks like long pauses of the process.
 * @returns a function that ends this and lets the process continue
 */
export function stallProcess(pid: number, { everyMs, forMs }: { everyMs: number; forMs: number }): () => void {
  const resume = () => process.kill(pid, 'SIGCONT')
  let going: NodeJS.Timeout | undefined
  const timer = setInterval(() => {
    process.kill(pid, 'SIGSTOP')
    going = setTimeout(resume, forMs)
  }, everyMs)
  return () => {
    clearInterval(timer)
    clearTimeout(going)
    try {
      resume()
    } catch {
      // The process has ended meanwhile.
    }
  }
}
