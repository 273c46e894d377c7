import type { Host } from '../../../contracts/hardware.ts'
import { hostFacts } from '../../../presentation/models/host-facts.ts'
import { SourceLine } from '../../components/source-line.tsx'

/** The host of a tier: its resources with their source. */
export function HostTable({ host }: { readonly host: Host }) {
  return (
    <section className="model-part" aria-labelledby="host-heading">
      <h2 id="host-heading">Host of one broker</h2>
      <table className="limit-table">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {hostFacts(host).map(([part, amount]) => (
            <tr key={part}>
              <th scope="row">{part}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SourceLine source={host.source} isLimit />
    </section>
  )
}
