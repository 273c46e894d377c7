import type { Parameter } from '../../../contracts/parameter.ts'
import { significantDigits } from '../../../units/number-text.ts'
import { NumberHead } from '../../components/number-head.tsx'
import { SourceLine } from '../../components/source-line.tsx'
import type { NamedParameter } from './model-parameters.ts'

const originWords: Readonly<Record<Parameter['origin'], string>> = {
  fitted: 'fitted',
  measured: 'measured',
  published: 'published',
  assumed: 'assumed',
}

/** The parameters of a model: value, origin (such as fitted or assumed), meaning and source; nothing if it has none. */
export function ParameterTable({ parameters }: { readonly parameters: readonly NamedParameter[] }) {
  if (parameters.length === 0) return null
  return (
    <section className="model-part" aria-labelledby="parameters-heading">
      <h2 id="parameters-heading">Parameters</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <NumberHead>Value</NumberHead>
            <th scope="col">Origin</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ id, parameter: { value, unit, origin, meaning, source } }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td className="is-number">
                {significantDigits(value)}
                <span className="quiet line unit">{unit}</span>
              </td>
              <td>{originWords[origin]}</td>
              <td>
                {meaning}
                <SourceLine source={source} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
