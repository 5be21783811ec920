import type { CaseListDefinition } from './case-type.ts'

/** The list of applications for a mortgage: short and full ones together. */
export const mortgageApplications = {
  code: 'applications',
  object: 'ShortApplication',
  title: 'Заявки на ипотеку',
  shortTitle: 'Заявки на ипотеку',
  path: '/applications',
  menu: { group: 'Ипотечные кредиты', place: 1 },
  // Specification 1 §2.
  tabs: {
    all: { name: 'Все' },
    application: { name: 'Краткие заявки', types: ['SHORT_APPLICATION'] },
    mortgage: { name: 'Полные заявки', types: ['FULL_APPLICATION'] },
    realty: {
      name: 'Объект и сделка',
      types: ['FULL_APPLICATION'],
      stages: ['REALTY_SELECTION', 'REALTY_CHECK', 'REALTY_APPROVED', 'DEAL'],
    },
  },
  decidedTab: 'mortgage',
  charted: true,
  programmes: { label: 'Программа', dictionary: 'product/type' },
  empty: ['Заявок нет', 'В архиве нет заявок'],
  about: 'Краткая заявка даёт предварительный ответ, полная — решение банка.',
} as const satisfies CaseListDefinition
