/**
 * The user's models as text: checked while they are typed, and stored in the `models` folder of the workspace.
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
import { loadModels, type ModelPlaces } from './offerings.ts'

/** All problems of a model's text with their lines. @throws AppError if the models of Headroom cannot be read. */
export async function checkModel(text: string, places: ModelPlaces): Promise<ModelCheck> {
  const syntax = jsonProblems(text)
  if (syntax.length > 0) {
    return refused(
      syntax.map(({ line, column, message }) => ({ line, place: '', message: `${message} (column ${column})` })),
    )
  }
  const lines = linesOfPlaces(text)
  const at = (place: string, message: string): ModelProblem => ({ line: lineOfPlace(lines, place), place, message })
  const read = check(offering, JSON.parse(text))
  if (!read.ok) return refused(read.problems.map(({ place, message }) => at(place, message)))
  if (read.value.calibration !== undefined) {
    return refused([
      at('calibration', 'a model file has no calibration; name one in deployment.calibration of the scenario'),
    ])
  }
  const shipped = await loadModels({ ...places, ownModelsPath: null })
  if (shipped.offerings.some(({ id }) => id === read.value.id)) {
    return refused([
      at('id', `"${read.value.id}" is the id of a model that comes with Headroom; give it one of its own`),
    ])
  }
  const points = pointProblems(read.value)
  if (points.length > 0) return refused(points.map(({ place, message }) => at(place, message)))
  return { problems: [], offering: read.value }
}

/** Published points that cannot be predicted, because their configuration is not a scenario of this model. */
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
 * Stores a model under its id. It replaces the user's model of that id.
 * @throws AppError OFFERING_INVALID with every problem, FILE_UNWRITABLE or DISK_FULL; no incomplete file is left.
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

/** The text of the user's model; null if the workspace has no model of that id. */
export async function readOwnModel(id: string, { ownModelsPath }: ModelPlaces): Promise<string | null> {
  if (ownModelsPath === null) return null
  return readText(join(ownModelsPath, `${id}.json`), 'model').catch(() => null)
}
