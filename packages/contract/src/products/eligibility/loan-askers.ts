import { employments, asker, plain, words } from './asker.ts'
import { personSource } from './person-askers.ts'
import { answer, main, type RuleSpec, text, unknown } from './rule.ts'

const salary: RuleSpec = {
  code: 'salaryClient',
  title: 'Заёмщик получает зарплату в банке',
  ask: (asked) => {
    const borrower = main(asked)
    const value = borrower?.sections.EMPLOYMENT?.['salaryClient']
    const source = borrower ? personSource(borrower, 'salaryClient', 'EMPLOYMENT') : null
    return typeof value === 'boolean'
      ? answer(value, value ? 'зарплатный клиент' : 'не зарплатный клиент', source)
      : unknown('не указано', source)
  },
}
export const salaryClient = plain('Зарплатный клиент банка', salary)

/** Who the borrower is by the kind of employment: pensioners, people of the budget. */
export const employmentOnly = asker({
  label: 'Тип занятости',
  params: { types: employments('Типы занятости'), words: words('Как сказать') },
  rule: ({ types, words: title }) => ({
    code: 'employment',
    title,
    ask: (asked) => {
      const borrower = main(asked)
      const value = text(borrower?.sections.EMPLOYMENT?.['employmentType'])
      const source = borrower ? personSource(borrower, 'employmentType', 'EMPLOYMENT') : null
      if (value === null) return unknown('занятость не указана', source)
      const fits = types.includes(value)
      return answer(fits, fits ? 'занятость подходит' : 'занятость другая', source)
    },
  }),
})
