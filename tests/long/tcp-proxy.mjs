/**
 * A relay inside a network namespace: what comes to 127.0.0.1:PORT there goes to TARGET:PORT. Arguments: TARGET PORT….
 */
import { connect, createServer } from 'node:net'

const [target, ...ports] = process.argv.slice(2)
for (const port of ports.map(Number)) {
  createServer((near) => {
    const far = connect(port, target)
    near.pipe(far).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ])
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  }).listen(port, '127.0.0.1', () => process.stdout.write('listening\n'))
}
