import { participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { coolingOffExemptions } from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/machines/machines.ts'
import { sectionValueText } from '@ipoteka-office/contract/cases/section-texts.ts'
import { money } from '@ipoteka-office/contract/cases/sections/fields.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { leadLabels } from '#features/leads/lead-labels.ts'
import { realtyLabels } from '#features/realty-objects/realty-labels.ts'
import { shortApplicationLabels } from '#features/short-applications/short-application-labels.ts'

const roubles = money('Сумма')

/** How the history names the columns of a case's head and of its participants. */
export const caseLabels: CardLabels = {
  case: {
    fields: {
      client_name: { label: 'Клиент' },
      amount: {
        label: 'Сумма',
        text: (value) => sectionValueText(roubles, String(value), (_, code) => code),
      },
      programme: { label: 'Программа' },
      region_code: { label: 'Регион', dictionary: 'region' },
      channel: { label: 'Канал', dictionary: 'channel' },
      partner_id: { label: 'Партнёр', table: 'partner' },
      responsible_id: { label: 'Ответственный', table: 'employee' },
      workgroup_id: { label: 'Группа', table: 'workgroup' },
      archived_at: { label: 'Архив', shown: 'в архиве' },
    },
  },
  caseParticipant: {
    title: 'Участник',
    subject: 'name',
    fields: {
      name: { label: 'ФИО' },
      role: { label: 'Роль', names: participantRoles },
      sort: { label: 'Порядок' },
      removed_at: { label: 'Участие', shown: 'убран из дела' },
    },
  },
}

/** A moment by the bank's clock, which knows no summer time: «22.11.2026, 14:05». */
export function momentText(value: unknown): string {
  const moment = new Date(String(value)).getTime() + 3 * 3_600_000
  if (Number.isNaN(moment)) return String(value)
  const [day = '', time = ''] = new Date(moment).toISOString().split('T')
  return `${day.split('-').reverse().join('.')}, ${time.slice(0, 5)}`
}

const loanLabels: CardLabels = {
  loanApplication: {
    fields: {
      signed_at: { label: 'Условия подписаны', text: momentText },
      cooling_hours: { label: 'Период охлаждения, ч' },
      exemption: { label: 'Исключение из периода охлаждения', names: coolingOffExemptions },
      reason: { label: 'Основание срока' },
      release_at: { label: 'Выдача не раньше', text: momentText },
    },
  },
}

/** Several objects of one application are told apart by what they are and by their number. */
const objectLabels: CardLabels = {
  realtyObject: { title: 'Предмет', subject: 'number', fields: realtyLabels['realtyObject']?.fields ?? {} },
}

/** What is told of the cases of each type beside their sections. */
export const labelsOf: Readonly<Record<CaseType, CardLabels>> = {
  LEAD: { ...caseLabels, ...leadLabels },
  SHORT_APPLICATION: { ...caseLabels, ...shortApplicationLabels },
  FULL_APPLICATION: { ...caseLabels, ...objectLabels },
  LOAN_APPLICATION: { ...caseLabels, ...loanLabels },
}

/** Objects with the case's own id; the others that are told of are parts and name one of these as their owner. */
const own: Readonly<Record<CaseType, readonly string[]>> = {
  LEAD: ['case', 'lead'],
  SHORT_APPLICATION: ['case', 'shortApplication'],
  FULL_APPLICATION: ['case'],
  LOAN_APPLICATION: ['case', 'loanApplication'],
}

/** Where the changes of a case are looked for. */
export interface CaseObjects {
  readonly caseId: number
  /** Types of the rows that have the case's id. */
  readonly own: readonly string[]
  /** `type.field` of what people know of these rows and of those that name them as their owner. */
  readonly known: readonly string[]
}

/** The objects of a case of a type. */
export const objectsOf = (type: CaseType, caseId: number): CaseObjects => ({
  caseId,
  own: own[type],
  known: Object.entries(labelsOf[type]).flatMap(([object, { fields }]) =>
    Object.keys(fields).map((field) => `${object}.${field}`),
  ),
})
