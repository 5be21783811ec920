import type { SectionCode } from '../case-sections.ts'
import type { Topic } from './case-type.ts'

/** Pages about the people of an application. */
export const peopleTopics = [
  { key: 'BORROWER', label: 'Заёмщик', sections: ['PERSONAL'], who: 'MAIN' },
  { key: 'PARTICIPANTS', label: 'Созаёмщики и участники', sections: ['PERSONAL'], who: 'OTHERS' },
  { key: 'EMPLOYMENT', label: 'Доходы и занятость', sections: ['EMPLOYMENT', 'INCOME'], who: 'EACH' },
  { key: 'OBLIGATIONS', label: 'Обязательства', sections: ['OBLIGATIONS'], who: 'EACH' },
  { key: 'ASSETS', label: 'Имущество', sections: ['ASSETS'], who: 'EACH' },
] as const satisfies readonly Topic[]

/** The page of a section that is asked once for the case. */
export const caseTopic = (code: SectionCode, label: string): Topic => ({
  key: code,
  label,
  sections: [code],
  who: 'CASE',
})

/** Insurance of an application: no section is asked, it has a block of its own. */
export const insuranceTopic = {
  key: 'INSURANCE',
  label: 'Страхование',
  sections: [],
  who: 'CASE',
} as const satisfies Topic

/** The last pages of every questionnaire: documents, consents, the check before it is sent. */
export const closingTopics = [
  { key: 'DOCUMENTS', label: 'Документы', sections: [], who: 'CASE' },
  { key: 'CONSENTS', label: 'Согласия', sections: ['CONSENTS'], who: 'EACH' },
  { key: 'REVIEW', label: 'Проверка и отправка', sections: [], who: 'CASE' },
] as const satisfies readonly Topic[]
