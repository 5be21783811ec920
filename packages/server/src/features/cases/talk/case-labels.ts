import { participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import { money } from '@ipoteka-office/contract/common/fields.ts'
import type { CaseBehaviour } from '#features/cases/engine/engine.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'

const roubles = money('Сумма')

/** How the history names the columns of a case's head and of its participants. */
export const caseLabels: CardLabels = {
  case: {
    fields: {
      client_name: { label: 'Клиент' },
      amount: {
        label: 'Сумма',
        text: (value) => fieldText(roubles, String(value), (_, code) => code),
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

/** What is told of a case of a type beside its sections. */
export const labelsOf = ({ history }: Pick<CaseBehaviour, 'history'>): CardLabels => ({
  ...caseLabels,
  ...history?.labels,
})

/** Where the changes of a case are looked for. */
export interface CaseObjects {
  readonly caseId: number
  /** Types of the rows that have the case's id. */
  readonly own: readonly string[]
  /** `type.field` of what people know of these rows and of those that name them as their owner. */
  readonly known: readonly string[]
}

/** The objects of a case; those that are not its own rows are parts and name one of these as their owner. */
export const objectsOf = (behaviour: Pick<CaseBehaviour, 'history'>, caseId: number): CaseObjects => ({
  caseId,
  own: ['case', ...(behaviour.history?.card === undefined ? [] : [behaviour.history.card])],
  known: Object.entries(labelsOf(behaviour)).flatMap(([object, { fields }]) =>
    Object.keys(fields).map((field) => `${object}.${field}`),
  ),
})
