/**
 * What the scenario leaves open: each assumption of the prediction as the question that settles it.
 */
import type { Prediction } from '../../../contracts/prediction.ts'
import { fieldRow, isFieldPlace } from './field-table.ts'
import { focusField, placeOfPath } from './focus-field.ts'

type Assumption = Prediction['assumptions'][number]

/** Where the list is, for links to it. */
export const openQuestionsId = 'open-questions'

const questions: Readonly<Record<string, string>> = {
  'round-trip': 'How long is the round trip between clients and brokers?',
  connections: 'Do other clients connect to this cluster?',
  'compression-ratio': 'How far do the records compress?',
  'message-format': 'Do these clients send the message format from before Kafka 0.11?',
  'even-partitions': 'Do the records have keys, and how evenly are the keys spread?',
}

/** The assumptions that a field of the form settles. */
export function questionsOf(prediction: Prediction): readonly (Assumption & { readonly field: string })[] {
  return prediction.assumptions.flatMap((each) => (each.field === undefined ? [] : [{ ...each, field: each.field }]))
}

/** Questions that the form can settle, each leading to its field; then what the model takes for granted. */
export function OpenQuestions({ prediction }: { readonly prediction: Prediction }) {
  const open = questionsOf(prediction)
  const granted = prediction.assumptions.filter((each) => each.field === undefined)
  return (
    <>
      <section id={openQuestionsId}>
        <h2>Open questions</h2>
        {open.length === 0 ? <p>None: the scenario has everything that the prediction needs.</p> : null}
        <ul className="lines">
          {open.map((each) => (
            <li key={each.id + each.field}>
              <button type="button" className="plain question" onClick={() => focusField(placeOfPath(each.field))}>
                {questionText(each.id, placeOfPath(each.field))}
              </button>
              <p className="quiet">Until then: {each.text}</p>
            </li>
          ))}
        </ul>
      </section>
      {granted.length === 0 ? null : (
        <section>
          <h2>Other assumptions</h2>
          <ul className="lines">
            {granted.map((each) => (
              <li key={each.id}>{each.text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** A new kind of assumption asks for its field by name until it has a question of its own. */
function questionText(id: string, place: string): string {
  return questions[id] ?? (isFieldPlace(place) ? `${fieldRow(place).label}: what is it?` : 'What is its value here?')
}
