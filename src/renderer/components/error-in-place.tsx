import type { AppErrorData } from '../../contracts/app-error.ts'
import { remedyText } from './remedy-text.ts'

/** An error, shown beside its cause: message, places and remedy. */
export function ErrorInPlace({ error }: { readonly error: AppErrorData }) {
  return (
    <div role="alert">
      <p className="field-problem">{error.message}</p>
      <ul>
        {error.problems.map(({ place, message }) => (
          <li key={place + message}>{place === '' ? message : `${place}: ${message}`}</li>
        ))}
      </ul>
      {error.remedy === null ? null : <p className="quiet">{remedyText(error)}</p>}
    </div>
  )
}
