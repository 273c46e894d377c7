/**
 * Checks the user's models while they are typed, and stores them in the folder `models` of the workspace.
 */
import { join } from 'node:path'
import { AppError, type Problem } from '../../contracts/app-error.ts'
import type { ModelCheck, ModelProblem } from '../../contracts/model-check.ts'
import { type Offering, offering } from '../../contracts/offering.ts'
import { check } from '../../contracts/parse.ts'
import { awaitedFigures, publishedObservations } from '../../evidence/published-observations.ts'
import { jsonProblems } from '../files/json-problems.ts'
import { lineOfPlace, linesOfPlaces } from '../files/lines-of-places.ts'
import { readText } from '../files/read-json-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { loaderFieldProblems, loadModels, type ModelPlaces } from './offerings.ts'
import { tooOldToReplace } from './replaced-models.ts'

/** Finds all problems of a model's text with their lines. @throws AppError if the shipped models cannot be read */
export async function checkModel(text: string, places: ModelPlaces): Promise<ModelCheck> {
  const syntax = jsonProblems(text)
  if (syntax.length > 0) {
    return refused(
      syntax.map(({ line, column, message }) => ({ line, place: '', message: `${message} (column ${column})` })),
    )
  }
  const lines = linesOfPlaces(text)
  const problemAt = (place: string, message: string): ModelProblem => ({
    line: lineOfPlace(lines, place),
    place,
    message,
  })
  const parsed = check(offering, JSON.parse(text))
  if (!parsed.ok) return refused(parsed.problems.map(({ place, message }) => problemAt(place, message)))
  const loaderProblems = loaderFieldProblems(parsed.value)
  if (loaderProblems.length > 0) return refused(loaderProblems.map(({ place, message }) => problemAt(place, message)))
  const shipped = await loadModels({ ...places, ownModelsPath: null })
  const replaced = shipped.offerings.find(({ id }) => id === parsed.value.id)
  const tooOld = replaced === undefined ? null : tooOldToReplace(parsed.value, replaced)
  if (tooOld !== null) return refused([problemAt(tooOld.place, tooOld.message)])
  const points = pointProblems(parsed.value)
  if (points.length > 0) return refused(points.map(({ place, message }) => problemAt(place, message)))
  return { problems: [], offering: parsed.value }
}

/** Returns a problem for each published point that cannot be predicted: its configuration is not a valid scenario. */
function pointProblems(model: Offering): Problem[] {
  return model.evidence.points.flatMap((point, index): Problem[] => {
    const alone = { ...model, evidence: { ...model.evidence, points: [point] } }
    try {
      for (const { predict } of [...publishedObservations(alone), ...awaitedFigures(alone)]) predict(model)
      return []
    } catch (error) {
      const { message, problems } = AppError.from(error)
      const why = problems.map((each) => `${each.place}: ${each.message}`).join('; ')
      return [{ place: `evidence.points[${index}]`, message: why === '' ? message : why }]
    }
  })
}

function refused(problems: readonly ModelProblem[]): ModelCheck {
  return { problems: [...problems].sort((one, other) => one.line - other.line), offering: null }
}

/**
 * Stores a model under its id. Replaces the user's model with this id.
 * @throws AppError OFFERING_INVALID with every problem, FILE_UNWRITABLE or DISK_FULL. No incomplete file is left.
 */
export async function saveModel(text: string, places: ModelPlaces): Promise<{ id: string; path: string }> {
  const { problems, offering: checked } = await checkModel(text, places)
  if (checked === null || places.ownModelsPath === null) {
    throw new AppError('OFFERING_INVALID', 'The model cannot be kept as it is.', {
      problems: problems.map(({ line, place, message }) => ({ place: `line ${line}: ${place}`, message })),
      remedy: 'Correct it; docs/adding-a-model.md shows how.',
    })
  }
  const path = join(places.ownModelsPath, `${checked.id}.json`)
  await writeFileAtomically(path, text.endsWith('\n') ? text : `${text}\n`)
  return { id: checked.id, path }
}

/** Returns the text of the user's model with this id; null if there is none or it cannot be read. */
export async function readOwnModel(id: string, { ownModelsPath }: ModelPlaces): Promise<string | null> {
  if (ownModelsPath === null) return null
  return readText(join(ownModelsPath, `${id}.json`), 'model').catch(() => null)
}
