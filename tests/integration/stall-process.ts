/**
 * Stops a process for a while again and again, as a long pause of its own would.
 * @returns a function that ends it; the process goes on
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
      // It has ended meanwhile.
    }
  }
}
