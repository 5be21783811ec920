import { participantRoles } from '@ipoteka-office/contract/case-participants.ts'
import { sectionValueText } from '@ipoteka-office/contract/section-texts.ts'
import { money } from '@ipoteka-office/contract/sections/fields.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'

const roubles = money('Сумма')

/** How the history names the columns of a case's head and of its participants. */
export const caseLabels: CardLabels = {
  case: {
    fields: {
      client_name: { label: 'Клиент' },
      amount: { label: 'Сумма', text: (value) => sectionValueText(roubles, value, (_, code) => code) },
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
