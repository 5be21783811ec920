import type { QuestionnaireData } from './section-completeness.ts'

/** Income a month that the bank has taken, by participant; who is absent counts by the questionnaire. */
export type TakenIncomes = ReadonlyMap<number, string>

/** The questionnaire with the incomes that the bank has taken in place of the agent's words: what ПДН is counted by. */
export function withTakenIncomes<Q extends Pick<QuestionnaireData, 'participants'>>(
  data: Q,
  taken: TakenIncomes,
): Q {
  if (taken.size === 0) return data
  return {
    ...data,
    participants: data.participants.map((person) => {
      const income = taken.get(person.id)
      if (income === undefined) return person
      return {
        ...person,
        sections: { ...person.sections, INCOME: { incomes: [{ key: 'taken', confirmed: income }] } },
      }
    }),
  }
}
