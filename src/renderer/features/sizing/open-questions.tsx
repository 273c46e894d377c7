/**
 * The assumptions of a prediction. An assumption that a field of the form can replace is shown as a question.
 */
import type { Prediction } from '../../../contracts/prediction.ts'
import { fieldRow, isFieldPlace } from './field-table.ts'
import { focusField } from './focus-field.ts'
import { placeOfPath } from './scenario-path.ts'

type Assumption = Prediction['assumptions'][number]

/** Element id of the list, for links to it. */
export const openQuestionsId = 'open-questions'

const questions: Readonly<Record<string, string>> = {
  'round-trip': 'How long is the round trip between clients and brokers?',
  'broker-round-trip': 'How long is the round trip between brokers in different zones?',
  connections: 'Do other clients connect to this cluster?',
  'compression-ratio': 'How far do the records compress?',
  'message-format': 'Do these clients send the message format from before Kafka 0.11?',
  'even-partitions': 'Do the records have keys, and how evenly are the keys spread?',
}

/** The assumptions that a field of the form can replace. `field` is the path of that field. */
export function questionsOf(prediction: Prediction): readonly (Assumption & { readonly field: string })[] {
  return prediction.assumptions.flatMap((assumption) =>
    assumption.field === undefined ? [] : [{ ...assumption, field: assumption.field }],
  )
}

/** The open questions, each with a link to its field, then the other assumptions. */
export function OpenQuestions({ prediction }: { readonly prediction: Prediction }) {
  const openQuestions = questionsOf(prediction)
  const otherAssumptions = prediction.assumptions.filter((assumption) => assumption.field === undefined)
  return (
    <>
      <section id={openQuestionsId}>
        <h2>Open questions</h2>
        {openQuestions.length === 0 ? <p>None: the scenario has everything that the prediction needs.</p> : null}
        <ul className="lines">
          {openQuestions.map((assumption) => (
            <li key={assumption.id + assumption.field}>
              <button
                type="button"
                className="plain question"
                onClick={() => focusField(placeOfPath(assumption.field))}
              >
                {questionText(assumption.id, placeOfPath(assumption.field))}
              </button>
              <p className="quiet">Until then: {assumption.text}</p>
            </li>
          ))}
        </ul>
      </section>
      {otherAssumptions.length === 0 ? null : (
        <section>
          <h2>Other assumptions</h2>
          <ul className="lines">
            {otherAssumptions.map((assumption) => (
              <li key={assumption.id}>{assumption.text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The question for an assumption. Without a question of its own, it asks for the value of the field by its label. */
function questionText(id: string, place: string): string {
  return questions[id] ?? (isFieldPlace(place) ? `${fieldRow(place).label}: what is it?` : 'What is its value here?')
}
