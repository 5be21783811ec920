import { line, money, reference } from '../common/fields.ts'

/** What the head of a case holds: the history takes its words from here. */
export const headFields = {
  clientName: line('Клиент'),
  amount: money('Сумма'),
  programme: line('Программа'),
  regionCode: reference('Регион', 'region'),
  channel: reference('Канал', 'channel'),
  partnerId: reference('Партнёр', 'partner'),
  responsibleId: reference('Ответственный', 'employee'),
  workgroupId: reference('Группа', 'workgroup'),
}
