import type { Source } from '../../contracts/source.ts'
import { shell } from '../api.ts'

const gradeWords: Readonly<Record<Source['grade'], string>> = {
  P: 'primary source',
  PM: 'primary source, read through a mirror',
  S: 'secondary source',
  D: 'derived here',
}

/** Where a number comes from: title, date, how good the source is, what it says. */
export function SourceLine({ source }: { readonly source: Source }) {
  const { url } = source
  return (
    <p className="quiet">
      {url === undefined ? (
        source.title
      ) : (
        <button type="button" className="plain" onClick={() => void shell.openExternal(url)}>
          {source.title}
        </button>
      )}
      , {source.date}, {gradeWords[source.grade]}.{source.remark === undefined ? '' : ` ${source.remark}`}
    </p>
  )
}
