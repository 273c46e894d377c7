import type { BrokenFile } from '../../../contracts/broken-file.ts'

/** The invalid files of the workspace, with all problems and places. */
export function BrokenFiles({ broken }: { readonly broken: readonly BrokenFile[] }) {
  if (broken.length === 0) return null
  return (
    <section className="group" aria-labelledby="broken-heading">
      <h2 id="broken-heading">Invalid and ignored</h2>
      <ul className="lines">
        {broken.map(({ path, error }) => (
          <li key={path} className="broken-file">
            <p>{error.message}</p>
            <ul>
              {error.problems.map(({ place, message }) => (
                <li key={place + message} className="quiet">
                  {place === '' ? message : `${place}: ${message}`}
                </li>
              ))}
            </ul>
            {error.remedy === null ? null : <p className="quiet">{error.remedy}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
